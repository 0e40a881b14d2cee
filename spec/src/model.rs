//! The checked contract as plain values.
//!
//! Only [`crate::load()`] makes a [`Contract`]; all names in it are resolved.

mod calculation;
mod constraints;
mod contract;
mod error_entries;
mod further_status;
mod header;
mod idempotency;
mod input;
mod input_condition;
mod key_place;
mod operation;
mod order;
mod overlay;
mod paging;
mod record;
mod reference;
mod refusal;
mod rule;
mod service;
mod slot;
mod success;
mod types;
mod words;

pub use calculation::{
    Comparison, Given, MemberConstant, MemberEffect, MemberRelation, Operand, Relation, Sum, Term,
};
pub use constraints::{Constraint, Constraints, Pattern};
pub(crate) use contract::Index;
pub use contract::{Contract, Resource};
pub use error_entries::ErrorEntries;
pub use further_status::FurtherStatus;
pub use header::{LinkPart, ResponseHeader};
pub use idempotency::{Idempotency, Replayed};
pub use input::{
    InputField, PathParameter, PathTemplate, PathValue, QueryParameter, QueryValue, Segment,
    Several,
};
pub use input_condition::InputCondition;
pub use key_place::KeyPlace;
pub use operation::{Method, Operation};
pub use order::{Collation, Direction, Order};
pub use overlay::{Answer, Overlay};
pub use paging::{PageFact, PageMember, PageParameter, PageSelection, PageStart, Paging};
pub use record::{ExternalTransition, Field, Lifecycle, Limit, Record};
pub(crate) use reference::{MemberReference, MemberUsage, References, StateReference};
pub use refusal::{
    Condition, Defect, ErrorCase, InputPart, InputRef, NamedInput, Placeholder, ValueSource,
};
pub use rule::{
    Bound, Expansion, Filter, Guard, HiddenRecords, OfSeveral, Scope, Transition, TransitionTrigger,
};
pub use service::{
    Auth, Discriminator, ErrorBody, FRAMING_HEADERS, FactDeclaration, FactUsage, FieldMember,
    Fixture, KeyKind, MemberPath, Service, TAKEN_HEADERS, Versions,
};
pub use slot::{Evidence, Fact, Gap, Section, Slot};
pub use success::{AnswerField, Body, Echo, EnvelopeMember, Success, field_path, member_pointer};
pub use types::{Format, Identifier, TimestampForm, Type, is_decimal};
