//! What holds for the whole service: key, error body, fixtures.

use reader::Span;

use super::{ErrorCase, Section, Slot, Type};

/// The service and the facts that belong to no single operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Service {
    /// Identifier of the service, snake_case.
    pub id: String,
    /// Name for people.
    pub title: String,
    /// What it is, in a sentence or two.
    pub description: String,
    /// First part of the names of the generated packages.
    pub package: String,
    /// The versions that paths begin with, if the document tells any.
    pub versions: Option<Versions>,
    /// How a caller says who it is.
    pub auth: Auth,
    /// What an error body looks like.
    pub error_body: ErrorBody,
    /// Refusals that any operation may answer: the ones about the key.
    pub errors: Vec<ErrorCase>,
    /// Kinds of things a deployment must hold for some clauses to be exercised.
    pub fixtures: Vec<Fixture>,
    /// Kinds of keys a run may be given; the first is the one used when a step names none.
    pub keys: Vec<KeyKind>,
}

/// The versions that paths begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versions {
    /// First segments of paths.
    pub prefixes: Vec<String>,
    /// Section of the document.
    pub section: Section,
    /// Where they are declared.
    pub span: Span,
}

/// How a caller says who it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Auth {
    /// Name of the header in the document's main spelling.
    pub header: String,
    /// Whether the document says that the spelling's case does not matter.
    pub case_insensitive: Slot<bool>,
    /// Whether the document says that the key identifies the account.
    pub identifies_account: Slot<bool>,
    /// Section of the document.
    pub section: Section,
}

/// What an error body looks like: a JSON object with the message in one member.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorBody {
    /// Name of the member that holds the message.
    pub member: String,
    /// Whether other members may stand beside it.
    pub further_members: Slot<bool>,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}

/// A kind of thing that must exist in a deployment and that the run cannot make through the API.
#[derive(Clone, Debug, PartialEq)]
pub struct Fixture {
    /// The name used in target files and scenarios.
    pub kind: String,
    /// The record it is one of.
    pub record: String,
    /// What it is for, in a sentence.
    pub description: String,
    /// How one comes to be, in a sentence.
    pub setup: String,
    /// Whether exercising it uses it up, so that each scenario needs one of its own.
    pub consumed: bool,
    /// What a target file can tell about one, beside its id.
    pub facts: Vec<FactDeclaration>,
    /// What tells it from others of its record where they are listed; all of it must be so.
    pub discriminated_by: Vec<Discriminator>,
    /// The clauses that hang on it: globs over clause ids.
    pub clauses: Vec<String>,
    /// Where it is declared.
    pub span: Span,
}

/// A member of a record with the value that tells one kind of fixture from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discriminator {
    /// The member, by its name on the wire.
    pub member: String,
    /// Its value as text: `true` or `false` for a boolean.
    pub value: String,
}

/// One thing a target file can tell about a fixture.
#[derive(Clone, Debug, PartialEq)]
pub struct FactDeclaration {
    /// Name of the fact.
    pub name: String,
    /// Its type.
    pub ty: Type,
}

/// A kind of key a run may be given.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyKind {
    /// The name used in target files and scenarios.
    pub name: String,
    /// What the key is.
    pub description: String,
}
