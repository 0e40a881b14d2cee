//! What the files of the kinds are written with. They import all of it: `use crate::clauses::prelude::*`.

pub use spec::{Condition, InputPart, InputRef, member_pointer};

pub use crate::clauses::{Claim, ClaimedStep};
pub(crate) use crate::contract;
pub use crate::finding::NotHeld::{self, Inconclusive, NotExercised};
pub use crate::finding::{Coverage, FindingResult, Held};
pub use crate::json::Json;
pub use crate::parsed::attempt::Attempt;
pub use crate::parsed::response::ParsedResponse;
pub use crate::parsed::step_context::{StepContext, unusable_result};
pub use crate::parsed::view::{AcceptanceOutcome, ParsedStep, RefusalOutcome};
pub use crate::reason::Reason;
pub use crate::scenario::{Expectation, Template, Value};
