//! Edited responses of a recorded run, as a check of the judge.
//!
//! A run is recorded once. An [`Operator`] then changes one response of it, and the recording is judged again. An oracle
//! ([`legality`]), which applies the contract and shares no code with the judge, says whether a correct server could have
//! sent the edited response. The judge must report every illegal response and no legal one.
//!
//! ```text
//! recording -> one response edited -> judge    -> reported, or not  \
//!                                  -> legality -> legal, illegal, unknown -> confusion matrix
//! ```

mod call;
pub mod legality;
mod location;
pub mod matrix;
mod operator;
mod recording;
mod shape;

pub use operator::Operator;
pub use recording::{EditedResponse, Recording};
