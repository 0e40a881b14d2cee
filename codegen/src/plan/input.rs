//! What a request carries, flattened into the fields of one struct.

use proc_macro2::Ident;
use reader::Span;
use spec::{
    Condition, Contract, InputField, InputPart, InputRef, Operation, PathParameter, QueryParameter,
    Slot, Type,
};

use super::Names;
use super::docs::{section, slot_note};
use super::enumeration::{Draft, EnumerationPlan};
use super::record::{first_words, values, wrap};
use super::types::Types;
use crate::doc::{Doc, sentence};
use crate::names::{self, Scope, reserved};
use crate::rust_type::RustType;

/// One input of an operation.
#[derive(Clone, Debug)]
pub struct InputPlan<'c> {
    /// Its field.
    pub field: Ident,
    /// Its name on the wire.
    pub wire: &'c str,
    /// The part of the request that carries it.
    pub part: InputPart,
    /// Its type, without the `Option` of what is not required.
    pub ty: RustType,
    /// Whether it must be sent.
    pub required: bool,
    /// Whether the contract documents a refusal of a blank one.
    pub blank_refused: bool,
    /// What it is.
    pub doc: Doc,
}

/// Path, query (with the parameters that choose a page) and body, in this order.
pub(super) fn inputs<'c>(
    operation: &'c Operation,
    types: &Types<'c>,
    enumerations: &mut Vec<EnumerationPlan>,
    names: &mut Names<'_>,
) -> Vec<InputPlan<'c>> {
    let fields = Scope::new(format!("the inputs of {}", operation.id), reserved::FIELDS);
    let list = Vec::new();
    let mut inputs = Inputs {
        operation,
        types,
        enumerations,
        names,
        fields,
        list,
    };
    for parameter in &operation.path_parameters {
        inputs.path(parameter);
    }
    for parameter in &operation.query {
        inputs.query(parameter);
    }
    let paging = operation.paging.as_ref().and_then(Slot::known);
    if let Some(selection) = paging.and_then(|paging| paging.selection.known()) {
        inputs.page(&selection.page, "Number of the page");
        inputs.page(&selection.per_page, "Size of a page");
    }
    for member in &operation.body {
        inputs.body(member);
    }
    inputs.list
}

/// The inputs of an operation, as far as they are planned.
struct Inputs<'a, 'f, 'c> {
    operation: &'c Operation,
    types: &'a Types<'c>,
    enumerations: &'a mut Vec<EnumerationPlan>,
    names: &'a mut Names<'f>,
    fields: Scope,
    list: Vec<InputPlan<'c>>,
}

/// What the contract says of one input.
struct Given<'c> {
    name: &'c str,
    wire: &'c str,
    part: InputPart,
    required: bool,
    section: &'c str,
    span: Span,
}

impl<'c> Inputs<'_, '_, 'c> {
    fn path(&mut self, parameter: &'c PathParameter) {
        let PathParameter {
            name,
            section,
            span,
            ..
        } = parameter;
        let ways: Vec<_> = parameter
            .alternatives
            .iter()
            .map(|way| way.name())
            .collect();
        let about = match parameter.about.as_str() {
            "" => format!(
                "the `{}` to address, by {}",
                parameter.of,
                ways.join(" or ")
            ),
            about => about.to_owned(),
        };
        let part = InputPart::Path;
        let given = Given {
            name,
            wire: name,
            part,
            required: true,
            section,
            span: *span,
        };
        self.push(
            given,
            self.types.of_path(parameter),
            Doc::new(sentence(&about)),
        );
    }

    fn query(&mut self, parameter: &'c QueryParameter) {
        let QueryParameter {
            name,
            section,
            span,
            required,
            ..
        } = parameter;
        let mut doc = Doc::new(sentence(&first_words(&parameter.about, name)));
        if let Some(default) = &parameter.default {
            doc = doc.text(format!("When left out: `{default}`."));
        }
        if let Type::Unknown(gap) = &parameter.ty {
            let slot: Slot<()> = Slot::Silent(gap.clone());
            doc = doc.text(slot_note(self.types.contract, &slot).unwrap_or_default());
        }
        let listed = query_values(parameter, self.types.contract);
        let ty = self.typed(&parameter.ty, listed, name, name, *span);
        let part = InputPart::Query;
        let given = Given {
            name,
            wire: name,
            part,
            required: *required,
            section,
            span: *span,
        };
        self.push(given, ty, doc);
    }

    fn page(&mut self, name: &'c str, about: &str) {
        let Operation { section, span, .. } = self.operation;
        let part = InputPart::Query;
        let given = Given {
            name,
            wire: name,
            part,
            required: false,
            section,
            span: *span,
        };
        self.push(given, RustType::Count, Doc::new(sentence(about)));
    }

    fn body(&mut self, member: &'c InputField) {
        let InputField {
            name,
            wire,
            section,
            span,
            required,
            ..
        } = member;
        let mut doc = Doc::new(sentence(&first_words(&member.about, wire)));
        if names::plain(&names::snake(name)) != *wire {
            doc = doc.text(format!("On the wire: `{wire}`."));
        }
        let listed = values(&member.ty).unwrap_or_default();
        let listed = listed
            .iter()
            .map(|wire| (wire.clone(), Doc::new(format!("`{wire}`"))));
        let ty = self.typed(&member.ty, listed.collect(), name, wire, *span);
        let part = InputPart::Body;
        let given = Given {
            name,
            wire,
            part,
            required: *required,
            section,
            span: *span,
        };
        self.push(given, ty, doc);
    }

    fn push(&mut self, given: Given<'c>, ty: RustType, doc: Doc) {
        let Given {
            name,
            wire,
            part,
            required,
            ..
        } = given;
        let by = format!("{} input {name}", part.name());
        let field = names::snake(name);
        let field = self
            .fields
            .claim(field, by, Some(given.span), self.names.findings);
        let blank = Condition::Blank(InputRef {
            part,
            name: wire.to_owned(),
        });
        let blank_refused = self.operation.errors.iter().any(|case| case.when == blank);
        let elsewhere = given.section != self.operation.section;
        let doc = if elsewhere {
            doc.text(section(given.section))
        } else {
            doc
        };
        self.list.push(InputPlan {
            field,
            wire,
            part,
            ty,
            required,
            blank_refused,
            doc,
        });
    }

    /// The type of an input; listed values make an enum of its own.
    fn typed(
        &mut self,
        ty: &Type,
        values: Vec<(String, Doc)>,
        name: &str,
        wire: &str,
        span: Span,
    ) -> RustType {
        if values.is_empty() {
            return self.types.of(ty, None, wire);
        }
        let operation = self.operation;
        let draft = Draft {
            name: format!("{}_{name}", operation.id),
            doc: Doc::new(format!("A value of `{wire}` for `{}`.", operation.id))
                .text("The list may grow: a value that is not in it is kept as it is.")
                .text(section(&operation.section)),
            values,
            source: format!("{}.yaml", operation.address()),
            span,
        };
        let plan = EnumerationPlan::new(draft, self.names);
        let ty = wrap(ty, RustType::Enumeration(plan.name.clone()));
        self.enumerations.push(plan);
        ty
    }
}

/// The values of a parameter with what they select, whichever way the contract lists them.
fn query_values(parameter: &QueryParameter, contract: &Contract) -> Vec<(String, Doc)> {
    let mut known: Vec<(String, Doc)> = Vec::new();
    for value in &parameter.values {
        let mut doc = Doc::new(match value.meaning.known() {
            Some(meaning) => format!("`{}`: {}", value.wire, sentence(meaning)),
            None => format!("`{}`", value.wire),
        });
        doc = doc.text(slot_note(contract, &value.meaning).unwrap_or_default());
        if let Some(expansion) = &value.expansion {
            doc = doc.text(format!(
                "Each record gains the member `{}`.",
                expansion.adds
            ));
        }
        known.push((value.wire.clone(), doc));
    }
    for wire in values(&parameter.ty).unwrap_or_default() {
        if !known.iter().any(|(known, _)| known == wire) {
            known.push((wire.clone(), Doc::new(format!("`{wire}`"))));
        }
    }
    known
}
