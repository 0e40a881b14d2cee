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
    /// What the list of items does wrong.
    Page(PageFault),
}

/// What the list of items does wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum PageFault {
    /// Each page begins one item later than it should.
    Gap,
    /// Each page but the first begins with the last item of the page before.
    Overlap,
    /// The size that is asked for is not applied.
    SizeIgnored,
    /// Without a size, a page has 10 items.
    OtherDefault,
    /// The total is that of the page.
    TotalOfPage,
    /// The offset is not repeated.
    OffsetNotRepeated,
    /// A page after the last one is the last one.
    LastAgain,
    /// The newest items come first.
    Reversed,
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
        let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
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
        let (Some(offset), Some(limit)) = (number("offset", 0), number("limit", default)) else {
            return refused(422, "offset");
        };
        if !(1..=50).contains(&limit) {
            return refused(422, "limit");
        }
        let (status, tags) = (sent("status"), sent("tag"));
        let is_kept = |item: &&Value| {
            let is_of_status = status.iter().all(|status| item["status"] == **status);
            let carried = item["tags"].as_array();
            is_of_status
                && tags.iter().all(|tag| {
                    carried.is_some_and(|carried| carried.iter().any(|known| known == tag))
                })
        };
        let mut items: Vec<_> = self.items.values().filter(is_kept).cloned().collect();
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
        let total = if is(PageFault::TotalOfPage) { page.len() } else { total };
        let offset = if is(PageFault::OffsetNotRepeated) { 0 } else { offset };
        (200, json!({ "items": page, "total": total, "offset": offset, "limit": limit }))
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
                for name in ["name", "quantity", "tags", "note"] {
                    if let Some(value) = body.get(name) {
                        item[name] = value.clone();
                    }
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
                    ("draft" | "on_hold", "active") | ("active", "on_hold") => {}
                    ("active" | "on_hold", "retired") => {}
                    _ => return refused(409, "move_not_allowed"),
                }
                item["status"] = to.into();
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
            "quantity": or("quantity", 0.into()),
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
        "add_item.success.body",
        "add_item.success.tags.echo",
        "get_item.success.id.echo",
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

/// A run that changes no list while it reads it.
fn run_alone(fault: Fault) -> (Output, Value) {
    let ((server, _), folder) = (open(fault), Folder::new());
    let output = call(&folder, &server, &[RUN, &["--jobs", "1"]].concat());
    let report = report(&folder);
    (output, report)
}

#[test]
fn pages_by_offset_are_held() {
    let (output, report) = run_alone(Fault::None);
    let text = output_text(&output);
    assert_eq!(code(&output), 3, "{text}");
    for id in [
        "list_items.order",
        "list_items.paging.offset",
        "list_items.paging.per_page",
        "list_items.paging.per_page.default",
        "list_items.paging.after_last",
        "list_items.success.total",
        "list_items.success.offset",
        "list_items.success.limit",
    ] {
        assert_eq!(clause(&report, id)["verdict"], "held", "{id}: {text}");
    }
}

#[test]
fn faults_of_pages_by_offset_are_violations() {
    for (fault, id) in [
        (PageFault::Gap, "list_items.paging.offset"),
        (PageFault::Overlap, "list_items.paging.offset"),
        (PageFault::SizeIgnored, "list_items.paging.per_page"),
        (PageFault::OtherDefault, "list_items.paging.per_page.default"),
        (PageFault::TotalOfPage, "list_items.success.total"),
        (PageFault::OffsetNotRepeated, "list_items.success.offset"),
        (PageFault::LastAgain, "list_items.paging.after_last"),
        (PageFault::Reversed, "list_items.order"),
    ] {
        let (output, report) = run_alone(Fault::Page(fault));
        let text = output_text(&output);
        assert_eq!(clause(&report, id)["verdict"], "violated", "{fault:?}: {text}");
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
