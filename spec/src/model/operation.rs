//! One operation: method and path, inputs, success, refusals, rules.

use std::fmt;

use reader::{Span, Spanned};

use super::{
    Condition, Constraints, Defect, ErrorCase, HiddenRecords, Idempotency, InputField, InputPart,
    InputRef, MemberConstant, MemberEffect, Order, PageParameter, PageSelection, Paging,
    PathParameter, PathTemplate, PathValue, QueryParameter, Scope, Section, Slot, Success,
    Transition,
};

/// One method on one path template.
#[derive(Clone, Debug, PartialEq)]
pub struct Operation {
    /// Unique id, snake_case.
    pub id: String,
    /// The resource it belongs to.
    pub resource: String,
    /// Description, in one sentence.
    pub description: String,
    /// Section of the document.
    pub section: Section,
    /// HTTP method.
    pub method: Method,
    /// Path below the base URL.
    pub path: PathTemplate,
    /// Parameters of the path that identify records, in its order.
    pub path_parameters: Vec<PathParameter>,
    /// The other parameters of the path, in its order.
    pub path_values: Vec<PathValue>,
    /// Whether a key must be sent.
    pub key_required: Slot<bool>,
    /// Query parameters in the document's order, without the ones that select a page (see `paging`).
    pub query: Vec<QueryParameter>,
    /// Members of the JSON request body; empty when the operation takes none.
    pub body: Vec<InputField>,
    /// How requests can be repeated with the same key.
    pub idempotency: Option<Idempotency>,
    /// The success response.
    pub success: Success,
    /// Documented refusals of this operation.
    pub errors: Vec<ErrorCase>,
    /// The record that it lists.
    pub lists: Option<String>,
    /// The record that it creates.
    pub creates: Option<String>,
    /// The record that it changes: afterwards it has the values of the body, except those that trigger a transition.
    pub updates: Option<String>,
    /// Where the operation states that an update keeps the values of members that the body leaves out.
    pub keeps_left_out: Option<Span>,
    /// The record that it deletes.
    pub removes: Option<String>,
    /// Order of the list; `None` unless `lists`.
    pub order: Option<Slot<Order>>,
    /// Paging of the list; `None` unless `lists`, and for lists that are known not to be paged.
    pub paging: Option<Slot<Paging>>,
    /// The accounts whose records it reaches; present for lists, for paths that identify a record, and where stated.
    pub scope: Option<Slot<Scope>>,
    /// The transitions that it makes.
    pub transitions: Vec<Transition>,
    /// The values that it gives to members of records.
    pub effects: Vec<MemberEffect>,
    /// Constants that a success gives to members of records.
    pub constants: Vec<MemberConstant>,
    /// Records that it never returns.
    pub hidden: Vec<HiddenRecords>,
    /// Clauses that cannot be tested over HTTP: suffix of the clause id, and the reason.
    pub untestable: Vec<(Spanned<String>, String)>,
    /// The inputs that conditions, placeholders, echoes and transitions name, for the checks.
    pub(crate) inputs: Vec<Spanned<InputRef>>,
    /// Where `creates` or `removes` is written, or else the id.
    pub(crate) effect_span: Span,
    /// Where method and path are written.
    pub http: Span,
    /// Where it is declared.
    pub span: Span,
}

impl Operation {
    /// The transition of that name; `None` asks for the only one, which has no name.
    pub fn transition(&self, name: Option<&str>) -> Option<&Transition> {
        self.transitions.iter().find(|transition| transition.name.as_deref() == name)
    }

    /// The query parameters that select a page.
    pub fn page_selection(&self) -> Option<&PageSelection> {
        self.paging.as_ref()?.value()?.selection.value()
    }

    /// The query parameter with that wire name that selects a page.
    pub fn page_parameter(&self, wire: &str) -> Option<&PageParameter> {
        self.page_selection()?.parameter(wire)
    }

    /// The parameter of the path with that name.
    pub fn path_parameter(&self, name: &str) -> Option<&PathParameter> {
        self.path_parameters.iter().find(|parameter| parameter.name == name)
    }

    /// The parameters of the path that identify no record, without those that have a value already.
    pub fn open_path_values(&self) -> impl Iterator<Item = &PathValue> {
        self.path_values.iter().filter(|value| self.path.position(&value.name).is_some())
    }

    /// The query parameter with that name, page parameters excluded.
    pub fn query_parameter(&self, name: &str) -> Option<&QueryParameter> {
        self.query.iter().find(|parameter| parameter.name == name)
    }

    /// The members of the request body, and after each object the members of it. Those of objects in a list are left
    /// out.
    pub fn body_fields(&self) -> impl Iterator<Item = &InputField> {
        self.body_and_members(InputField::is_object)
    }

    /// The same with the members of the objects in lists, which are no inputs of their own.
    pub fn declared_body_fields(&self) -> impl Iterator<Item = &InputField> {
        self.body_and_members(|_| true)
    }

    fn body_and_members(
        &self,
        has_inputs: impl Fn(&InputField) -> bool,
    ) -> impl Iterator<Item = &InputField> {
        let mut open: Vec<&InputField> = self.body.iter().rev().collect();
        std::iter::from_fn(move || {
            let field = open.pop()?;
            open.extend(field.members.iter().rev().filter(|_| has_inputs(field)));
            Some(field)
        })
    }

    /// The member of the request body, or of an object in it, with that wire name.
    pub fn body_field(&self, wire: &str) -> Option<&InputField> {
        self.body_fields().find(|field| field.wire == wire)
    }

    /// Whether every request has the member: it is required, and so is each object around it.
    pub fn always_has(&self, field: &InputField) -> bool {
        let mut around = self.body_fields().filter(|object| field.is_within(object));
        field.required && around.all(|object| object.required)
    }

    /// The input that names a record of this type: the last one in the path, or else the only one in the body.
    pub fn naming(&self, record: &str) -> Option<InputRef> {
        let in_path = self.path_parameters.iter().rfind(|parameter| parameter.record == record);
        let mut in_body = self.body_fields().filter(|it| it.record.as_deref() == Some(record));
        match (in_path, in_body.next(), in_body.next()) {
            (Some(parameter), ..) => Some(InputRef::new(InputPart::Path, &parameter.name)),
            (None, Some(field), None) => Some(InputRef::new(InputPart::Body, &field.wire)),
            _ => None,
        }
    }

    /// The name of an input on the wire.
    pub fn wire_name<'i>(&'i self, input: &'i InputRef) -> &'i str {
        match input.part {
            InputPart::Query => {
                self.query_parameter(&input.name).map_or(&input.name, |it| &it.wire)
            }
            InputPart::Path | InputPart::Body | InputPart::Header => &input.name,
        }
    }

    /// The constraints on an input of the query or the body; `None` if it is not declared, or in the path.
    pub fn constraints(&self, input: &InputRef) -> Option<&Constraints> {
        match input.part {
            InputPart::Path => None,
            InputPart::Query => match self.query_parameter(&input.name) {
                Some(query) => Some(&query.constraints),
                None => self.page_parameter(&input.name).map(|page| &page.constraints),
            },
            InputPart::Body => self.body_field(&input.name).map(|field| &field.constraints),
            InputPart::Header => {
                let keys = self.idempotency.as_ref();
                keys.filter(|keys| keys.header == input.name).map(|keys| &keys.constraints)
            }
        }
    }

    /// The error case that refuses a request with this defect of an input. If several cases match, it is the most
    /// specific one.
    pub fn case_of(&self, input: &InputRef, defect: Defect) -> Option<&ErrorCase> {
        let find = |wanted: &dyn Fn(&Condition) -> bool| {
            self.errors.iter().find(|case| case.when.stated().is_some_and(wanted))
        };
        let of_input = |when: &Condition| match (when, defect) {
            (Condition::Missing(at), Defect::Missing) => at == input,
            (Condition::Unknown(at), Defect::Unknown) => at == input,
            (Condition::Breaks { input: at, constraint: Some(one) }, _) => {
                at == input && defect == Defect::Breaks(Some(*one))
            }
            _ => false,
        };
        let any_breach = |when: &Condition| match when {
            Condition::Breaks { input: at, constraint: None } => {
                at == input && matches!(defect, Defect::Breaks(_))
            }
            _ => false,
        };
        let invalid = |when: &Condition| {
            defect != Defect::Unknown && *when == Condition::Invalid(input.clone())
        };
        let of_any = |when: &Condition, wanted: Defect| match when {
            Condition::OfAny { defect, part } => {
                *defect == wanted && part.is_none_or(|part| part == input.part)
            }
            _ => false,
        };
        let is_breach = matches!(defect, Defect::Breaks(_));
        find(&of_input)
            .or_else(|| find(&any_breach))
            .or_else(|| find(&invalid))
            .or_else(|| find(&|when| of_any(when, defect)))
            .or_else(|| find(&|when| is_breach && of_any(when, Defect::Breaks(None))))
            .or_else(|| find(&|when| defect != Defect::Unknown && of_any(when, Defect::Invalid)))
    }

    /// Whether this input triggers one of its transitions.
    pub fn is_triggered_by(&self, part: InputPart, name: &str) -> bool {
        self.transitions
            .iter()
            .filter_map(|transition| transition.trigger.as_ref())
            .any(|trigger| trigger.input.part == part && trigger.input.name == name)
    }

    /// Whether the state before decides which of several transitions a call makes.
    pub fn has_transitions_by_state(&self) -> bool {
        let mut triggers = self.transitions.iter().map(|transition| {
            transition.trigger.as_ref().map(|trigger| (&trigger.input, &trigger.value.value))
        });
        let mut seen = std::collections::BTreeSet::new();
        let is_one = self.transitions.len() < 2;
        !is_one && !triggers.all(|trigger| trigger.is_some() && seen.insert(trigger))
    }

    /// The address `<resource>/<operation>`, which contract, generated code, reference and scenarios share.
    pub fn address(&self) -> String {
        format!("{}/{}", self.resource, self.id)
    }
}

/// HTTP methods of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Method {
    /// `GET`
    Get,
    /// `POST`
    Post,
    /// `PUT`
    Put,
    /// `PATCH`
    Patch,
    /// `DELETE`
    Delete,
}

impl Method {
    /// Every method of the language.
    pub const ALL: [Self; 5] = [Self::Get, Self::Post, Self::Put, Self::Patch, Self::Delete];

    /// The method as written on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
        }
    }

    /// Whether the method only reads.
    pub fn is_safe(self) -> bool {
        self == Self::Get
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
