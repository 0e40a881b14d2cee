//! The files at one address in the rooms of the house.

use std::path::Path;

/// Where the scenarios are.
pub(super) const SCENARIOS: &str = "conformance/scenarios";

/// Where each room has what belongs to an operation, with the address between.
const ROOMS: &[(&str, &str)] = &[
    ("generated/models/src/", ".rs"),
    ("generated/server/src/", ".rs"),
    ("generated/client/src/", ".rs"),
    ("reference/src/operations/", ".rs"),
    ("conformance/scenarios/", ""),
];

/// What there is for the operation of an address, in this house.
pub(super) fn at(address: &str) -> Vec<String> {
    ROOMS
        .iter()
        .map(|(before, after)| format!("{before}{address}{after}"))
        .filter(|path| Path::new(path).exists())
        .collect()
}
