//! Requests that can be repeated without a second effect.

/// Marks a request, as an extension, that the service carries out once however often it arrives: it has a key of its own
/// for that. Clients send it again like one that reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repeatable;
