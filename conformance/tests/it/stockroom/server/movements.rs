//! The movements of items, and what their quantity decides.

use serde_json::{Value, json};

use super::{Answer, Stockroom, invalid, now, refused};
use crate::stockroom::fault::{Fault, QuantityFault};

/// Whether an item can be removed.
pub fn is_removed(item: &Value, fault: Fault) -> bool {
    match fault {
        Fault::Quantity(QuantityFault::FullRemoved) => true,
        Fault::Quantity(QuantityFault::EmptyKept) => false,
        _ => item["quantity"] == 0,
    }
}

impl Stockroom {
    pub(super) fn book(&mut self, id: u64, body: &Value) -> Answer {
        let Some(item) = self.items.get_mut(&id) else { return (404, Value::Null) };
        let delta = body["delta"].as_i64().unwrap_or_default();
        let reasons = ["received", "used", "lost", "counted"];
        if !(-100..=100).contains(&delta) || delta == 0 {
            return invalid("delta");
        }
        if !body["reason"].as_str().is_some_and(|reason| reasons.contains(&reason)) {
            return invalid("reason");
        }
        let refused_state = match self.fault {
            Fault::RetiredMoves => None,
            Fault::HeldAsRetired if item["status"] == "on_hold" => Some("on_hold"),
            _ => Some("retired"),
        };
        if refused_state.is_some_and(|state| item["status"] == state) {
            return refused(409, "item_retired");
        }
        let quantity = item["quantity"].as_i64().unwrap_or_default() + delta;
        let most = match self.fault {
            Fault::Quantity(QuantityFault::HundredRefused) => 99,
            Fault::Quantity(QuantityFault::MoreAccepted) => 101,
            _ => 100,
        };
        if !(0..=most).contains(&quantity) {
            if self.fault == Fault::Quantity(QuantityFault::RefusedBooked) {
                item["quantity"] = quantity.clamp(0, 100).into();
            }
            return refused(409, "quantity_out_of_range");
        }
        let booked = match self.fault {
            Fault::Quantity(QuantityFault::NotBooked) => quantity - delta,
            _ => quantity,
        };
        item["quantity"] = booked.into();
        let after = match self.fault {
            Fault::Quantity(QuantityFault::BeforeShown) => quantity - delta,
            _ => quantity,
        };
        let movement = json!({
            "id": self.movements.len() + 1,
            "item_id": id,
            "delta": delta,
            "reason": body["reason"],
            "quantity_after": after,
            "created_at": now(),
        });
        self.movements.push(movement.clone());
        (201, movement)
    }
}
