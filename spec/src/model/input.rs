//! What a request carries: path, query and body.

use std::fmt;

use reader::Span;

use super::{Evidence, Expansion, Filter, Identifier, Order, Section, Slot, Type};

/// A path below the base URL, cut at its slashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathTemplate {
    /// The segments in order; the leading slash is implied.
    pub segments: Vec<Segment>,
}

/// One segment of a path template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Segment {
    /// Text that stands as it is.
    Literal(String),
    /// A parameter by name, written `{name}`.
    Parameter(String),
}

impl PathTemplate {
    /// Which segment a parameter stands in; `None` if it is not in the template.
    #[must_use]
    pub fn position(&self, parameter: &str) -> Option<usize> {
        let is_it =
            |segment: &Segment| matches!(segment, Segment::Parameter(name) if name == parameter);
        self.segments.iter().position(is_it)
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
    /// The ways the thing can be addressed; at least one.
    pub identifiers: Vec<Identifier>,
    /// The record that is addressed.
    pub record: String,
    /// What it means; may be empty.
    pub description: String,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}

/// A parameter of the query string.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryParameter {
    /// Name on the wire.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Whether it must be sent.
    pub required: bool,
    /// The values the document lists; empty when any value of the type will do.
    pub values: Vec<QueryValue>,
    /// How these values are known.
    pub evidence: Evidence,
    /// Whether several values can be sent at once, separated by commas.
    pub several: bool,
    /// What it keeps of the list, if it is a filter.
    pub filter: Option<Filter>,
    /// What is assumed when it is not sent.
    pub default: Option<String>,
    /// What it means; may be empty.
    pub description: String,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
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
    /// The order it brings the list into, if it is a sort; `by` is a member of the listed record.
    pub sorts: Option<Order>,
    /// Where it is declared.
    pub span: Span,
}

/// A member of the request body.
#[derive(Clone, Debug, PartialEq)]
pub struct InputField {
    /// Name for code; differs from `wire` only where the document's spelling is corrected.
    pub name: String,
    /// Name on the wire.
    pub wire: String,
    /// Its type.
    pub ty: Type,
    /// Whether it must be sent.
    pub required: bool,
    /// When it must be, in words, where the document says so.
    pub required_when: Option<String>,
    /// Whether the value must be one no other record has.
    pub unique: bool,
    /// Whether it holds several values, separated by commas.
    pub several: bool,
    /// The ways it can address a thing; empty when it addresses none.
    pub identifiers: Vec<Identifier>,
    /// The record that is addressed, if it addresses one.
    pub record: Option<String>,
    /// What it means; may be empty.
    pub description: String,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}
