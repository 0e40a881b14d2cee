//! Numbers in members of a creation: accepted, and answered as the same number.

use spec::{Contract, Operation, Type};

use crate::scenario::Draft;
use conformance_model::json::Json;
use conformance_model::scenario::Step;

use super::{about, create_each, is_echoed, repeatable_creation};

/// Amounts of money that every service accepts: above zero, with two decimals at most, no two of them equal. Several lose a
/// cent when they are multiplied by a hundred as binary fractions, or summed up.
const PLAIN: [&str; 18] = [
    "1", "0.01", "0.07", "0.29", "0.3", "0.57", "1.1", "1.15", "2.50", "4.35", "8.41", "10",
    "16.08", "49.9", "99.99", "1000", "2.5e2", "9999.99",
];

/// Numbers that a service may refuse. Each is exact in binary or has few digits, so that an accepted one is the same in
/// every representation.
const MAY_BE_REFUSED: [&str; 10] = [
    "0",
    "-1",
    "-0.01",
    "-19.99",
    "0.5e1",
    "25E-2",
    "100000",
    "123456.78",
    "1000000",
    "2147483648",
];

/// One scenario for each such member.
pub(super) fn scenarios(contract: &Contract, operation: &Operation) -> Vec<Draft> {
    let Some(call) = repeatable_creation(contract, operation) else {
        return Vec::new();
    };
    let numbers = operation.body.iter().filter(|field| field.ty == Type::Number);
    numbers
        .map(|field| {
            let step =
                |text: &&str| call.step.clone().body(&field.wire, Json::Number((*text).to_owned()));
            let echoed = MAY_BE_REFUSED.iter().filter(|_| is_echoed(operation, field));
            let steps = std::iter::once(call.step.clone())
                .chain(PLAIN.iter().map(step))
                .chain(echoed.map(step).map(Step::may_be_refused));
            let scenario = about(operation, &call, field, "Amounts are accepted and returned");
            create_each(contract, operation, scenario, steps)
        })
        .collect()
}
