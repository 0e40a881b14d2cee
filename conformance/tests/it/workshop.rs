//! Records that are identified by numbers and by opaque texts, a key with a scheme, and errors with a code: whole runs over
//! HTTP, against a server that conforms and against servers with a fault.

use std::collections::BTreeMap;
use std::process::Output;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::foreign::{self, RUN, answering, assert_held, assert_violations, report};
use crate::program::{Folder, clause, code, output_text};
use crate::server::{ReceivedRequest, Server};

const KEY: &str = "Bearer wk_0123456789abcdef";

/// A key that may do less.
const APPRENTICE: &str = "Bearer wk_apprentice_42";

/// What the workshop has, by kind and identifier.
#[derive(Default)]
struct Workshop {
    records: BTreeMap<(&'static str, String), Value>,
    /// The identifiers of tools and bookings are numbers that overlap.
    count: BTreeMap<&'static str, u64>,
    fault: Option<Fault>,
}

/// What a server does wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    /// Every tool is answered with the first one.
    MixesUp,
    /// A wrong key is refused with the code of a missing one.
    OtherCode,
    /// The code of a refused key is left out.
    NoCode,
    /// The message is next to the object that it belongs in.
    MessageOutside,
    /// Of several names to list, only the first counts.
    FirstName,
    /// A name to list is not looked at.
    AnyName,
    /// No repair is found by its identifier.
    NoRepair,
    /// A booking is answered and not kept.
    BookingLost,
    /// A repair is kept with another fault.
    OtherProblem,
    /// A tool may have no name.
    Nameless,
    /// Escapes in a path are not decoded.
    EscapesKept,
    /// An apprentice may do what all may do.
    Unlimited,
}

type Answer = (u16, Value);

fn refused(status: u16, code: impl Into<String>, message: impl Into<String>) -> Answer {
    (status, json!({ "error": { "code": code.into(), "message": message.into() } }))
}

impl Workshop {
    fn answer(&mut self, received: &ReceivedRequest) -> Answer {
        let (status, mut body) = self.correct_answer(received);
        if let Some(error) = body.get_mut("error") {
            match self.fault {
                Some(Fault::OtherCode) if error["code"] == "bad_key" => {
                    error["code"] = json!("no_key");
                }
                Some(Fault::NoCode) if status == 401 => {
                    error.as_object_mut().unwrap().remove("code");
                }
                Some(Fault::MessageOutside) => {
                    let message = error.as_object_mut().unwrap().remove("message");
                    body["message"] = message.unwrap();
                }
                _ => {}
            }
        }
        (status, body)
    }

    fn correct_answer(&mut self, received: &ReceivedRequest) -> Answer {
        match received.header("authorization").map(str::trim) {
            None | Some("") => return refused(401, "no_key", "A key is needed"),
            Some(KEY) => {}
            Some(APPRENTICE) => {
                if received.request().method.as_str() == "PATCH"
                    && self.fault != Some(Fault::Unlimited)
                {
                    return refused(403, "not_allowed", "Apprentices do not rename tools");
                }
            }
            // What has another scheme is answered like no other request.
            Some(key) if !key.starts_with("Bearer ") => {
                return refused(400, "scheme", "Another scheme");
            }
            Some(_) => return refused(401, "bad_key", "The key is not known"),
        }
        let request = received.request();
        let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
        let decoded = |text| percent_encoding::percent_decode_str(text).decode_utf8_lossy();
        let sent = |name: &str| -> Vec<String> {
            let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            let values = pairs.filter(|(key, _)| decoded(key) == name);
            values.map(|(_, value)| decoded(value).into_owned()).collect()
        };
        let path = match self.fault {
            Some(Fault::EscapesKept) => path.into(),
            _ => decoded(path),
        };
        let segments: Vec<&str> = path.split('/').skip(1).collect();
        let body: Value = serde_json::from_str(&received.body).unwrap_or_default();
        match (request.method.as_str(), segments.as_slice()) {
            ("POST", ["tools"]) => self.add_tool(&body),
            ("GET", ["tools"]) => {
                let tools = self.records.iter().filter(|((kind, _), _)| *kind == "tool");
                let mut tools: Vec<_> = tools.map(|(_, tool)| tool.clone()).collect();
                let mut names: Vec<_> = sent("filter[name]");
                match self.fault {
                    Some(Fault::FirstName) => names.truncate(1),
                    Some(Fault::AnyName) => names.clear(),
                    _ => {}
                }
                let is_named = |tool: &Value| names.iter().any(|name| tool["name"] == **name);
                tools.retain(|tool| names.is_empty() || is_named(tool));
                let shelves = sent("shelf");
                let is_there = |tool: &Value| shelves.contains(&tool["shelf"].to_string());
                tools.retain(|tool| shelves.is_empty() || is_there(tool));
                tools.sort_by_key(|tool| tool["id"].as_u64());
                (200, json!({ "tools": tools }))
            }
            ("GET", ["tools", id]) => {
                let first = self.records.keys().find(|(kind, _)| *kind == "tool");
                let first =
                    first.filter(|_| self.fault == Some(Fault::MixesUp)).map(|(_, id)| id.clone());
                self.show("tool", first.as_deref().unwrap_or(id))
            }
            ("PATCH", ["tools", id]) => {
                if let Some(tool) = self.records.get_mut(&("tool", (*id).to_owned()))
                    && let Some(name) = body.get("name")
                {
                    tool["name"] = name.clone();
                }
                self.show("tool", id)
            }
            ("DELETE", ["tools", id]) => self.remove("tool", id),
            ("POST", ["tools", id, "repairs"]) => {
                if !body["fault"].is_string() {
                    return refused(422, "no_fault", "What is to be repaired?");
                }
                let tool = self.show("tool", id);
                let number = self.next("repair");
                let ticket = format!("rep-{number}X");
                let mut made = self.below(tool, "repair", ticket.clone(), |tool, ticket| {
                    json!({ "ticket": ticket, "tool_id": tool["id"], "fault": body["fault"] })
                });
                if self.fault == Some(Fault::OtherProblem)
                    && let Some(kept) = self.records.get_mut(&("repair", ticket))
                {
                    kept["fault"] = "It does not work".into();
                    made.1["repair"]["fault"] = body["fault"].clone();
                }
                made
            }
            ("GET", ["repairs", id]) if self.fault == Some(Fault::NoRepair) => {
                unknown("repair", id)
            }
            ("GET", ["repairs", id]) => self.show("repair", id),
            ("DELETE", ["repairs", id]) => self.remove("repair", id),
            ("POST", ["bookings"]) => {
                if !body["purpose"].is_string() {
                    return refused(422, "no_purpose", "What is the tool for?");
                }
                let tool = self.show("tool", &body["tool"].to_string());
                let number = self.next("booking");
                let made = self.below(tool, "booking", number.to_string(), |tool, _| {
                    json!({ "number": number, "tool": tool["id"], "purpose": body["purpose"] })
                });
                if self.fault == Some(Fault::BookingLost) {
                    self.records.remove(&("booking", number.to_string()));
                }
                made
            }
            ("DELETE", ["bookings", id]) => self.remove("booking", id),
            _ => refused(404, "place", "no such place"),
        }
    }

    fn next(&mut self, kind: &'static str) -> u64 {
        let count = self.count.entry(kind).or_default();
        *count += 1;
        *count
    }

    fn add_tool(&mut self, body: &Value) -> Answer {
        if !body["name"].is_string() && self.fault != Some(Fault::Nameless) {
            return refused(422, "no_name", "A tool has a name");
        }
        let id = self.next("tool");
        let name = body["name"].as_str().unwrap_or_default();
        let tool = json!({ "id": id, "name": name, "shelf": body["shelf"] });
        self.records.insert(("tool", id.to_string()), tool);
        self.created("tool", &id.to_string())
    }

    fn created(&self, kind: &'static str, id: &str) -> Answer {
        (201, self.show(kind, id).1)
    }

    /// A record that belongs to a tool.
    fn below(
        &mut self,
        (status, tool): Answer,
        kind: &'static str,
        id: String,
        make: impl FnOnce(&Value, &str) -> Value,
    ) -> Answer {
        if status != 200 {
            return (status, tool);
        }
        self.records.insert((kind, id.clone()), make(&tool["tool"], &id));
        self.created(kind, &id)
    }

    fn show(&self, kind: &'static str, id: &str) -> Answer {
        match self.records.get(&(kind, id.to_owned())) {
            Some(record) => (200, json!({ kind: record })),
            None => unknown(kind, id),
        }
    }

    fn remove(&mut self, kind: &'static str, id: &str) -> Answer {
        match self.records.remove(&(kind, id.to_owned())) {
            Some(_) => (204, Value::Null),
            None => unknown(kind, id),
        }
    }
}

fn unknown(kind: &str, id: &str) -> Answer {
    refused(404, format!("{kind}_unknown"), format!("No {kind} {id}"))
}

/// A workshop with tools of others, whose numbers are those of the first bookings.
fn open(fault: impl Into<Option<Fault>>) -> (Server, Arc<Mutex<Workshop>>) {
    let mut workshop = Workshop { fault: fault.into(), ..Workshop::default() };
    for _ in 0..3 {
        workshop.add_tool(&json!({ "name": "A saw" }));
    }
    let workshop = Arc::new(Mutex::new(workshop));
    let shared = Arc::clone(&workshop);
    let server = answering(move |received| shared.lock().unwrap().answer(received));
    (server, workshop)
}

fn call(folder: &Folder, server: &Server, arguments: &[&str]) -> Output {
    foreign::call("workshop", Some(("WORKSHOP_API_KEY", KEY)), folder, server, arguments)
}

#[test]
fn a_run_leaves_nothing_behind() {
    let ((server, workshop), folder) = (open(None), Folder::new());
    let output = call(&folder, &server, &[RUN, &["--allow", "not_exercised"]].concat());
    let text = output_text(&output);
    assert_eq!(code(&output), 0, "{text}");
    let workshop = workshop.lock().unwrap();
    let left: Vec<_> = workshop.records.keys().collect();
    assert_eq!(left.len(), 3, "{left:?} {text}");
    assert!(workshop.count.values().sum::<u64>() > 100, "{:?}", workshop.count);
    let report = report(&folder);
    assert_eq!(report["leftovers"], json!([]), "{text}");
    let ids = [
        "get_tool.path.tool.integer",
        "get_tool.success.tool.id.echo",
        "get_repair.path.repair.string",
        "order_repair.success.repair.tool_id.echo",
        "book_tool.body.tool.integer",
        "order_repair.path.tool.integer",
        "add_tool.body.name.required",
        "book_tool.body.purpose.required",
        "book_tool.creates",
        "order_repair.creates",
        "get_tool.key.required",
        "service.errors.key_missing.code",
        "service.errors.body",
        "list_tools.query.names.filter",
        "list_tools.query.names.several",
    ];
    assert_held(&report, &ids, &output);
}

#[test]
fn another_record_than_the_number_names_is_a_violation() {
    let ((server, _), folder) = (open(Fault::MixesUp), Folder::new());
    let output = call(&folder, &server, RUN);
    let report = report(&folder);
    assert_eq!(clause(&report, "get_tool.success.tool.id.echo")["verdict"], "violated");
    assert_eq!(code(&output), 1);
}

#[test]
fn what_was_made_is_found_and_kept() {
    let faults = [
        (Fault::MixesUp, "get_tool.path.tool.integer"),
        (Fault::NoRepair, "get_repair.path.repair.string"),
        (Fault::BookingLost, "book_tool.creates"),
        (Fault::OtherProblem, "order_repair.creates"),
        (Fault::Nameless, "add_tool.body.name.required"),
        (Fault::EscapesKept, "get_repair.path.repair.string"),
        (Fault::EscapesKept, "get_tool.path.tool.integer"),
    ];
    assert_violations(&faults, |fault, flags| {
        let ((server, _), folder) = (open(fault), Folder::new());
        let output = call(&folder, &server, &[RUN, flags].concat());
        (output, report(&folder))
    });
}

#[test]
fn keys_that_may_do_less_are_refused() {
    let run = |fault: Option<Fault>, flags: &[&str]| {
        let ((server, _), folder) = (open(fault), Folder::new());
        folder.write("apprentice.key", APPRENTICE);
        let keys =
            "keys: { main: { env: WORKSHOP_API_KEY }, apprentice: { file: apprentice.key } }";
        folder.write("target.yaml", format!("target: 1\n{keys}\n"));
        let arguments = [RUN, &["--target", "target.yaml"], flags].concat();
        let output = call(&folder, &server, &arguments);
        (output, report(&folder))
    };
    let (output, report) = run(None, &[]);
    assert_ne!(code(&output), 1, "{}", output_text(&output));
    let ids = ["refused", "status", "message", "code"]
        .map(|part| format!("rename_tool.errors.not_for_apprentices.{part}"));
    assert_held(&report, &ids.each_ref().map(String::as_str), &output);
    let faults = [(Fault::Unlimited, "rename_tool.errors.not_for_apprentices.refused")];
    assert_violations(&faults, |fault, flags| run(Some(fault), flags));
}

/// The violated clauses of a run against a server with a fault.
fn violated(fault: Fault) -> Vec<String> {
    let ((server, _), folder) = (open(fault), Folder::new());
    let output = call(&folder, &server, RUN);
    assert_eq!(code(&output), 1, "{}", output_text(&output));
    let report = report(&folder);
    let clauses = report["clauses"].as_array().unwrap().iter();
    let clauses = clauses.filter(|clause| clause["verdict"] == "violated");
    clauses.map(|clause| clause["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn another_code_and_a_missing_code_are_violations() {
    assert_eq!(violated(Fault::OtherCode), ["service.errors.key_unknown.code"]);
    assert_eq!(
        violated(Fault::NoCode),
        ["service.errors.key_missing.code", "service.errors.key_unknown.code"]
    );
}

#[test]
fn a_message_at_another_place_is_a_violation() {
    assert_eq!(
        violated(Fault::MessageOutside),
        [
            "book_tool.errors.tool_not_found.message",
            "get_repair.errors.repair_not_found.message",
            "get_tool.errors.tool_not_found.message",
            "order_repair.errors.tool_not_found.message",
            "rename_tool.errors.tool_not_found.message",
            "service.errors.body",
            "service.errors.key_missing.message",
            "service.errors.key_unknown.message",
        ]
    );
}

#[test]
fn each_of_several_names_counts() {
    assert_eq!(violated(Fault::FirstName), ["list_tools.query.names.filter"]);
    assert_eq!(violated(Fault::AnyName), ["list_tools.query.names.filter"]);
}

#[test]
fn unissued_keys_keep_their_scheme() {
    let ((server, _), folder) = (open(None), Folder::new());
    call(&folder, &server, &[RUN, &["--only", "get_tool"]].concat());
    let heads = server.heads();
    let sent = heads.iter().flat_map(|head| head.lines());
    let sent = sent.filter_map(|line| {
        line.to_ascii_lowercase().strip_prefix("authorization: ").map(str::to_owned)
    });
    let (usual, others): (Vec<_>, Vec<_>) = sent.partition(|key| *key == KEY.to_ascii_lowercase());
    let others: Vec<_> = others.iter().filter(|key| !key.trim().is_empty()).collect();
    assert!(!usual.is_empty() && others.len() > 3, "{others:?}");
    assert!(others.iter().all(|key| key.starts_with("bearer ")), "{others:?}");
}
