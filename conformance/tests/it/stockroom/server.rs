//! A stockroom in memory, which conforms or has a fault.

mod movements;
mod suppliers;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::foreign::answering;
use crate::server::{ReceivedRequest, Server};

use super::fault::{Fault, ObjectFault, PageFault, QuantityFault};

type Answer = (u16, Value);

/// What the stockroom has, by identifier. The identifiers of all kinds overlap.
#[derive(Default)]
pub struct Stockroom {
    pub items: BTreeMap<u64, Value>,
    /// Items that were removed.
    gone: BTreeMap<u64, Value>,
    /// Identifiers of items that were changed, the last one at the end.
    changed: Vec<u64>,
    suppliers: Vec<Value>,
    movements: Vec<Value>,
    count: u64,
    fault: Fault,
}

fn refused(status: u16, problem: &str) -> Answer {
    (status, json!({ "problem": problem }))
}

fn invalid(field: &str) -> Answer {
    (422, json!({ "problem": format!("{field} cannot be kept"), "field": field }))
}

fn now() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

fn is_text(value: &Value, most: usize) -> bool {
    value.as_str().is_some_and(|text| (1..=most).contains(&text.chars().count()))
}

fn is_within(value: &Value, least: i64, most: i64) -> bool {
    value.as_i64().is_some_and(|number| (least..=most).contains(&number))
}

fn is_sku(value: &Value) -> bool {
    value.as_str().is_some_and(|text| {
        let is_kept = |(at, byte): (usize, u8)| match at {
            0..3 => byte.is_ascii_uppercase(),
            3 => byte == b'-',
            _ => byte.is_ascii_digit(),
        };
        text.len() == 8 && text.bytes().enumerate().all(is_kept)
    })
}

fn is_tag(tag: &Value) -> bool {
    let is_kept = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
    is_text(tag, 20) && tag.as_str().is_some_and(|tag| tag.bytes().all(is_kept))
}

/// The first member of an item that cannot be kept.
fn wrong_member(body: &Value, fault: Fault) -> Option<&'static str> {
    let has = |name: &str| body.get(name).is_some();
    let tags = body["tags"].as_array();
    let longest = if fault == Fault::LongNames { 1000 } else { 80 };
    let is_read = |quantity: &Value| fault == Fault::TextAsNumber && quantity.is_string();
    let is_wrong = |name: &&str| match *name {
        "name" => has("name") && !is_text(&body["name"], longest),
        "quantity" => {
            let quantity = &body["quantity"];
            has("quantity") && !is_within(quantity, 0, 100) && !is_read(quantity)
        }
        "tags" => {
            let most = match fault {
                Fault::Object(ObjectFault::NineTags) => 9,
                Fault::Object(ObjectFault::EightRefused) => 7,
                _ => 8,
            };
            has("tags") && !tags.is_some_and(|tags| tags.len() <= most && tags.iter().all(is_tag))
        }
        _ => !(body["note"].is_null() || body["note"].is_string()),
    };
    ["name", "quantity", "tags", "note"].into_iter().find(is_wrong)
}

impl Stockroom {
    fn answer(&mut self, received: &ReceivedRequest) -> Answer {
        let request = received.request();
        let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
        let path = percent_encoding::percent_decode_str(path).decode_utf8_lossy();
        let segments: Vec<&str> = path.split('/').skip(1).collect();
        let body: Value = serde_json::from_str(&received.body).unwrap_or_default();
        match (request.method.as_str(), segments.as_slice()) {
            ("POST", ["items"]) => self.add_item(&body),
            ("GET", ["items"]) => self.list_items(query),
            ("POST", ["suppliers"]) => self.add_supplier(&body),
            ("GET", ["suppliers"]) => {
                let mut suppliers = self.suppliers.clone();
                suppliers.sort_by_key(|supplier| supplier["name"].as_str().map(str::to_owned));
                if self.fault == Fault::SuppliersReversed {
                    suppliers.reverse();
                }
                match self.fault {
                    Fault::Envelope => (200, json!({ "suppliers": suppliers })),
                    _ => (200, Value::from(suppliers)),
                }
            }
            ("GET", ["suppliers", id]) => {
                let mut known = self.suppliers.iter();
                let id = id.parse::<u64>().ok().filter(|_| self.fault != Fault::NoSupplier);
                let found = known.find(|supplier| id.is_some() && supplier["id"].as_u64() == id);
                let first = self.suppliers.first().filter(|_| self.fault == Fault::OtherRecord);
                match found.map(|found| first.unwrap_or(found)) {
                    Some(supplier) => (200, supplier.clone()),
                    None => (404, Value::Null),
                }
            }
            (method, ["items", id, rest @ ..]) => match id.parse() {
                Ok(id) if self.items.contains_key(&id) => self.on_item(method, id, rest, &body),
                Ok(id) if self.gone.contains_key(&id) => match self.fault {
                    Fault::GoneShown => (200, self.gone[&id].clone()),
                    Fault::GoneRemoved if method == "DELETE" => (204, Value::Null),
                    _ => (404, Value::Null),
                },
                _ => match self.fault {
                    Fault::NotFoundWithBody => refused(404, "not_found"),
                    Fault::NotFoundAsBad => (400, Value::Null),
                    Fault::UnknownRemoved if method == "DELETE" => (204, Value::Null),
                    _ => (404, Value::Null),
                },
            },
            _ => (404, Value::Null),
        }
    }

    /// The refusal of a member of an item.
    fn refuse_member(&self, name: &str, body: &Value) -> Answer {
        match self.fault {
            Fault::NullFails if body[name].is_null() => (500, Value::Null),
            Fault::OtherField if name == "quantity" => invalid("name"),
            Fault::NoField => refused(422, "a member cannot be kept"),
            _ => invalid(name),
        }
    }

    fn list_items(&self, query: &str) -> Answer {
        let fault = match self.fault {
            Fault::Page(fault) => Some(fault),
            _ => None,
        };
        let is = |wanted| fault == Some(wanted);
        let sent = |name: &str| -> Vec<&str> {
            let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            pairs.filter(|(key, _)| *key == name).map(|(_, value)| value).collect()
        };
        let number = |name: &str, default: usize| match sent(name).as_slice() {
            [] => Some(default),
            [number, ..] => number.parse::<usize>().ok(),
        };
        let default = if is(PageFault::OtherDefault) { 10 } else { 20 };
        let Some(offset) = number("offset", 0) else {
            return invalid("offset");
        };
        let limit = number("limit", default).filter(|limit| (1..=50).contains(limit));
        let Some(limit) = limit else {
            return invalid(if is(PageFault::OtherField) { "offset" } else { "limit" });
        };
        let (status, tags) = (sent("status"), sent("tag"));
        let is_kept = |item: &&Value| {
            let is_of_status = is(PageFault::StatusIgnored)
                || status.iter().all(|status| item["status"] == **status);
            let carried = item["tags"].as_array();
            is_of_status
                && tags.iter().all(|tag| {
                    carried.is_some_and(|carried| carried.iter().any(|known| known == tag))
                })
        };
        let gone = self.gone.values().filter(|_| self.fault == Fault::GoneListed);
        let mut items: Vec<_> = self.items.values().chain(gone).filter(is_kept).cloned().collect();
        if is(PageFault::ChangedLast) {
            let place = |item: &Value| self.changed.iter().rposition(|id| item["id"] == *id);
            items.sort_by_key(place);
        }
        if self.fault == Fault::TiesReversed {
            items.reverse();
            items.sort_by_key(|item| item["created_at"].to_string());
        }
        if self.fault == Fault::QuantitiesMixed {
            let quantities: Vec<_> = items.iter().map(|item| item["quantity"].clone()).collect();
            let moved = items.iter_mut().skip(1).zip(quantities);
            moved.for_each(|(item, quantity)| item["quantity"] = quantity);
        }
        if is(PageFault::Reversed) {
            items.reverse();
        }
        let total = items.len();
        let start = match fault {
            Some(PageFault::Gap) if offset > 0 => offset + 1,
            Some(PageFault::Overlap) if offset > 0 => offset - 1,
            Some(PageFault::LastAgain) if offset >= total => total.saturating_sub(limit),
            _ => offset,
        };
        let shown = if is(PageFault::SizeIgnored) { 20 } else { limit };
        let page: Vec<_> = items.into_iter().skip(start).take(shown).collect();
        let total = match fault {
            Some(PageFault::TotalOfPage) => page.len(),
            Some(PageFault::NoTotalOfEmpty) if page.is_empty() => 0,
            _ => total,
        };
        let offset = if is(PageFault::OffsetNotRepeated) { 0 } else { offset };
        (200, json!({ "items": page, "total": total, "offset": offset, "limit": limit }))
    }

    fn on_item(&mut self, method: &str, id: u64, rest: &[&str], body: &Value) -> Answer {
        let Some(item) = self.items.get_mut(&id) else { return (404, Value::Null) };
        match (method, rest) {
            ("DELETE", []) if !movements::is_removed(item, self.fault) => {
                return refused(409, "not_empty");
            }
            ("DELETE", []) => {
                self.gone.extend(self.items.remove(&id).map(|item| (id, item)));
                return (204, Value::Null);
            }
            ("PATCH", []) => {
                let supplier = suppliers::of_item(body, &self.suppliers, self.fault);
                let wrong = wrong_member(body, self.fault).or(supplier.as_ref().err().copied());
                if let Some(name) = wrong.filter(|_| self.fault != Fault::ChangedAnyway) {
                    if self.fault == Fault::HalfChanged
                        && name != "name"
                        && body["name"].is_string()
                    {
                        item["name"] = body["name"].clone();
                    }
                    return self.refuse_member(name, body);
                }
                if !self.fault.change(item, body) {
                    return invalid("note");
                }
                suppliers::change(item, supplier.ok().flatten(), self.fault);
                item["updated_at"] = match self.fault {
                    Fault::Quantity(QuantityFault::ChangedEarly) => "2001-01-01T00:00:00Z".into(),
                    _ => now().into(),
                };
                self.changed.push(id);
                if let Some(name) = wrong {
                    return invalid(name);
                }
            }
            ("PUT", ["status"]) => {
                let state = item["status"].as_str().unwrap_or_default().to_owned();
                let to = body["status"].as_str().unwrap_or_default();
                let is_known = ["draft", "active", "on_hold", "retired"].contains(&to);
                if !is_known && self.fault != Fault::UnknownState {
                    return invalid("status");
                }
                match (state.as_str(), to) {
                    ("on_hold", "retired") if self.fault == Fault::HeldNotRetired => {
                        return refused(409, "move_not_allowed");
                    }
                    ("active", "draft") if self.fault == Fault::DraftAgain => {}
                    ("draft" | "on_hold", "active") | ("active", "on_hold") => {}
                    ("active" | "on_hold", "retired") => {}
                    _ => return refused(409, "move_not_allowed"),
                }
                item["status"] = match to {
                    "retired" if self.fault == Fault::RetiredAsHeld => "on_hold".into(),
                    to => to.into(),
                };
            }
            ("POST", ["movements"]) => return self.book(id, body),
            ("GET", ["movements"]) => {
                let all = self.fault == Fault::ItemIgnored;
                let is_of_item = |movement: &&Value| all || movement["item_id"] == id;
                let mut shown: Vec<_> = self.movements.iter().filter(is_of_item).cloned().collect();
                if self.fault == Fault::MovementsReversed {
                    shown.reverse();
                }
                return (200, Value::from(shown));
            }
            _ => {}
        }
        (200, item.clone())
    }

    fn add_item(&mut self, body: &Value) -> Answer {
        let supplier = suppliers::of_item(body, &self.suppliers, self.fault);
        let wrong = wrong_member(body, self.fault).or(supplier.as_ref().err().copied());
        let wrong = wrong.or((!is_sku(&body["sku"])).then_some("sku"));
        let wrong = wrong.or(body.get("name").is_none().then_some("name"));
        if let Some(name) = wrong.filter(|_| self.fault != Fault::KeptAnyway) {
            return self.refuse_member(name, body);
        }
        if self.items.values().any(|item| item["sku"] == body["sku"]) {
            return match self.fault {
                Fault::OtherWords => refused(409, "taken"),
                Fault::TakenWithField => (409, json!({ "problem": "sku_taken", "field": "sku" })),
                _ => refused(409, "sku_taken"),
            };
        }
        self.count += 3;
        let or = |name: &str, other: Value| body.get(name).cloned().unwrap_or(other);
        let mut item = json!({
            "id": self.count,
            "sku": body["sku"],
            "name": body["name"],
            "quantity": or("quantity", u8::from(self.fault == Fault::OtherDefault).into()),
            "status": "draft",
            "tags": or("tags", json!([])),
            "supplier": supplier.ok().flatten(),
            "note": body["note"],
            "created_at": now(),
            "updated_at": now(),
        });
        let mut kept = item.clone();
        if self.fault == Fault::DefaultNotKept && body.get("tags").is_none() {
            kept["tags"] = json!(["untagged"]);
        }
        self.items.insert(self.count, kept);
        if let Some(name) = wrong {
            return invalid(name);
        }
        if let (Fault::LostMember, Some(members)) = (self.fault, item.as_object_mut()) {
            members.remove("tags");
        }
        (201, item)
    }

    fn add_supplier(&mut self, body: &Value) -> Answer {
        let days = body.get("lead_days").cloned().unwrap_or(7.into());
        let contact = match suppliers::contact(body, self.fault) {
            Ok(contact) => contact,
            Err(name) => return invalid(name),
        };
        if !is_within(&days, 0, 90) {
            return invalid("lead_days");
        }
        if !is_text(&body["name"], 60) {
            return invalid("name");
        }
        if self.suppliers.iter().any(|supplier| supplier["name"] == body["name"]) {
            return refused(409, "name_taken");
        }
        let supplier = json!({
            "id": self.suppliers.len() + 1,
            "name": body["name"],
            "lead_days": days,
            "contact": contact,
            "created_at": now(),
        });
        self.suppliers.push(supplier.clone());
        (201, supplier)
    }
}

pub fn open(fault: Fault) -> (Server, Arc<Mutex<Stockroom>>) {
    let stockroom = Arc::new(Mutex::new(Stockroom { fault, ..Stockroom::default() }));
    let shared = Arc::clone(&stockroom);
    let server = answering(move |received| shared.lock().unwrap().answer(received));
    (server, stockroom)
}
