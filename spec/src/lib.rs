//! The contract: what the document of a service says, and what it leaves unsaid.
//!
//! [`load()`] reads the YAML of a contract (and, if given, an [overlay](Overlay) that answers gaps) into a checked
//! [`Contract`]; [`Contract::clauses`] derives every checkable statement from it, [`Contract::gaps`] every silence.
//! Nothing here knows a particular service, opens a socket or writes a file.
//!
//! ```text
//! YAML files -> reader::Node -> lower/ -> model/ -> check/ -> Contract -> clause/ -> clauses and gaps
//! ```

mod check;
mod clause;
mod files;
pub mod language;
mod load;
mod lower;
mod message;
mod model;
mod places;

pub use clause::{Clause, ClauseKind, id};
pub use files::{ContractFile, read_folder, read_overlay};
pub use load::{Loaded, load};
pub use message::{Piece, Template, TemplateError};
pub use model::{
    Answer, Auth, Body, Condition, Contract, Direction, Echo, EnvelopeMember, ErrorBody, ErrorCase,
    Evidence, Expansion, Fact, FactDeclaration, Field, Fixture, Format, Gap, Identifier,
    InputField, InputPart, InputRef, KeyKind, Lifecycle, Method, Operation, Order, Overlay,
    PageSelection, Paging, PathParameter, PathTemplate, Placeholder, QueryParameter, QueryValue,
    Record, Resource, Scope, Section, Segment, Service, Slot, Success, TimestampForm, Transition,
    Type, ValueSource,
};
