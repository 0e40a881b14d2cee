//! Side effects of a call on records that it is not about.

use referral_conformance::json::Json;

use crate::history::PastExchange;

/// Whether an object describes a record in the path of the call.
pub(in crate::mutant) fn is_about(members: &[(String, Json)], past: &PastExchange) -> bool {
    let mut texts = members.iter().filter_map(|(_, value)| value.text());
    texts.any(|text| past.path.iter().any(|id| id == text))
}
