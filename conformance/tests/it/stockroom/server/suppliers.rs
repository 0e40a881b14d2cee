//! Objects in bodies: the supplier of an item, and the contact of a supplier.

use serde_json::{Value, json};

use super::is_text;
use crate::stockroom::fault::{Fault, ObjectFault};

/// The supplier of an item that a body sends, as the item shows it; `None` if it sends none. The error names the wrong
/// member.
pub fn of_item(
    body: &Value,
    suppliers: &[Value],
    fault: Fault,
) -> Result<Option<Value>, &'static str> {
    let has = |wanted| fault == Fault::Object(wanted);
    let sent = match body.get("supplier") {
        None => return Ok(None),
        Some(Value::Null) => return Ok(Some(Value::Null)),
        Some(sent @ Value::Object(_)) => sent,
        Some(_) => return Err("supplier"),
    };
    let longest = if has(ObjectFault::LongPartNumbers) { 300 } else { 30 };
    if sent.get("part_number").is_some_and(|number| !is_text(number, longest)) {
        let is_outer = has(ObjectFault::OuterNamed);
        return Err(if is_outer { "part_number" } else { "supplier.part_number" });
    }
    if sent.get("id").is_none() && has(ObjectFault::WithoutIdentifier) {
        return Ok(None);
    }
    let known = suppliers.iter().find(|known| known["id"].is_u64() && known["id"] == sent["id"]);
    let name = match known {
        Some(known) => known["name"].clone(),
        None if has(ObjectFault::UnknownTaken) && sent["id"].is_u64() => "unknown".into(),
        None => return Err("supplier.id"),
    };
    let number = match fault {
        Fault::Object(ObjectFault::PartNumberDropped) => &Value::Null,
        _ => &sent["part_number"],
    };
    let supplier = json!({ "id": sent["id"], "name": name, "part_number": number });
    Ok(Some(supplier).filter(|_| !has(ObjectFault::Dropped)))
}

/// Changes the supplier of an item to what was sent, if anything was.
pub fn change(item: &mut Value, sent: Option<Value>, fault: Fault) {
    let has = |wanted| fault == Fault::Object(wanted);
    match sent {
        None if has(ObjectFault::Removed) => item["supplier"] = Value::Null,
        Some(Value::Null) if has(ObjectFault::NullIgnored) => {}
        Some(Value::Object(_)) if has(ObjectFault::ChangeDropped) => {}
        Some(mut sent) => {
            if has(ObjectFault::Merged) && sent.is_object() && sent["part_number"].is_null() {
                sent["part_number"] = item["supplier"]["part_number"].clone();
            }
            item["supplier"] = sent;
        }
        None => {}
    }
}

/// The contact of a new supplier. The error names the wrong member.
pub fn contact(body: &Value, fault: Fault) -> Result<Value, &'static str> {
    let has = |wanted| fault == Fault::Object(wanted);
    match &body["contact"] {
        Value::Null => Ok(Value::Null),
        given @ Value::Object(_) => {
            let is_kept = given.get("email").is_none() && has(ObjectFault::WithoutEmail);
            if !given["email"].is_string() && !is_kept {
                return Err("contact.email");
            }
            let phone = match &given["phone"] {
                Value::Null if has(ObjectFault::EmptyPhone) => "".into(),
                phone @ (Value::Null | Value::String(_)) => phone.clone(),
                _ => return Err("contact.phone"),
            };
            Ok(json!({ "email": given["email"].as_str().unwrap_or_default(), "phone": phone }))
        }
        _ => Err("contact"),
    }
}
