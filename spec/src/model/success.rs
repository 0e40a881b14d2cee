//! The success response of an operation.

use reader::Span;

use super::{FurtherStatus, Identifier, InputRef, ResponseHeader, Section, Slot, Type};

/// The documented success of an operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Success {
    /// HTTP status.
    pub status: Slot<u16>,
    /// Other statuses that a success can have.
    pub further_statuses: Vec<FurtherStatus>,
    /// Body.
    pub body: Slot<Body>,
    /// Headers that the document describes.
    pub headers: Vec<ResponseHeader>,
    /// Fields of the response that repeat an input.
    pub echoes: Vec<Echo>,
    /// Fields of the response that hold the time of the call.
    pub call_time_fields: Vec<AnswerField>,
}

impl Success {
    /// The header with this name, in any case.
    pub fn header(&self, name: &str) -> Option<&ResponseHeader> {
        self.headers.iter().find(|header| header.name.eq_ignore_ascii_case(name))
    }
}

/// The shape of a success body.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// No body at all.
    Empty,
    /// A JSON object with these members. The members of a paged list's `meta` are not among them: see `Paging`.
    Envelope(Vec<EnvelopeMember>),
    /// A record or a list as a whole, without an object around it: one member, whose name is empty.
    Bare(EnvelopeMember),
}

impl Body {
    /// The members of the object; none if there is no body. A bare body is its own only member, without a name.
    pub fn members(&self) -> &[EnvelopeMember] {
        match self {
            Self::Empty => &[],
            Self::Envelope(members) => members,
            Self::Bare(body) => std::slice::from_ref(body),
        }
    }
}

/// The path of a field in a body, as contracts, ids of clauses and scenarios write it: `MEMBER.FIELD`, or `FIELD` alone
/// in a bare body.
pub fn field_path(member: &str, field: &str) -> String {
    if member.is_empty() { field.to_owned() } else { format!("{member}.{field}") }
}

/// The JSON pointer to a member of a body; empty for a bare body.
pub fn member_pointer(member: &str) -> String {
    if member.is_empty() { String::new() } else { format!("/{member}") }
}

/// A member of the envelope.
#[derive(Clone, Debug, PartialEq)]
pub struct EnvelopeMember {
    /// Name on the wire; empty for a bare body.
    pub wire: String,
    /// A record, a list of records, or a plain type.
    pub ty: Type,
    /// Where its type is written.
    pub ty_span: Span,
    /// Where it is declared.
    pub span: Span,
}

/// A field of a record in the response.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerField {
    /// Envelope member; empty in a bare body.
    pub member: String,
    /// Field (wire name) of the record in it.
    pub field: String,
    /// Where it is declared.
    pub span: Span,
}

/// A field of the response that repeats an input.
#[derive(Clone, Debug, PartialEq)]
pub struct Echo {
    /// Envelope member; empty in a bare body.
    pub member: String,
    /// Field (wire name) of the record in it.
    pub field: String,
    /// The repeated input.
    pub from: InputRef,
    /// Only if the request uses this kind of identifier; `None` for always.
    pub when: Option<Identifier>,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}
