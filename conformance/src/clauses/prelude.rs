//! What the files of the kinds are written with. They import all of it: `use crate::clauses::prelude::*`.

pub(crate) use spec::{Condition, InputPart, InputRef};

pub(crate) use crate::clauses::{Claim, ClaimedStep, ClauseRule};
pub(crate) use crate::contract;
pub(crate) use crate::finding::NotHeld::{self, Inconclusive, NotExercised};
pub(crate) use crate::finding::{Coverage, FindingResult, Held};
pub(crate) use crate::json::Json;
pub(crate) use crate::parsed::answer::Answer;
pub(crate) use crate::parsed::attempt::Attempt;
pub(crate) use crate::parsed::step_context::{StepContext, unusable_result};
pub(crate) use crate::parsed::view::{AcceptanceOutcome, ParsedStep, RefusalOutcome};
pub(crate) use crate::reason::Reason;
pub(crate) use crate::scenario::{Expectation, Template, Value};
