//! Maps, Unix times, dates, any JSON, constant members, defaults, null and states: whole runs over HTTP, against a server
//! that conforms and against servers with a fault.

mod money;

use std::collections::BTreeMap;
use std::process::Output;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::foreign::{self, RUN, assert_held, assert_violations, report};
use crate::program::{Folder, code, output_text};
use crate::server::{ReceivedRequest, Server, http_response, serve, write};

const KEY: &str = "Bearer pk_0123456789abcdef";

/// What a server does wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    /// The member that names the kind has a wrong value.
    OtherKind,
    /// Times are milliseconds.
    Milliseconds,
    /// A birthday is shown with a time of day.
    BirthdayAsTime,
    /// The last entry of a map is lost.
    MetadataCut,
    /// Any JSON is kept as text.
    SettingsAsText,
    /// A payment without a currency is in dollars.
    OtherCurrency,
    /// A name that is sent as null stays as it was.
    NullIgnored,
    /// A change without metadata removes all metadata.
    MetadataReset,
    /// A captured payment stays in the state `authorized`.
    NotCaptured,
    /// More than the amount of a payment is captured.
    MoreCaptured,
    /// All of a payment is captured whatever amount is sent.
    AllCaptured,
    /// More than what was captured is refunded.
    TooMuchRefunded,
    /// A refund is not added to what the payment shows.
    RefundNotAdded,
    /// Refunds are in euros.
    RefundInEuros,
    /// What was refunded before is still left.
    RefundOfAll,
    /// A disputed payment cannot be refunded.
    DisputeNotRefunded,
    /// A captured payment is canceled instead of refunded.
    CanceledLate,
    /// A customer is kept again when a key is repeated, and the first response is given.
    MadeTwice,
    /// Keys that name a request are ignored.
    KeyIgnored,
    /// A request that is repeated with its key is refused.
    ReplayRefused,
    /// No response says that it is given again.
    NoFlag,
    /// A first response says that it is given again.
    FlagOnFirst,
    /// A key of another body gets the response to that one.
    ReuseAccepted,
    /// A key of another body is refused, and the customer is kept.
    ReuseDone,
    /// Customers with the same values are kept once, without a key as well.
    SameIsOne,
    /// Payments of the first second are left out.
    FromLater,
    /// Payments of the last second are listed.
    BeforeAndAt,
    /// A payment that one of several filters keeps is listed.
    AnyFilter,
    /// A payment from a slow source has the usual status.
    SlowAsUsual,
    /// Every payment with a source has the status of a slow one.
    EverySourceSlow,
}

struct Payments {
    customers: Vec<Value>,
    payments: Vec<Value>,
    count: u64,
    /// The body and the response of each request with a key.
    keys: BTreeMap<String, (String, Answer)>,
    /// Whether the response says that it is given again.
    is_flagged: bool,
    fault: Fault,
}

type Answer = (u16, Value);

fn refused(status: u16, code: &str, message: impl Into<String>) -> Answer {
    (status, json!({ "error": { "code": code, "message": message.into(), "param": null } }))
}

fn invalid(name: &str) -> Answer {
    refused(400, "parameter_invalid", format!("The parameter {name} is wrong"))
}

fn missing(kind: &str, id: &str, status: u16) -> Answer {
    refused(status, &format!("{kind}_missing"), format!("There is no {kind} {id}"))
}

fn is_text(value: &Value, most: usize) -> bool {
    value.as_str().is_some_and(|text| text.chars().count() <= most)
}

fn is_map(value: &Value) -> bool {
    value.as_object().is_some_and(|members| members.values().all(|value| is_text(value, 200)))
}

fn is_date(value: &Value) -> bool {
    let text = value.as_str().unwrap_or_default();
    text.len() == 10 && text.parse::<jiff::civil::Date>().is_ok()
}

fn is_list_of(value: &Value, words: &[&str]) -> bool {
    let is_word = |item: &Value| item.as_str().is_some_and(|text| words.contains(&text));
    value.as_array().is_some_and(|items| items.iter().all(is_word))
}

/// The first member of a body that cannot be kept.
fn wrong_member(body: &Value) -> Option<&str> {
    let wrong = body.as_object()?.iter().find(|(name, value)| !match name.as_str() {
        "email" => value.as_str().is_some_and(|text| text.contains('@')),
        "name" => value.is_null() || is_text(value, 100),
        "description" => value.is_null() || is_text(value, 200),
        "birthday" => value.is_null() || is_date(value),
        "credit" => value.as_str().is_some_and(|text| text.parse::<f64>().is_ok()),
        "channels" => is_list_of(value, &["web", "shop", "phone"]),
        "metadata" => is_map(value),
        "amount" => value.as_u64().is_some_and(|amount| (1..=5_000_000).contains(&amount)),
        "source" => is_list_of(&json!([value]), &["src_ok", "src_slow"]),
        "currency" => is_list_of(&json!([value]), &["eur", "usd", "gbp"]),
        _ => true,
    });
    wrong.map(|(name, _)| name.as_str())
}

impl Payments {
    fn answer(&mut self, received: &ReceivedRequest) -> Answer {
        match received.header("authorization").map(str::trim) {
            None | Some("") => return refused(401, "key_missing", "Send a key"),
            Some(KEY) => {}
            Some(_) => return refused(401, "key_invalid", "The key is not known"),
        }
        let request = received.request();
        let path = percent_encoding::percent_decode_str(&request.target).decode_utf8_lossy();
        let (path, query) = path.split_once('?').unwrap_or((&path, ""));
        let segments: Vec<&str> = path.split('/').skip(2).collect();
        let body: Value = serde_json::from_str(&received.body).unwrap_or_default();
        if let Some(name) = wrong_member(&body) {
            return invalid(name);
        }
        let newest_first =
            |all: &[Value]| (200, json!({ "data": all.iter().rev().collect::<Vec<_>>() }));
        match (request.method.as_str(), segments.as_slice()) {
            ("POST", ["customers"]) => self.create_customer_once(received, &body),
            ("GET", ["customers"]) => newest_first(&self.customers),
            ("POST", ["payments"]) => self.create_payment(&body),
            ("GET", ["payments"]) => {
                let kept = self.payments.iter().filter(|payment| self.keeps(query, payment));
                newest_first(&kept.cloned().collect::<Vec<_>>())
            }
            (method, ["customers", id]) => self.on_customer(method, id, &body),
            ("GET", ["payments", id]) => match self.payments.iter().find(|it| it["id"] == **id) {
                Some(payment) => (200, payment.clone()),
                None => missing("payment", id, 404),
            },
            ("POST", ["refunds"]) => self.create_refund(&body),
            ("POST", ["payments", id, verb]) => self.move_payment(id, verb, &body),
            _ => (404, Value::Null),
        }
    }

    /// Whether the query of a list keeps a payment.
    fn keeps(&self, query: &str, payment: &Value) -> bool {
        let created = payment["created"].as_i64().unwrap_or_default();
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        let keeps = |(name, value): (&str, &str)| match name {
            "created[gte]" => value.parse().is_ok_and(|from: i64| match self.fault {
                Fault::FromLater => created > from,
                _ => created >= from,
            }),
            "created[lt]" => value.parse().is_ok_and(|before: i64| match self.fault {
                Fault::BeforeAndAt => created <= before,
                _ => created < before,
            }),
            name => payment[name] == *value,
        };
        match self.fault {
            Fault::AnyFilter => query.is_empty() || pairs.any(keeps),
            _ => pairs.all(keeps),
        }
    }

    fn next(&mut self, kind: &str) -> String {
        self.count += 1;
        format!("{kind}_{:04}Xy", self.count)
    }

    fn kind(&self, kind: &str) -> String {
        let end = if self.fault == Fault::OtherKind { "s" } else { "" };
        format!("{kind}{end}")
    }

    fn now(&self) -> i64 {
        let now = jiff::Timestamp::now();
        match self.fault {
            Fault::Milliseconds => now.as_millisecond(),
            _ => now.as_second(),
        }
    }

    /// A value as this server keeps it.
    fn kept(&self, name: &str, value: &Value) -> Value {
        let mut kept = value.clone();
        match (self.fault, name) {
            (Fault::BirthdayAsTime, "birthday") if value.is_string() => {
                kept = format!("{}T00:00:00Z", value.as_str().unwrap_or_default()).into();
            }
            (Fault::SettingsAsText, "settings") => kept = value.to_string().into(),
            (Fault::MetadataCut, "metadata") => {
                let last =
                    value.as_object().and_then(|members| members.keys().next_back().cloned());
                if let (Some(members), Some(last)) = (kept.as_object_mut(), last) {
                    members.remove(&last);
                }
            }
            _ => {}
        }
        kept
    }

    /// The first response again, if the key is that of an earlier request.
    fn create_customer_once(&mut self, received: &ReceivedRequest, body: &Value) -> Answer {
        let fault = self.fault;
        let key = received.header("idempotency-key").map(|key| key.trim().to_owned());
        self.is_flagged = false;
        if let (None, Fault::SameIsOne) = (&key, fault)
            && let Some(known) = self.customers.iter().find(|it| it["email"] == body["email"])
        {
            return (200, known.clone());
        }
        let Some(key) = key.filter(|_| fault != Fault::KeyIgnored) else {
            return self.create_customer(body);
        };
        match self.keys.get(&key).cloned() {
            Some((first, _)) if first != received.body && fault != Fault::ReuseAccepted => {
                if fault == Fault::ReuseDone {
                    self.create_customer(body);
                }
                refused(409, "idempotency_key_reused", "The key was used for another request")
            }
            Some(_) if fault == Fault::ReplayRefused => refused(409, "key_used", "Once is enough"),
            Some((_, answer)) => {
                if fault == Fault::MadeTwice {
                    self.create_customer(body);
                }
                self.is_flagged = fault != Fault::NoFlag;
                answer
            }
            None => {
                let answer = self.create_customer(body);
                self.is_flagged = fault == Fault::FlagOnFirst;
                self.keys.insert(key, (received.body.clone(), answer.clone()));
                answer
            }
        }
    }

    fn create_customer(&mut self, body: &Value) -> Answer {
        if body.get("email").is_none() {
            return invalid("email");
        }
        let or = |name: &str, other: Value| match body.get(name) {
            Some(value) => self.kept(name, value),
            None => other,
        };
        let customer = json!({
            "object": self.kind("customer"),
            "email": body["email"],
            "name": body["name"],
            "birthday": or("birthday", Value::Null),
            "credit": or("credit", "0.00".into()),
            "channels": or("channels", json!([])),
            "metadata": or("metadata", json!({})),
            "settings": or("settings", Value::Null),
            "created": self.now(),
        });
        let mut customer = customer;
        customer["id"] = self.next("cus").into();
        self.customers.push(customer.clone());
        (200, customer)
    }

    fn on_customer(&mut self, method: &str, id: &str, body: &Value) -> Answer {
        let Some(at) = self.customers.iter().position(|customer| customer["id"] == *id) else {
            return missing("customer", id, 404);
        };
        match method {
            "DELETE" => {
                self.customers.remove(at);
                return (204, Value::Null);
            }
            "PATCH" => {
                for name in ["name", "birthday", "channels", "metadata", "settings"] {
                    let is_ignored = |value: &Value| {
                        name == "name" && value.is_null() && self.fault == Fault::NullIgnored
                    };
                    match body.get(name) {
                        Some(value) if is_ignored(value) => {}
                        Some(value) => self.customers[at][name] = self.kept(name, value),
                        None if name == "metadata" && self.fault == Fault::MetadataReset => {
                            self.customers[at][name] = json!({});
                        }
                        None => {}
                    }
                }
            }
            _ => {}
        }
        (200, self.customers[at].clone())
    }

    fn create_payment(&mut self, body: &Value) -> Answer {
        if body["amount"].as_u64().is_none_or(|amount| amount < 50) {
            return invalid("amount");
        }
        let customer = &body["customer"];
        if !customer.is_null() && !self.customers.iter().any(|known| known["id"] == *customer) {
            return missing("customer", customer.as_str().unwrap_or_default(), 400);
        }
        let other = if self.fault == Fault::OtherCurrency { "usd" } else { "eur" };
        let metadata = body.get("metadata").cloned().unwrap_or_else(|| json!({}));
        let payment = json!({
            "id": self.next("pay"),
            "object": self.kind("payment"),
            "amount": body["amount"],
            "currency": body.get("currency").cloned().unwrap_or_else(|| other.into()),
            "customer": customer,
            "description": body["description"],
            "metadata": self.kept("metadata", &metadata),
            "status": "authorized",
            "amount_captured": 0,
            "amount_refunded": 0,
            "created": self.now(),
        });
        self.payments.push(payment.clone());
        let is_slow = match self.fault {
            Fault::SlowAsUsual => false,
            Fault::EverySourceSlow => body.get("source").is_some(),
            _ => body["source"] == "src_slow",
        };
        (if is_slow { 202 } else { 200 }, payment)
    }
}

fn open(fault: Fault) -> Server {
    let (customers, payments, keys) = (Vec::new(), Vec::new(), BTreeMap::new());
    let payments = Payments { customers, payments, count: 0, keys, is_flagged: false, fault };
    let payments = Arc::new(Mutex::new(payments));
    serve(move |received, stream| {
        let mut payments = payments.lock().unwrap();
        let (status, body) = payments.answer(received);
        let is_flagged = std::mem::take(&mut payments.is_flagged);
        let headers = if is_flagged { "idempotent-replayed: true\r\n" } else { "" };
        let body = if body.is_null() { String::new() } else { body.to_string() };
        write(stream, &http_response(status, headers, body.as_bytes()));
    })
}

fn run(fault: Fault, flags: &[&str]) -> (Output, Value) {
    let (server, folder) = (open(fault), Folder::new());
    let key = Some(("PAYMENTS_API_KEY", KEY));
    let output = foreign::call("payments", key, &folder, &server, &[RUN, flags].concat());
    (output, report(&folder))
}

#[test]
fn a_run_holds_most_clauses_and_violates_none() {
    let (output, report) = run(Fault::None, &[]);
    let text = output_text(&output);
    assert!([0, 3].contains(&code(&output)), "{text}");
    let clauses = report["clauses"].as_array().unwrap();
    let count = |verdict: &str| clauses.iter().filter(|it| it["verdict"] == verdict).count();
    assert_eq!((count("violated"), count("deviates")), (0, 0), "{text}");
    assert!(count("held") * 10 >= clauses.len() * 8, "{text}");
    let ids = [
        "capture_payment.body.amount",
        "capture_payment.effects.Payment.amount_captured",
        "create_payment.effects.Payment.amount_captured",
        "create_refund.effects.Payment.amount_refunded",
        "create_refund.effects.Refund.amount",
        "create_refund.effects.Refund.currency",
        "create_refund.errors.refund_too_large.refused",
        "get_payment.success.relations.captured_within_amount",
        "list_payments.success.data.relations.refunded_within_captured",
        "refund_payment.effects.Payment.amount_refunded",
        "capture_payment.errors.amount_too_large.refused",
        "capture_payment.transition.done",
        "change_customer.body.name.null",
        "change_customer.updates.metadata",
        "change_customer.updates.settings.kept",
        "dispute_payment.errors.payment_missing.refused",
        "dispute_payment.key.required",
        "refund_payment.errors.not_refundable.refused",
        "create_customer.body.birthday.null",
        "create_customer.body.metadata.default",
        "create_customer.success.metadata.echo",
        "create_customer.idempotency.replayed",
        "create_customer.idempotency.once",
        "create_customer.idempotency.flagged",
        "create_customer.errors.key_reused.refused",
        "create_customer.errors.key_reused.code",
        "create_payment.body.currency.default",
        "create_payment.success.status",
        "create_payment.success.status.pending",
        "create_payment.success.created.value",
        "list_payments.query.created_before.filter",
        "list_payments.query.created_from.filter",
        "list_payments.query.customer.filter",
        "list_payments.query.status.filter",
        "refund_payment.transition.allowed",
        "refund_payment.transition.done",
        "reverse_payment.transition.cancel.done",
        "reverse_payment.transition.refund.done",
    ];
    assert_held(&report, &ids, &output);
}

#[test]
fn each_fault_violates_its_clause() {
    let faults = [
        (Fault::OtherKind, "get_payment.success.object.type"),
        (Fault::Milliseconds, "create_payment.success.created.value"),
        (Fault::BirthdayAsTime, "get_customer.success.birthday.type"),
        (Fault::MetadataCut, "create_customer.success.metadata.echo"),
        (Fault::SettingsAsText, "change_customer.updates.settings"),
        (Fault::OtherCurrency, "create_payment.body.currency.default"),
        (Fault::SlowAsUsual, "create_payment.success.status.pending"),
        (Fault::EverySourceSlow, "create_payment.success.status"),
        (Fault::NullIgnored, "change_customer.body.name.null"),
        (Fault::MetadataReset, "change_customer.updates.metadata.kept"),
        (Fault::NotCaptured, "capture_payment.transition.done"),
        (Fault::MoreCaptured, "capture_payment.errors.amount_too_large.refused"),
        (Fault::AllCaptured, "capture_payment.effects.Payment.amount_captured"),
        (Fault::TooMuchRefunded, "refund_payment.success.relations.refunded_within_captured"),
        (Fault::RefundInEuros, "create_refund.effects.Refund.currency"),
        (Fault::RefundOfAll, "create_refund.errors.refund_too_large.refused"),
        (Fault::RefundNotAdded, "create_refund.effects.Payment.amount_refunded"),
        (Fault::DisputeNotRefunded, "refund_payment.transition.allowed"),
        (Fault::CanceledLate, "reverse_payment.transition.refund.done"),
        (Fault::FromLater, "list_payments.query.created_from.filter"),
        (Fault::BeforeAndAt, "list_payments.query.created_before.filter"),
        (Fault::AnyFilter, "list_payments.query.customer.filter"),
    ];
    assert_violations(&faults, run);
}

#[test]
fn each_fault_of_repeated_requests_violates_its_clause() {
    let faults = [
        (Fault::MadeTwice, "create_customer.idempotency.once"),
        (Fault::KeyIgnored, "create_customer.idempotency.replayed"),
        (Fault::KeyIgnored, "create_customer.errors.key_reused.refused"),
        (Fault::ReplayRefused, "create_customer.idempotency.replayed"),
        (Fault::NoFlag, "create_customer.idempotency.flagged"),
        (Fault::FlagOnFirst, "create_customer.idempotency.flagged"),
        (Fault::ReuseAccepted, "create_customer.errors.key_reused.refused"),
        (Fault::ReuseDone, "create_customer.errors.key_reused.refused"),
        (Fault::SameIsOne, "create_customer.creates"),
    ];
    assert_violations(&faults, run);
}
