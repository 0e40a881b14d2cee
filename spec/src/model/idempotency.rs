//! Keys with which a request can be repeated.

use reader::{Span, Spanned};

use super::{Constraints, Section};

/// A header whose value names a request: later ones with the same value get the first response again.
#[derive(Clone, Debug, PartialEq)]
pub struct Idempotency {
    /// Name of the header, in the document's spelling.
    pub header: String,
    /// Where this name is written.
    pub header_span: Span,
    /// The lengths of its value.
    pub constraints: Constraints,
    /// The header of a response that is given again, which a first response does not have.
    pub replayed: Option<Replayed>,
    /// The error case of a key that is sent again with another body.
    pub reused_with: Option<Spanned<String>>,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}

/// The header of a response that is given again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// Name of the header, in the document's spelling.
    pub header: String,
    /// Its value.
    pub value: String,
}
