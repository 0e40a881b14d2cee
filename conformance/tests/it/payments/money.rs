//! What becomes of the money of payments: captures, refunds, and other changes of their states.

use serde_json::{Value, json};

use super::{Answer, Fault, Payments, missing, refused};

impl Payments {
    pub(super) fn create_refund(&mut self, body: &Value) -> Answer {
        let fault = self.fault;
        let id = body["payment"].as_str().unwrap_or_default().to_owned();
        let (refund, created) = (self.next("re"), self.now());
        let Some(payment) = self.payments.iter_mut().find(|payment| payment["id"] == *id) else {
            return missing("payment", &id, 404);
        };
        if payment["status"] != "succeeded" {
            return refused(409, "not_succeeded", "The payment has no money to give back");
        }
        let number = |name: &str| payment[name].as_i64().unwrap_or_default();
        let (given, left) = (number("amount_refunded"), number("amount_captured"));
        let left = if fault == Fault::RefundOfAll { left } else { left - given };
        let amount = body["amount"].as_i64().unwrap_or(left);
        if left == 0 {
            return refused(400, "nothing_left", "Nothing is left");
        }
        if amount > left {
            return refused(400, "refund_too_large", "There is not so much left");
        }
        if fault != Fault::RefundNotAdded {
            payment["amount_refunded"] = (given + amount).into();
        }
        let currency =
            if fault == Fault::RefundInEuros { "eur".into() } else { payment["currency"].clone() };
        let refund = json!({
            "id": refund, "payment": id, "amount": amount, "currency": currency, "created": created,
        });
        (200, refund)
    }

    pub(super) fn move_payment(&mut self, id: &str, verb: &str, body: &Value) -> Answer {
        let fault = self.fault;
        let Some(payment) = self.payments.iter_mut().find(|payment| payment["id"] == *id) else {
            return missing("payment", id, 404);
        };
        let state = payment["status"].as_str().unwrap_or_default();
        let to = match (verb, state) {
            ("capture", "authorized") if fault == Fault::NotCaptured => "authorized",
            ("capture", "authorized") => "succeeded",
            ("dispute", "succeeded") => "disputed",
            ("refund", "disputed") if fault == Fault::DisputeNotRefunded => "",
            ("refund", "succeeded" | "disputed") => "refunded",
            ("reverse", "authorized") => "canceled",
            ("reverse", "succeeded") if fault == Fault::CanceledLate => "canceled",
            ("reverse", "succeeded") => "refunded",
            _ => "",
        };
        if to.is_empty() {
            let (code, done) = match verb {
                "capture" => ("not_capturable", "captured"),
                "dispute" => ("not_disputable", "disputed"),
                "refund" => ("not_refundable", "refunded"),
                _ => ("not_reversible", "reversed"),
            };
            return refused(409, code, format!("The payment cannot be {done}"));
        }
        let amount = body["amount"].as_i64().unwrap_or_default();
        let is_too_large = amount > payment["amount"].as_i64().unwrap_or_default();
        if verb == "capture" && is_too_large && fault != Fault::MoreCaptured {
            return refused(400, "amount_too_large", "The amount is too large".to_owned());
        }
        payment["status"] = to.into();
        match verb {
            "capture" if fault == Fault::AllCaptured || body.get("amount").is_none() => {
                payment["amount_captured"] = payment["amount"].clone();
            }
            "capture" => payment["amount_captured"] = body["amount"].clone(),
            "refund" if fault == Fault::TooMuchRefunded => {
                let amount = payment["amount"].as_i64().unwrap_or_default();
                payment["amount_refunded"] = (amount + 1).into();
            }
            "refund" => payment["amount_refunded"] = payment["amount_captured"].clone(),
            _ => {}
        }
        (200, payment.clone())
    }
}
