//! Common imports of the clause kinds: `use super::prelude::*`.

pub(super) use crate::clause::scope::{ClauseList, OperationScope};
pub(super) use crate::clause::{ClauseKind, effect};
pub(super) use crate::model::{Body, Condition, Contract, InputPart, InputRef, Slot, Type};
