//! Identifiers of records: types of their own, so that two cannot be mixed up.

use spec::Record;

use crate::names::Ident;

/// The identifier of a record.
#[derive(Clone, Debug)]
pub struct IdentifierPlan<'c> {
    /// The record.
    pub record: &'c Record,
    /// Its struct.
    pub name: Ident,
    /// Its module within the resource.
    pub module: Ident,
    /// The service's own identifier: `BookUuid`.
    pub uuid: Ident,
    /// Identifier or e-mail address, where some input takes either: `MemberRef`.
    pub reference: Option<Ident>,
}
