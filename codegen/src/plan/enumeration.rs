//! Lists of values that may grow: open enums.

use std::collections::BTreeSet;

use reader::Span;

use super::Names;
use crate::doc::Doc;
use crate::names::{self, Ident, Scope};

/// What is said of each of them.
pub(super) const MAY_GROW: &str =
    "Other values are possible: match them with `_` and read them with `as_str`.";

/// An open enum.
#[derive(Clone, Debug)]
pub struct EnumerationPlan {
    /// Its type.
    pub name: Ident,
    /// Its module within the resource.
    pub module: Ident,
    /// What it is.
    pub doc: Doc,
    /// The values the contract names.
    pub variants: Vec<VariantPlan>,
    /// The file of the contract it comes from.
    pub source: String,
    /// Where it is declared.
    pub span: Span,
}

/// One value.
#[derive(Clone, Debug)]
pub struct VariantPlan {
    /// Its variant.
    pub name: Ident,
    /// The value on the wire.
    pub wire: String,
    /// What it means.
    pub doc: Doc,
}

/// An enum before its names are assigned.
pub(super) struct EnumerationDraft {
    /// The wished name of the type.
    pub name: String,
    pub doc: Doc,
    /// Values on the wire with their comments.
    pub values: Vec<(String, Doc)>,
    pub source: String,
    pub span: Span,
}

impl EnumerationPlan {
    pub(super) fn new(draft: EnumerationDraft, names: &mut Names<'_>) -> Self {
        let by = format!("the values of {}", draft.name);
        let name = names.type_name(&draft.name, by, draft.span);
        // `Other` keeps an undescribed value.
        let mut scope = Scope::new(format!("the values of {name}"), "Other Self");
        let mut seen = BTreeSet::new();
        let once = draft.values.into_iter();
        let once = once.filter(|(wire, _)| seen.insert(wire.clone()));
        let variants = once.map(|(wire, doc)| {
            let by = format!("value `{wire}`");
            let name = scope.claim_numbered(names::pascal(&wire), by);
            VariantPlan { name, wire, doc }
        });
        let variants = variants.collect();
        let module = names::snake(&names::plain(&name));
        Self { name, module, doc: draft.doc, variants, source: draft.source, span: draft.span }
    }
}
