//! Facts about the whole service: key, error body, fixtures.

use std::fmt;

use reader::{Span, Spanned};

use super::{ErrorCase, ErrorEntries, Fact, KeyPlace, Section, Slot, Type};

/// The service and the facts that belong to no single operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Service {
    /// Identifier of the service, snake_case.
    pub id: String,
    /// Display name.
    pub title: String,
    /// Description, in one or two sentences.
    pub description: String,
    /// First part of the names of the generated packages.
    pub package: String,
    /// The version prefixes of paths, if documented.
    pub versions: Option<Versions>,
    /// How requests are authenticated; `None` for a service without a key.
    pub auth: Option<Auth>,
    /// The shape of an error body.
    pub error_body: ErrorBody,
    /// Error cases of every operation, about the key.
    pub errors: Vec<ErrorCase>,
    /// Kinds of records that a deployment needs for some clauses.
    pub fixtures: Vec<Fixture>,
    /// Kinds of API keys that a run can have; the first is the default. None for a service without a key.
    pub keys: Vec<KeyKind>,
}

impl Service {
    /// Where requests carry the key; `None` for a service without a key.
    pub fn key_place(&self) -> Option<&KeyPlace> {
        self.auth.as_ref().map(|auth| &auth.place)
    }
}

/// The version prefixes of paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versions {
    /// First segments of paths.
    pub prefixes: Vec<String>,
    /// Section of the document.
    pub section: Section,
    /// Where they are declared.
    pub span: Span,
}

/// How requests are authenticated.
#[derive(Clone, Debug, PartialEq)]
pub struct Auth {
    /// Where a request carries the key; a header in the document's main spelling.
    pub place: KeyPlace,
    /// Whether the header name is case-insensitive; `None` where `header` names no header.
    pub case_insensitive: Option<Slot<bool>>,
    /// Whether the key identifies the account.
    pub identifies_account: Slot<bool>,
    /// Section of the document.
    pub section: Section,
}

/// The shape of an error body: a JSON object with the message in one member, perhaps of an object within it. The members
/// that an entry of a list has are in [`ErrorEntries`].
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorBody {
    /// The member that holds the message.
    pub member: MemberPath,
    /// The member that holds the code, if there is one; next to the message.
    pub code: Option<MemberPath>,
    /// The member that names the offending input, if there is one; next to the message.
    pub field: Option<FieldMember>,
    /// The list with an entry for each offending input, if there is one; next to the message.
    pub entries: Option<ErrorEntries>,
    /// The media type, if it is stated.
    pub content_type: Option<Fact<String>>,
    /// Whether there may be other members.
    pub further_members: Slot<bool>,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}

/// The member of an error body that names the offending input.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldMember {
    /// The member.
    pub path: MemberPath,
    /// Whether it is null where a refusal names no input; otherwise it is absent.
    pub present: Slot<bool>,
}

/// A member of a JSON object, or of an object within it: the names that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberPath {
    /// The objects that it is within, from the outermost to the innermost.
    pub within: Vec<String>,
    /// Its own name.
    pub name: String,
}

impl MemberPath {
    /// The path as it is written: `error.message`.
    pub(crate) fn parse(text: &str) -> Self {
        let mut within: Vec<String> = text.split('.').map(str::to_owned).collect();
        let name = within.pop().unwrap_or_default();
        Self { within, name }
    }

    /// All names, from the outermost to its own.
    pub fn names(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.within.iter().chain([&self.name]).map(String::as_str)
    }

    /// The JSON pointer to it: `/error/message`.
    pub fn pointer(&self) -> String {
        self.names().flat_map(|name| ["/", name]).collect()
    }
}

impl fmt::Display for MemberPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.within.iter().try_for_each(|name| write!(f, "{name}."))?;
        f.write_str(&self.name)
    }
}

/// A kind of record that must exist in a deployment because a run cannot create it.
#[derive(Clone, Debug, PartialEq)]
pub struct Fixture {
    /// The name used in target files and scenarios.
    pub kind: String,
    /// Its record.
    pub record: String,
    /// Description, in one or two sentences.
    pub description: String,
    /// How to create one, in one sentence.
    pub setup: String,
    /// Whether a scenario consumes it, so that each needs its own.
    pub consumed: bool,
    /// Facts that a target file can give, besides the id.
    pub facts: Vec<FactDeclaration>,
    /// Members and values that distinguish it from other fixtures of its record in a list; all of them must match.
    pub discriminated_by: Vec<Discriminator>,
    /// Globs over the ids of the clauses that depend on it.
    pub clauses: Vec<Spanned<String>>,
    /// Where it is declared.
    pub span: Span,
}

/// A member and value of a record that distinguish a kind of fixture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discriminator {
    /// The member, by its name on the wire.
    pub member: String,
    /// Its value as text: `true` or `false` for a boolean.
    pub value: Spanned<String>,
}

/// A fact that a target file can give about a fixture.
#[derive(Clone, Debug, PartialEq)]
pub struct FactDeclaration {
    /// Name of the fact.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// What it means for a list of the records.
    pub usages: Vec<FactUsage>,
}

/// What a fact means for a list that may contain the record.
#[derive(Clone, Debug, PartialEq)]
pub enum FactUsage {
    /// The filter of this name keeps the record if it is sent with the fact.
    Passes(Spanned<String>),
    /// The filter of this name leaves the record out if it is sent with the fact.
    Fails(Spanned<String>),
    /// The expansion of this name adds the fact to the record.
    AddedBy(Spanned<String>),
    /// The documented order of the list compares the fact.
    SortKey,
}

/// A kind of API key that a run can have.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyKind {
    /// The name used in target files and scenarios.
    pub name: String,
    /// Description of the key.
    pub description: String,
    /// Another kind, whose account it has; `None` for an account of its own.
    pub account_of: Option<Spanned<String>>,
}

impl Service {
    /// A kind of key of another account than that of the first kind.
    pub fn other_account(&self) -> Option<&KeyKind> {
        self.keys.iter().skip(1).find(|kind| kind.account_of.is_none())
    }
}

/// Headers that are not for a key: HTTP needs them to delimit, route or read a message, and clients write them.
pub const TAKEN_HEADERS: [&str; 17] = [
    "accept",
    "accept-encoding",
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "date",
    "expect",
    "host",
    "http2-settings",
    "keep-alive",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "user-agent",
];

/// Headers that delimit or encode a message, or are about one connection: what sends a message writes them.
pub const FRAMING_HEADERS: [&str; 9] = [
    "connection",
    "content-encoding",
    "content-length",
    "keep-alive",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];
