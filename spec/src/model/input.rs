//! Inputs of a request: path, query and body.

use std::fmt;

use reader::{Span, Spanned};
use serde_json::Value;

use super::{
    Constraints, Direction, Evidence, Expansion, Filter, Identifier, Order, Section, Slot, Type,
};

/// A path below the base URL, cut at its slashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathTemplate {
    /// The segments in order; the leading slash is implied.
    pub segments: Vec<Segment>,
}

/// One segment of a path template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Segment {
    /// Literal text.
    Literal(String),
    /// A parameter by name, written `{name}`.
    Parameter(String),
}

impl PathTemplate {
    /// The index of a parameter's segment; `None` if it is not in the template.
    pub fn position(&self, parameter: &str) -> Option<usize> {
        let is_it =
            |segment: &Segment| matches!(segment, Segment::Parameter(name) if name == parameter);
        self.segments.iter().position(is_it)
    }

    /// The path without the names of its parameters, which make no difference: `/books/{}`.
    pub fn shape(&self) -> String {
        let segments = self.segments.iter().map(|segment| match segment {
            Segment::Literal(text) => text.as_str(),
            Segment::Parameter(_) => "{}",
        });
        segments.flat_map(|segment| ["/", segment]).collect()
    }
}

impl fmt::Display for PathTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for segment in &self.segments {
            match segment {
                Segment::Literal(text) => write!(f, "/{text}")?,
                Segment::Parameter(name) => write!(f, "/{{{name}}}")?,
            }
        }
        Ok(())
    }
}

/// A parameter of the path.
#[derive(Clone, Debug, PartialEq)]
pub struct PathParameter {
    /// Name in the template.
    pub name: String,
    /// The kinds of identifiers that it accepts; at least one.
    pub identifiers: Vec<Identifier>,
    /// The record that it identifies.
    pub record: String,
    /// Description; may be empty.
    pub description: String,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}

/// A parameter of the path that identifies no record: each target has a value for it.
#[derive(Clone, Debug, PartialEq)]
pub struct PathValue {
    /// Name in the template.
    pub name: String,
    /// A text or an integer.
    pub ty: Type,
    /// Description; may be empty.
    pub description: String,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}

/// A parameter of the query string.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryParameter {
    /// Name in the contract, in ids and in code.
    pub name: String,
    /// Name on the wire, without the brackets of a list.
    pub wire: String,
    /// Where the name on the wire is written.
    pub wire_span: Span,
    /// The type of one value.
    pub ty: Type,
    /// The constraints on its value.
    pub constraints: Constraints,
    /// Whether it is required.
    pub required: bool,
    /// The values the document lists; empty when any value of the type will do.
    pub values: Vec<QueryValue>,
    /// How these values are known.
    pub evidence: Evidence,
    /// How several values are sent at once, if they can be.
    pub several: Option<Several>,
    /// What it keeps in the list, if it is a filter.
    pub filter: Option<Filter>,
    /// The value that is assumed when it is omitted.
    pub default: Option<String>,
    /// Description; may be empty.
    pub description: String,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}

impl QueryParameter {
    /// The name that stands in the query string.
    pub fn key(&self) -> String {
        let brackets = if self.several == Some(Several::Brackets) { "[]" } else { "" };
        format!("{}{brackets}", self.wire)
    }

    /// Whether each of several values is sent with the name.
    pub fn repeats(&self) -> bool {
        self.several.is_some_and(Several::repeats)
    }

    /// Whether its filter keeps all records if the value is sent.
    pub fn keeps_all(&self, sent: &str) -> bool {
        self.values.iter().any(|value| value.keeps_all && value.wire == sent)
    }

    /// The value of its filter that a request without the parameter means; `None` if it then keeps all records.
    pub fn filters_by_default(&self) -> Option<&str> {
        let default = self.default.as_deref().filter(|_| self.filter.is_some())?;
        (!self.keeps_all(default)).then_some(default)
    }
}

/// How several values of a query parameter are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Several {
    /// In a text, separated by commas.
    Text,
    /// As a list, separated by commas: `tag=a,b`.
    Commas,
    /// As a list, each with the name: `tag=a&tag=b`.
    Repeated,
    /// As a list, each with the name and brackets: `tag[]=a&tag[]=b`.
    Brackets,
}

impl Several {
    /// The words for the forms of a list.
    pub(crate) const FORMS: &[&str] = &["repeated", "commas", "brackets"];

    /// The forms of a list, in the order of their words.
    pub(crate) const LISTS: [Self; 3] = [Self::Repeated, Self::Commas, Self::Brackets];

    /// Whether each value is sent with the name.
    pub fn repeats(self) -> bool {
        matches!(self, Self::Repeated | Self::Brackets)
    }

    /// What it looks like, after "several values".
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Text | Self::Commas => "separated by commas",
            Self::Repeated => "each with the name",
            Self::Brackets => "each with the name and `[]`",
        }
    }
}

/// One documented value of a query parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryValue {
    /// The value on the wire.
    pub wire: String,
    /// What it selects.
    pub meaning: Slot<String>,
    /// The member it adds to each record, if it is an expansion.
    pub expansion: Option<Expansion>,
    /// How it sorts the list, if it is a sort; `by` is a member of the listed record.
    pub sorts: Option<Order>,
    /// The direction that it gives the order of the list, if it does.
    pub directs: Option<Direction>,
    /// Whether the filter keeps all records if this is sent.
    pub keeps_all: bool,
    /// Where it is declared.
    pub span: Span,
}

/// A member of the request body, or of an object in it.
#[derive(Clone, Debug, PartialEq)]
pub struct InputField {
    /// Name for code; differs from `wire` only where the document's spelling is corrected.
    pub name: String,
    /// Name on the wire. That of a member of an object begins with that of the object: `supplier.id`.
    pub wire: String,
    /// Where the name on the wire is written.
    pub wire_span: Span,
    /// Its type.
    pub ty: Type,
    /// The members of the object, or of each object of a list; empty for other types, and for a record.
    pub members: Vec<InputField>,
    /// The constraints on its value.
    pub constraints: Constraints,
    /// Whether it is required; in an object, whether the object needs it.
    pub required: bool,
    /// Whether null is accepted.
    pub nullable: bool,
    /// The value that a created record has if the member is left out.
    pub default: Option<Spanned<Value>>,
    /// When it is required, in prose, if the document says so.
    pub required_when: Option<String>,
    /// Whether the value must be unique.
    pub unique: bool,
    /// Whether unique values that differ only in letter case count as the same; false where that is open.
    pub ignores_case: bool,
    /// Whether it holds several values, separated by commas.
    pub several: bool,
    /// The open question of the operation that leaves open which values of the type it accepts.
    pub values_open: Option<Spanned<String>>,
    /// The kinds of identifiers that it accepts; empty if it identifies no record.
    pub identifiers: Vec<Identifier>,
    /// The record that it identifies, if any.
    pub record: Option<String>,
    /// Description; may be empty.
    pub description: String,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}

impl InputField {
    /// Its name in the object that has it.
    pub fn own_name(&self) -> &str {
        self.wire.rsplit_once('.').map_or(&self.wire, |(_, name)| name)
    }

    /// Whether it is a member of an object.
    pub fn is_in_object(&self) -> bool {
        self.wire.contains('.')
    }

    /// Whether it is a single object whose members are inputs.
    pub fn is_object(&self) -> bool {
        !self.members.is_empty() && matches!(self.ty, Type::Record(_))
    }

    /// Whether it is a member of the object, at any depth.
    pub fn is_within(&self, object: &Self) -> bool {
        is_within(&self.wire, &object.wire)
    }
}

/// Whether the input of the first name is a member of the object of the second name, at any depth.
pub(crate) fn is_within(name: &str, object: &str) -> bool {
    name.strip_prefix(object).is_some_and(|rest| rest.starts_with('.'))
}
