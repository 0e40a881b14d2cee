//! A service without a key whose bodies are bare records and lists: whole runs against a server that conforms, and against
//! servers with a fault, over HTTP.

use std::collections::BTreeMap;
use std::process::Output;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::foreign::{self, RUN, answering, report};
use crate::program::{Folder, clause, code, output_text};
use crate::server::{ReceivedRequest, Server};

type Answer = (u16, Value);

/// What a server does wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    /// A new item is answered without its tags.
    LostMember,
    /// Every supplier is answered with the first one.
    OtherRecord,
    /// Suppliers are listed in the reverse order.
    SuppliersReversed,
    /// Movements are listed in the reverse order.
    MovementsReversed,
    /// The movements of all items are listed for each.
    ItemIgnored,
    /// A list is answered with an object around it.
    Envelope,
    /// A new item has one part where no quantity was sent.
    OtherDefault,
    /// A note that is sent as null stays as it was.
    NullIgnored,
    /// A note that is sent as null is refused.
    NullRefused,
    /// A change without tags takes all tags off.
    TagsReset,
    /// A changed quantity is not kept.
    QuantityLost,
    /// An item on hold cannot be retired.
    HeldNotRetired,
    /// A move to a draft is accepted.
    DraftAgain,
    /// An item that is retired is shown as on hold.
    RetiredAsHeld,
}

impl Fault {
    /// Gives an item the members that a change sends; whether it is accepted.
    fn change(self, item: &mut Value, body: &Value) -> bool {
        let is_null = body.get("note").is_some_and(Value::is_null);
        for name in ["name", "quantity", "tags", "note"] {
            let is_ignored = name == "note" && is_null && self == Self::NullIgnored
                || name == "quantity" && self == Self::QuantityLost;
            match body.get(name).filter(|_| !is_ignored) {
                Some(value) => item[name] = value.clone(),
                None if name == "tags" && self == Self::TagsReset => item[name] = json!([]),
                None => {}
            }
        }
        !(is_null && self == Self::NullRefused)
    }
}

/// What the stockroom has, by identifier. The identifiers of all kinds overlap.
struct Stockroom {
    items: BTreeMap<u64, Value>,
    suppliers: Vec<Value>,
    movements: Vec<Value>,
    count: u64,
    fault: Fault,
}

fn refused(status: u16, problem: &str) -> Answer {
    (status, json!({ "problem": problem }))
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
fn wrong_member(body: &Value) -> Option<&'static str> {
    let has = |name: &str| body.get(name).is_some();
    let tags = body["tags"].as_array();
    let is_wrong = |name: &&str| match *name {
        "name" => has("name") && !is_text(&body["name"], 80),
        "quantity" => has("quantity") && !is_within(&body["quantity"], 0, 100),
        "tags" => {
            has("tags") && !tags.is_some_and(|tags| tags.len() <= 8 && tags.iter().all(is_tag))
        }
        _ => !(body["note"].is_null() || body["note"].is_string()),
    };
    ["name", "quantity", "tags", "note"].into_iter().find(is_wrong)
}

impl Stockroom {
    fn answer(&mut self, received: &ReceivedRequest) -> Answer {
        let request = received.request();
        let segments: Vec<&str> = request.target.split('/').skip(1).collect();
        let body: Value = serde_json::from_str(&received.body).unwrap_or_default();
        match (request.method.as_str(), segments.as_slice()) {
            ("POST", ["items"]) => self.add_item(&body),
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
                let id = id.parse::<u64>().ok();
                let found = known.find(|supplier| id.is_some() && supplier["id"].as_u64() == id);
                let first = self.suppliers.first().filter(|_| self.fault == Fault::OtherRecord);
                match found.map(|found| first.unwrap_or(found)) {
                    Some(supplier) => (200, supplier.clone()),
                    None => (404, Value::Null),
                }
            }
            (method, ["items", id, rest @ ..]) => match id.parse() {
                Ok(id) if self.items.contains_key(&id) => self.on_item(method, id, rest, &body),
                _ => (404, Value::Null),
            },
            _ => (404, Value::Null),
        }
    }

    fn on_item(&mut self, method: &str, id: u64, rest: &[&str], body: &Value) -> Answer {
        let Some(item) = self.items.get_mut(&id) else { return (404, Value::Null) };
        match (method, rest) {
            ("DELETE", []) => {
                self.items.remove(&id);
                return (204, Value::Null);
            }
            ("PATCH", []) => {
                if let Some(name) = wrong_member(body) {
                    return refused(422, name);
                }
                if !self.fault.change(item, body) {
                    return refused(422, "note");
                }
                item["updated_at"] = now().into();
            }
            ("PUT", ["status"]) => {
                let state = item["status"].as_str().unwrap_or_default().to_owned();
                let to = body["status"].as_str().unwrap_or_default();
                if !["draft", "active", "on_hold", "retired"].contains(&to) {
                    return refused(422, "status");
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
        let wrong = wrong_member(body).or((!is_sku(&body["sku"])).then_some("sku"));
        if let Some(name) = wrong.or(body.get("name").is_none().then_some("name")) {
            return refused(422, name);
        }
        if self.items.values().any(|item| item["sku"] == body["sku"]) {
            return refused(409, "sku_taken");
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
            "note": body["note"],
            "created_at": now(),
            "updated_at": now(),
        });
        self.items.insert(self.count, item.clone());
        if let (Fault::LostMember, Some(members)) = (self.fault, item.as_object_mut()) {
            members.remove("tags");
        }
        (201, item)
    }

    fn add_supplier(&mut self, body: &Value) -> Answer {
        let days = body.get("lead_days").cloned().unwrap_or(7.into());
        let contact = match &body["contact"] {
            Value::Null => Value::Null,
            given if given["email"].is_string() => {
                json!({ "email": given["email"], "phone": given["phone"] })
            }
            _ => return refused(422, "contact.email"),
        };
        if !is_text(&body["name"], 60) || !is_within(&days, 0, 90) {
            return refused(422, "name");
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

    fn book(&mut self, id: u64, body: &Value) -> Answer {
        let Some(item) = self.items.get_mut(&id) else { return (404, Value::Null) };
        let delta = body["delta"].as_i64().unwrap_or_default();
        let reasons = ["received", "used", "lost", "counted"];
        if !(-100..=100).contains(&delta) || delta == 0 {
            return refused(422, "delta");
        }
        if !body["reason"].as_str().is_some_and(|reason| reasons.contains(&reason)) {
            return refused(422, "reason");
        }
        if item["status"] == "retired" {
            return refused(409, "item_retired");
        }
        let quantity = item["quantity"].as_i64().unwrap_or_default() + delta;
        if !(0..=100).contains(&quantity) {
            return refused(409, "quantity_out_of_range");
        }
        item["quantity"] = quantity.into();
        let movement = json!({
            "id": self.movements.len() + 1,
            "item_id": id,
            "delta": delta,
            "reason": body["reason"],
            "quantity_after": quantity,
            "created_at": now(),
        });
        self.movements.push(movement.clone());
        (201, movement)
    }
}

fn open(fault: Fault) -> (Server, Arc<Mutex<Stockroom>>) {
    let (items, suppliers, movements) = (BTreeMap::new(), Vec::new(), Vec::new());
    let stockroom = Stockroom { items, suppliers, movements, count: 0, fault };
    let stockroom = Arc::new(Mutex::new(stockroom));
    let shared = Arc::clone(&stockroom);
    let server = answering(move |received| shared.lock().unwrap().answer(received));
    (server, stockroom)
}

fn call(folder: &Folder, server: &Server, arguments: &[&str]) -> Output {
    foreign::call("stockroom", None, folder, server, arguments)
}

#[test]
fn a_run_without_a_key_holds_most_clauses_and_leaves_nothing_that_can_be_removed() {
    let ((server, stockroom), folder) = (open(Fault::None), Folder::new());
    let output = call(&folder, &server, RUN);
    let text = output_text(&output);
    assert_eq!(code(&output), 3, "{text}");
    let report = report(&folder);
    let clauses = report["clauses"].as_array().unwrap();
    let count = |verdict: &str| clauses.iter().filter(|it| it["verdict"] == verdict).count();
    assert_eq!((count("violated"), count("deviates")), (0, 0), "{text}");
    assert!(count("held") * 10 >= clauses.len() * 8, "{text}");
    let left = report["leftovers"].as_array().unwrap();
    assert!(left.iter().all(|left| left["unavoidable"] == true), "{text}");
    assert!(stockroom.lock().unwrap().items.is_empty(), "{text}");
    let heads = server.heads();
    assert!(heads.iter().all(|head| !head.to_ascii_lowercase().contains("authorization")));
    for id in [
        "add_item.body.note.null",
        "add_item.body.tags.default",
        "add_item.success.body",
        "change_item.body.note.null",
        "change_item.updates.name.kept",
        "change_item.updates.note",
        "change_item.updates.quantity",
        "change_item.updates.quantity.kept",
        "change_item.updates.tags",
        "add_item.success.tags.echo",
        "get_item.success.id.echo",
        "move_item.errors.move_not_allowed.refused",
        "move_item.transition.activate.allowed",
        "move_item.transition.hold.done",
        "move_item.transition.retire.allowed",
        "move_item.transition.retire.done",
        "list_movements.order",
        "list_movements.success.item_id.echo",
        "list_suppliers.order",
        "list_suppliers.success.body",
    ] {
        assert_eq!(clause(&report, id)["verdict"], "held", "{id}: {text}");
    }
}

#[test]
fn faults_in_bare_bodies_are_violations() {
    for (fault, id) in [
        (Fault::LostMember, "add_item.success.tags.present"),
        (Fault::OtherRecord, "get_supplier.success.id.echo"),
        (Fault::SuppliersReversed, "list_suppliers.order"),
        (Fault::MovementsReversed, "list_movements.order"),
        (Fault::ItemIgnored, "list_movements.success.item_id.echo"),
        (Fault::Envelope, "list_suppliers.success.body"),
        (Fault::OtherDefault, "add_item.body.quantity.default"),
        (Fault::NullIgnored, "change_item.body.note.null"),
        (Fault::NullRefused, "change_item.body.note.null"),
        (Fault::TagsReset, "change_item.updates.tags.kept"),
        (Fault::QuantityLost, "change_item.updates.quantity"),
        (Fault::HeldNotRetired, "move_item.transition.retire.allowed"),
        (Fault::DraftAgain, "move_item.errors.move_not_allowed.refused"),
        (Fault::RetiredAsHeld, "move_item.transition.retire.done"),
    ] {
        let ((server, _), folder) = (open(fault), Folder::new());
        let output = call(&folder, &server, RUN);
        let report = report(&folder);
        assert_eq!(
            clause(&report, id)["verdict"],
            "violated",
            "{fault:?}: {}",
            output_text(&output)
        );
        assert_eq!(code(&output), 1);
    }
}

#[test]
fn plan_and_discover_need_no_key_and_a_given_one_is_refused() {
    let ((server, _), folder) = (open(Fault::None), Folder::new());
    for arguments in [&["plan", "--level", "own"][..], &["discover"]] {
        let output = call(&folder, &server, arguments);
        assert_eq!(code(&output), 0, "{}", output_text(&output));
    }
    folder.write("key", "unused-api-key-0123456789");
    let output = call(&folder, &server, &[RUN, &["--api-key-file", "key"]].concat());
    assert_eq!(code(&output), 2);
    assert!(output_text(&output).contains("the service has no key"), "{}", output_text(&output));
    folder.write("target.yaml", "target: 1\nkeys:\n  main: { env: KEY }\n");
    let output = call(&folder, &server, &[RUN, &["--target", "target.yaml"]].concat());
    assert_eq!(code(&output), 2);
    assert!(output_text(&output).contains("the service has no key"), "{}", output_text(&output));
}
