//! What the files of the kinds are written with. They import all of it: `use super::prelude::*`.

pub(super) use crate::clause::scope::{ClauseList, OperationScope};
pub(super) use crate::clause::{ClauseKind, effect};
pub(super) use crate::model::{Body, Condition, Contract, InputPart, InputRef, Slot, Type};
