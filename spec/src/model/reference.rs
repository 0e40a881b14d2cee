//! Names that refer to declarations elsewhere, where they are written: lowering collects them, checks resolve them.

use reader::Spanned;

use super::{Bound, InputRef};

/// The references of a contract, in the order of lowering.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct References {
    /// Records.
    pub records: Vec<Spanned<String>>,
    /// Members of records.
    pub members: Vec<MemberReference>,
    /// States of records.
    pub states: Vec<StateReference>,
    /// Inputs that error cases of the service name.
    pub service_inputs: Vec<Spanned<InputRef>>,
}

/// A member of a record.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MemberReference {
    pub record: String,
    /// Its wire name.
    pub member: Spanned<String>,
    pub usage: MemberUsage,
}

/// What a member of a record is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MemberUsage {
    /// A value or a state.
    Value,
    /// What identifies the record.
    Identifier,
    /// A part of a sum.
    Operand,
    /// To compare it with the value of a filter.
    Filter(Bound),
    /// To keep lists that include a value; perhaps a member of the items, after a `.`.
    Inclusion,
    /// To keep equal values in a list.
    Equality,
    /// To sort a list by a value of a query parameter.
    Sort,
    /// To order texts by a collation.
    Collation,
    /// The order of a list, which can also be by an input of the creation.
    Order,
}

/// A state of a record.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StateReference {
    pub record: String,
    pub state: Spanned<String>,
    /// Whether an overlay names it, which may add states to an incomplete lifecycle.
    pub is_answer: bool,
}
