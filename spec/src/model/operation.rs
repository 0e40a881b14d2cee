//! One operation: method and path, inputs, success, refusals, rules.

use std::fmt;

use reader::Span;

use super::{
    ErrorCase, HiddenRecords, InputField, InputPart, Order, Paging, PathParameter, PathTemplate,
    QueryParameter, Scope, Section, Slot, Success, Transition,
};

/// One method on one path template.
#[derive(Clone, Debug, PartialEq)]
pub struct Operation {
    /// Unique id, snake_case.
    pub id: String,
    /// The resource it belongs to.
    pub resource: String,
    /// What it does, in a sentence.
    pub description: String,
    /// Section of the document.
    pub section: Section,
    /// HTTP method.
    pub method: Method,
    /// Path below the base URL.
    pub path: PathTemplate,
    /// Parameters of the path, in its order.
    pub path_parameters: Vec<PathParameter>,
    /// Whether a key must be sent.
    pub key_required: Slot<bool>,
    /// Query parameters in the document's order, without the ones that select a page (see `paging`).
    pub query: Vec<QueryParameter>,
    /// Members of the JSON request body; empty when the operation takes none.
    pub body: Vec<InputField>,
    /// What is answered when all is well.
    pub success: Success,
    /// Documented refusals of this operation.
    pub errors: Vec<ErrorCase>,
    /// The record whose things it lists.
    pub lists: Option<String>,
    /// The record it creates one of.
    pub creates: Option<String>,
    /// The record it changes: afterwards it has what the body said, but for what moves its state.
    pub updates: Option<String>,
    /// The record it takes away.
    pub removes: Option<String>,
    /// Order of the listed things; `None` unless `lists`.
    pub order: Option<Slot<Order>>,
    /// Paging of the list; `None` unless `lists`, and where it is known that there are no pages.
    pub paging: Option<Slot<Paging>>,
    /// Whose things it shows or reaches; there for whatever lists or addresses things, and where it is stated.
    pub scope: Option<Slot<Scope>>,
    /// The moves between states it makes.
    pub transitions: Vec<Transition>,
    /// Things it never shows.
    pub hidden: Vec<HiddenRecords>,
    /// Clauses that cannot be seen on the wire: suffix of the clause id, and why.
    pub untestable: Vec<(String, String)>,
    /// Where it is declared.
    pub span: Span,
}

impl Operation {
    /// The transition of that name; `None` asks for the only one, which has no name.
    #[must_use]
    pub fn transition(&self, name: Option<&str>) -> Option<&Transition> {
        self.transitions
            .iter()
            .find(|transition| transition.name.as_deref() == name)
    }

    /// Whether one of its transitions is asked for by this input.
    #[must_use]
    pub fn is_triggered_by(&self, part: InputPart, name: &str) -> bool {
        self.transitions
            .iter()
            .filter_map(|transition| transition.trigger.as_ref())
            .any(|trigger| trigger.input.part == part && trigger.input.name == name)
    }

    /// The address that is the same in every room: `<resource>/<operation>`.
    #[must_use]
    pub fn address(&self) -> String {
        format!("{}/{}", self.resource, self.id)
    }
}

/// HTTP methods the language knows.
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
    /// Every method the language knows.
    pub const ALL: [Self; 5] = [Self::Get, Self::Post, Self::Put, Self::Patch, Self::Delete];

    /// The method as written on the wire.
    #[must_use]
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
    #[must_use]
    pub fn is_safe(self) -> bool {
        self == Self::Get
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
