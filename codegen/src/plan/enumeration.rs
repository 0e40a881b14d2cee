//! Lists of values that may grow: open enums.

use std::collections::BTreeSet;

use reader::Span;
use spec::{Contract, QueryParameter, Type};

use super::Names;
use super::docs::{section, slot_note};
use crate::doc::{Doc, sentence};
use crate::names::{self, Ident, Namespace};
use crate::rust_type::RustType;

#[derive(Clone, Debug)]
pub struct EnumerationPlan {
    pub name: Ident,
    /// Its module within the resource.
    pub module: Ident,
    pub doc: Doc,
    /// The values that the contract names.
    pub variants: Vec<VariantPlan>,
    /// The file of the contract that declares it.
    pub source: String,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct VariantPlan {
    pub name: Ident,
    /// The value on the wire.
    pub wire: String,
    pub doc: Doc,
}

impl EnumerationPlan {
    /// `about` is the summary of its comment, `section_of` its section of the document; `values` are the values on the wire
    /// with their comments.
    pub(super) fn new(
        name: &str,
        about: String,
        section_of: &str,
        values: Vec<(String, Doc)>,
        source: String,
        span: Span,
        names: &mut Names<'_>,
    ) -> Self {
        let name = names.type_name(name, format!("the values of {name}"), span);
        // `Other` keeps an undescribed value.
        let mut namespace = Namespace::new(format!("the values of {name}"), "Other Self");
        let mut seen = BTreeSet::new();
        let distinct = values.into_iter().filter(|(wire, _)| seen.insert(wire.clone()));
        let variants = distinct.map(|(wire, doc)| {
            let name = namespace.claim_numbered(names::pascal(&wire), format!("value `{wire}`"));
            VariantPlan { name, wire, doc }
        });
        let variants = variants.collect();
        let doc = Doc::new(about)
            .text("Other values are possible: match them with `_` and read them with `as_str`.")
            .text(section(section_of));
        let module = names::snake(&names::plain(&name));
        Self { name, module, doc, variants, source, span }
    }

    /// The type of a member or input of type `ty` whose values are those of this enum.
    pub(super) fn field_type(&self, ty: &Type) -> RustType {
        match ty {
            Type::List(item) => RustType::List(Box::new(self.field_type(item))),
            _ => RustType::Enumeration(self.name.clone()),
        }
    }
}

/// The documented codes of all refusals; `None` where they have none.
pub(super) fn error_codes(contract: &Contract, names: &mut Names<'_>) -> Option<EnumerationPlan> {
    let body = &contract.service.error_body;
    let member = body.code_path()?;
    let codes = contract.error_cases().filter_map(|case| {
        let code = case.code.as_ref()?.value()?;
        Some((code.clone(), Doc::new(format!("`{code}`: {}", case.title()))))
    });
    Some(EnumerationPlan::new(
        "error_code",
        format!("The codes of refusals, `{member}` in the body of one."),
        &body.section,
        codes.collect(),
        "service.yaml".to_owned(),
        body.span,
        names,
    ))
}

/// The listed values of a type, also within a JSON array, with their comments; empty for other types.
pub(super) fn values_of_type(ty: &Type) -> Vec<(String, Doc)> {
    match ty {
        Type::Enumeration(values) => {
            values.iter().map(|wire| (wire.clone(), Doc::new(format!("`{wire}`")))).collect()
        }
        Type::List(item) => values_of_type(item),
        _ => Vec::new(),
    }
}

/// The values of a parameter, in either form of the contract, with what they select.
pub(super) fn values_of_query(
    contract: &Contract,
    parameter: &QueryParameter,
) -> Vec<(String, Doc)> {
    let described = parameter.values.iter().map(|value| {
        let doc = Doc::new(match value.meaning.value() {
            Some(meaning) => format!("`{}`: {}", value.wire, sentence(meaning)),
            None => format!("`{}`", value.wire),
        });
        let added = value.expansion.as_ref().and_then(|expansion| expansion.adds.as_ref());
        let added = added.map(|adds| format!("Each record gains the member `{adds}`."));
        let doc = doc.text(slot_note(contract, &value.meaning).unwrap_or_default());
        (value.wire.clone(), doc.text(added.unwrap_or_default()))
    });
    described.chain(values_of_type(&parameter.ty)).collect()
}
