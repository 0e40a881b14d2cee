//! The contract of a service: the facts that its document states, and its gaps.
//!
//! [`load()`] reads the YAML of a contract (and, if given, an [overlay](Overlay) that answers gaps) into a checked
//! [`Contract`]; [`Contract::clauses`] derives every checkable statement from it, [`Contract::gaps`] every silence.
//! This crate is independent of any service, opens no socket and writes no file.
//!
//! ```text
//! YAML files -> reader::Node -> lower/ -> model/ -> check/ -> Contract -> clause/ -> clauses and gaps
//! ```

pub mod catalog;
pub mod changes;
mod check;
mod clause;
pub mod coverage;
pub mod explain;
mod files;
pub mod language;
mod load;
mod lower;
mod message;
mod model;
pub mod pages;
pub mod schema;
mod words;

pub use clause::{Clause, ClauseKind, a_value_of, id};
pub use files::{ContractFile, is_left_out, read_folder, read_overlay};
pub use load::{Loaded, load};
pub use message::{Template, TemplateError, TemplatePart};
pub use model::{
    Answer, AnswerField, Auth, Body, Bound, Collation, Comparison, Condition, Constraint,
    Constraints, Contract, Defect, Direction, Discriminator, Echo, EnvelopeMember, ErrorBody,
    ErrorCase, ErrorEntries, Evidence, Expansion, ExternalTransition, Fact, FactDeclaration,
    FactUsage, Field, FieldMember, Filter, Fixture, Format, FurtherStatus, Gap, Given, Guard,
    HiddenRecords, Idempotency, Identifier, InputCondition, InputField, InputPart, InputRef,
    KeyKind, KeyPlace, Lifecycle, Limit, LinkPart, MemberConstant, MemberEffect, MemberPath,
    MemberRelation, Method, NamedInput, OfSeveral, Operand, Operation, Order, Overlay, PageFact,
    PageMember, PageParameter, PageSelection, PageStart, Paging, PathParameter, PathTemplate,
    PathValue, Pattern, Placeholder, QueryParameter, QueryValue, Record, Relation, Replayed,
    Resource, ResponseHeader, Scope, Section, Segment, Service, Several, Slot, Success, Sum,
    TAKEN_HEADERS, Term, TimestampForm, Transition, TransitionTrigger, Type, ValueSource, Versions,
    field_path, is_decimal, member_pointer,
};
pub use schema::schema;
