//! Lists that are paged in three ways: whole runs over HTTP, against a server that conforms and against servers with a fault.

mod errors;
mod issues;
mod labels;

use std::process::Output;
use std::sync::{Arc, Mutex};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use crate::foreign::{self, RUN, assert_held, assert_violations, report};
use crate::program::{Folder, clause, code, output_text};
use crate::server::{ReceivedRequest, Server, http_response, serve, write};

/// The project of the labels, encoded as in paths.
const PROJECT: &str = "main road";

/// What a server does wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    /// No page has a header `Link`.
    NoLink,
    /// The last page has a link to another page.
    LinkOnLast,
    /// The links leave out the page size.
    LinkWithoutSize,
    /// The page number is ignored.
    NumberIgnored,
    /// A page after the last one shows the items of the first one.
    FirstAgain,
    /// Every page says that another page follows.
    AlwaysMore,
    /// No page says that another page follows.
    NeverMore,
    /// The first record of each page but the first is left out.
    AfterSkips,
    /// The page starts with the record after which it should start.
    AfterRepeats,
    /// No page has a cursor.
    NoCursor,
    /// The cursor skips one record.
    CursorSkips,
    /// A new issue has no header that leads to it.
    NoLocation,
    /// The header of a new issue leads to the one before.
    OtherLocation,
    /// The header of a new issue leads to the list.
    LocationOfList,
    /// The identifier of a request is no hexadecimal number.
    RequestIdInWords,
    /// The number of issues is written with a fraction.
    CountWithFraction,
    /// No fault: another client adds an issue after each list of issues.
    Growing,
    /// Without a state, closed issues are listed as well.
    StateWithoutDefault,
    /// Every value of the state lists open issues.
    AllAsOpen,
    /// A state that does not exist lists nothing.
    UnknownState,
    /// An issue with one of several labels is listed.
    AnyLabel,
    /// The labels are ignored beside a time.
    LabelsAlone,
    /// Issues that were changed at the given time are not listed.
    SinceAfter,
    /// Issues that are due on the given day are listed.
    DueUntil,
    /// Issues are not sorted by their last change.
    SortIgnored,
    /// The newest issues are first in every order.
    DirectionIgnored,
    /// Labels are ordered without regard to the case of their names.
    LabelsWithoutCase,
    /// An issue that is opened again keeps its resolution.
    ResolutionKept,
    /// An issue that is unlocked stays locked.
    LockKept,
    /// An issue that is unlocked keeps the reason.
    ReasonKept,
    /// An issue that is locked without a reason has none.
    ReasonLeftOut,
    /// A comment does not move the time of the last change of its issue.
    TimeKeptByComment,
    /// A change of an issue does not move the time of its last change.
    TimeKeptByChange,
    /// Labels that differ in letter case exist beside each other.
    LabelCase,
    /// A refusal has no entries.
    NoEntries,
    /// A text that is too long is called invalid.
    OtherCode,
    /// Entries name the part of the request with the member.
    OtherField,
    /// Of several wrong members, one has an entry.
    SecondEntryLeftOut,
    /// A member that is not wrong has an entry.
    FurtherEntry,
}

/// What the tracker has, each list in the order of creation.
struct Tracker {
    issues: Vec<Value>,
    comments: Vec<Value>,
    labels: Vec<Value>,
    fault: Fault,
}

/// Status, links and body.
type Answer = (u16, String, Value);

fn plain(status: u16, body: Value) -> Answer {
    (status, String::new(), body)
}

/// The value of a query parameter.
fn sent<'q>(query: &'q str, name: &str) -> Option<&'q str> {
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// The text of a parameter, without escapes.
fn decoded(text: &str) -> String {
    let text = percent_encoding::percent_decode_str(text);
    text.decode_utf8().unwrap().into_owned()
}

/// The query with escapes only where they are needed.
fn canonical(query: &str) -> String {
    const NEEDED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
    let one = |text: &str| utf8_percent_encode(&decoded(text), NEEDED).to_string();
    let pair = |pair: &str| pair.split('=').map(one).collect::<Vec<_>>().join("=");
    query.split('&').map(pair).collect::<Vec<_>>().join("&")
}

fn now() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

fn number(query: &str, name: &str, default: usize) -> usize {
    sent(query, name).map_or(default, |number| number.parse().unwrap_or(default))
}

impl Tracker {
    fn answer(&mut self, received: &ReceivedRequest) -> Answer {
        let request = received.request();
        let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
        let (path, query) = (decoded(path), &canonical(query));
        let segments: Vec<&str> = path.split('/').skip(1).collect();
        let body: Value = serde_json::from_str(&received.body).unwrap_or_default();
        match (request.method.as_str(), segments.as_slice()) {
            ("POST", ["issues"]) => self.add_issue(&body),
            ("GET", ["issues"]) => {
                let listed = self.list_issues(query);
                if self.fault == Fault::Growing {
                    self.add_issue(&json!({ "title": "Of another client" }));
                }
                listed
            }
            ("POST", ["projects", PROJECT, "labels"]) => self.add_label(&body),
            ("GET", ["projects", PROJECT, "labels"]) => self.list_labels(query),
            (method, ["issues", issue, rest @ ..]) => {
                let issue = issue.parse::<u64>().ok();
                let mut issues = self.issues.iter();
                let found =
                    issues.find(|known| issue.is_some() && known["number"].as_u64() == issue);
                match (found.cloned(), method, rest) {
                    (Some(issue), "GET", []) => plain(200, issue),
                    (Some(issue), "PATCH", []) => self.change_issue(&issue["number"], &body),
                    (Some(issue), "PUT" | "DELETE", ["lock"]) => {
                        let is_locked = request.method.as_str() == "PUT";
                        self.lock(&issue["number"], is_locked, &body["lock_reason"])
                    }
                    (Some(issue), "POST", ["comments"]) => self.add_comment(&issue, &body),
                    (Some(issue), "GET", ["comments"]) => self.list_comments(&issue, query),
                    _ => plain(404, json!({ "message": "Not Found" })),
                }
            }
            _ => plain(404, json!({ "message": "Not Found" })),
        }
    }

    fn add_issue(&mut self, body: &Value) -> Answer {
        if let Some(refusal) = errors::refusal(self.fault, errors::of_issue(body)) {
            return refusal;
        }
        let title = body["title"].as_str().unwrap_or_default();
        let labels = body["labels"].as_array().into_iter().flatten();
        let labels: Vec<_> = labels.map(|name| json!({ "name": name })).collect();
        let issue = json!({
            "number": self.issues.len() + 7,
            "title": title,
            "state": "open",
            "resolution": null,
            "locked": false,
            "lock_reason": null,
            "assignee": body["assignee"],
            "labels": labels,
            "due_on": body["due_on"],
            "created_at": now(),
            "updated_at": now(),
        });
        self.issues.push(issue.clone());
        (201, self.headers_of_new(&issue), issue)
    }

    /// Some have the address of this server, and some have an identifier of the request.
    fn headers_of_new(&self, issue: &Value) -> String {
        let number = issue["number"].as_u64().unwrap_or_default();
        let location = match self.fault {
            Fault::NoLocation => String::new(),
            Fault::OtherLocation => format!("Location: /issues/{}\r\n", number - 1),
            Fault::LocationOfList => "Location: /issues\r\n".to_owned(),
            _ if number.is_multiple_of(2) => format!("location: /issues/{number}\r\n"),
            _ => format!("Location: https://tracker.example/v1/issues/{number}\r\n"),
        };
        let id = match self.fault {
            Fault::RequestIdInWords => "x-request-id: first\r\n".to_owned(),
            _ if number.is_multiple_of(3) => String::new(),
            _ => format!("x-request-id: {number:08x}\r\n"),
        };
        let fraction = if self.fault == Fault::CountWithFraction { ".5" } else { "" };
        format!("{location}{id}X-Open-Issues: {}{fraction}\r\n", self.issues.len())
    }

    fn change_issue(&mut self, number: &Value, body: &Value) -> Answer {
        let mut issues = self.issues.iter_mut();
        let issue = issues.find(|issue| issue["number"] == *number).unwrap();
        let is_word = ["open", "closed"].contains(&body["state"].as_str().unwrap_or_default());
        let code = if body.get("state").is_none() { "missing_field" } else { "invalid" };
        let wrong = (!is_word).then_some(("state", code));
        if let Some(refusal) = errors::refusal(self.fault, wrong.into_iter().collect()) {
            return refusal;
        }
        issue["state"] = body["state"].clone();
        if body["state"] == "closed" {
            issue["resolution"] = "done".into();
        } else if self.fault != Fault::ResolutionKept {
            issue["resolution"] = Value::Null;
        }
        if self.fault != Fault::TimeKeptByChange {
            issue["updated_at"] = now().into();
        }
        plain(200, issue.clone())
    }

    fn lock(&mut self, number: &Value, is_locked: bool, reason: &Value) -> Answer {
        let is_word = reason.as_str().is_none_or(|word| ["resolved", "spam"].contains(&word));
        let is_valid = is_word && (reason.is_string() || *reason == Value::Null);
        let wrong = (!is_valid).then_some(("lock_reason", "invalid"));
        if let Some(refusal) = errors::refusal(self.fault, wrong.into_iter().collect()) {
            return refusal;
        }
        let mut issues = self.issues.iter_mut();
        let issue = issues.find(|issue| issue["number"] == *number).unwrap();
        issue["locked"] = (is_locked || self.fault == Fault::LockKept).into();
        if is_locked || self.fault != Fault::ReasonKept {
            issue["lock_reason"] = match reason {
                Value::Null if is_locked && self.fault != Fault::ReasonLeftOut => "resolved".into(),
                reason => reason.clone(),
            };
        }
        issue["updated_at"] = now().into();
        plain(204, Value::Null)
    }

    fn add_comment(&mut self, issue: &Value, body: &Value) -> Answer {
        let wrong = errors::text(body, "body", true, usize::MAX);
        if let Some(refusal) = errors::refusal(self.fault, wrong) {
            return refusal;
        }
        let id = format!("cm_{:04}k", self.comments.len() + 1);
        let comment = json!({ "id": id, "issue": issue["number"], "body": body["body"] });
        self.comments.push(comment.clone());
        let mut issues = self.issues.iter_mut();
        if let Some(known) = issues.find(|known| known["number"] == issue["number"])
            && self.fault != Fault::TimeKeptByComment
        {
            known["updated_at"] = now().into();
        }
        plain(201, comment)
    }

    /// Pages that begin after a record.
    fn list_comments(&self, issue: &Value, query: &str) -> Answer {
        let size = number(query, "limit", 10);
        let of_issue = |comment: &&Value| comment["issue"] == issue["number"];
        let comments: Vec<_> = self.comments.iter().filter(of_issue).cloned().collect();
        let mut start = match sent(query, "starting_after") {
            None => 0,
            Some(id) => match comments.iter().position(|comment| comment["id"] == *id) {
                Some(at) if self.fault == Fault::AfterRepeats => at,
                Some(at) => at + 1,
                None => return plain(404, json!({ "message": "Not Found" })),
            },
        };
        if self.fault == Fault::AfterSkips && start > 0 {
            start += 1;
        }
        let items: Vec<_> = comments.iter().skip(start).take(size).cloned().collect();
        let more = match self.fault {
            Fault::AlwaysMore => true,
            Fault::NeverMore => false,
            _ => start + size < comments.len(),
        };
        plain(200, json!({ "data": items, "has_more": more }))
    }
}

fn open(fault: Fault) -> Server {
    let (issues, comments, labels) = (Vec::new(), Vec::new(), Vec::new());
    let tracker = Arc::new(Mutex::new(Tracker { issues, comments, labels, fault }));
    serve(move |received, stream| {
        let (status, links, body) = tracker.lock().unwrap().answer(received);
        write(stream, &http_response(status, &links, body.to_string().as_bytes()));
    })
}

fn run(fault: Fault, flags: &[&str]) -> (Output, Value) {
    run_with(fault, "target: 1\nparameters: { project: main road }\n", flags)
}

fn run_with(fault: Fault, target: &str, flags: &[&str]) -> (Output, Value) {
    let (server, folder) = (open(fault), Folder::new());
    folder.write("target.yaml", target);
    // No other client changes a list while it is read.
    let arguments = [RUN, &["--target", "target.yaml", "--jobs", "1"], flags].concat();
    let output = foreign::call("tracker", None, &folder, &server, &arguments);
    let report = report(&folder);
    (output, report)
}

#[test]
fn pages_of_each_kind_are_held() {
    let (output, report) = run(Fault::None, &[]);
    let text = output_text(&output);
    assert_eq!(code(&output), 3, "{text}");
    let clauses = report["clauses"].as_array().unwrap();
    let count = |verdict: &str| clauses.iter().filter(|it| it["verdict"] == verdict).count();
    assert_eq!((count("violated"), count("deviates")), (0, 0), "{text}");
    let ids = [
        "add_issue.success.headers.Location.present",
        "add_issue.success.headers.Location.leads_to",
        "add_issue.success.headers.X-Request-Id.type",
        "add_issue.success.headers.X-Open-Issues.type",
        "list_issues.paging.page",
        "list_issues.paging.per_page",
        "change_issue.effects.Issue.resolution",
        "lock_issue.effects.Issue.locked",
        "lock_issue.effects.Issue.lock_reason",
        "unlock_issue.effects.Issue.locked",
        "unlock_issue.effects.Issue.lock_reason",
        "lock_issue.effects.Issue.updated_at",
        "add_comment.effects.Issue.updated_at",
        "change_issue.success.updated_at.value",
        "add_label.errors.name_taken.refused",
        "list_issues.query.sort.created.order",
        "list_issues.query.sort.due.order",
        "list_issues.query.sort.updated.order",
        "list_issues.query.direction.asc.order",
        "list_issues.query.direction.desc.order",
        "list_labels.order",
        "list_issues.paging.link_header",
        "list_issues.paging.after_last",
        "list_issues.query.assignee.filter",
        "list_issues.query.state.filter",
        "list_issues.query.state.default",
        "list_issues.query.state.all",
        "list_issues.query.labels.filter",
        "list_issues.query.since.filter",
        "list_issues.query.due_before.filter",
        "list_issues.errors.unknown_word.refused",
        "list_issues.order",
        "list_comments.path.issue.integer",
        "list_comments.paging.after",
        "list_comments.paging.per_page",
        "list_comments.success.has_more",
        "list_comments.order",
        "list_labels.paging.cursor",
        "list_labels.paging.per_page",
        "list_labels.success.page.next_cursor",
        "list_labels.order",
    ];
    assert_held(&report, &ids, &output);
}

#[test]
fn faults_of_pages_of_each_kind_are_violations() {
    let faults = [
        (Fault::NoLink, "list_issues.paging.link_header"),
        (Fault::LinkOnLast, "list_issues.paging.link_header"),
        (Fault::LinkWithoutSize, "list_issues.paging.link_header"),
        (Fault::NumberIgnored, "list_issues.paging.page"),
        (Fault::FirstAgain, "list_issues.paging.after_last"),
        (Fault::AlwaysMore, "list_comments.success.has_more"),
        (Fault::NeverMore, "list_comments.success.has_more"),
        (Fault::AfterSkips, "list_comments.paging.after"),
        (Fault::AfterRepeats, "list_comments.paging.after"),
        (Fault::NoCursor, "list_labels.success.page.next_cursor"),
        (Fault::CursorSkips, "list_labels.paging.cursor"),
        (Fault::ResolutionKept, "change_issue.effects.Issue.resolution"),
        (Fault::LockKept, "unlock_issue.effects.Issue.locked"),
        (Fault::ReasonKept, "unlock_issue.effects.Issue.lock_reason"),
        (Fault::ReasonLeftOut, "lock_issue.effects.Issue.lock_reason"),
        (Fault::TimeKeptByComment, "add_comment.effects.Issue.updated_at"),
        (Fault::TimeKeptByChange, "change_issue.success.updated_at.value"),
        (Fault::LabelCase, "add_label.errors.name_taken.refused"),
        (Fault::SortIgnored, "list_issues.query.sort.updated.order"),
        (Fault::DirectionIgnored, "list_issues.query.direction.asc.order"),
        (Fault::LabelsWithoutCase, "list_labels.order"),
        (Fault::StateWithoutDefault, "list_issues.query.state.default"),
        (Fault::AllAsOpen, "list_issues.query.state.filter"),
        (Fault::UnknownState, "list_issues.errors.unknown_word.refused"),
        (Fault::AnyLabel, "list_issues.query.labels.filter"),
        (Fault::LabelsAlone, "list_issues.query.labels.filter"),
        (Fault::SinceAfter, "list_issues.query.since.filter"),
        (Fault::DueUntil, "list_issues.query.due_before.filter"),
    ];
    assert_violations(&faults, run);
}

#[test]
fn faults_of_headers_are_violations() {
    let faults = [
        (Fault::NoLocation, "add_issue.success.headers.Location.present"),
        (Fault::OtherLocation, "add_issue.success.headers.Location.leads_to"),
        (Fault::LocationOfList, "add_issue.success.headers.Location.leads_to"),
        (Fault::RequestIdInWords, "add_issue.success.headers.X-Request-Id.type"),
        (Fault::CountWithFraction, "add_issue.success.headers.X-Open-Issues.type"),
    ];
    assert_violations(&faults, run);
}

#[test]
fn a_list_that_grows_while_it_is_read_breaches_nothing() {
    let (output, report) = run(Fault::Growing, &[]);
    let clauses = report["clauses"].as_array().unwrap();
    let violated = clauses.iter().filter(|clause| clause["verdict"] == "violated");
    assert_eq!(violated.count(), 0, "{}", output_text(&output));
}

#[test]
fn clauses_of_a_path_without_a_value_are_not_exercised_and_name_it() {
    let (output, report) = run_with(Fault::None, "target: 1\n", &[]);
    let text = output_text(&output);
    assert_eq!(code(&output), 3, "{text}");
    for id in ["add_label.accepted", "list_labels.paging.cursor"] {
        let found = clause(&report, id);
        assert_eq!(found["verdict"], "not_exercised", "{id}: {text}");
        assert_eq!(found["reason"], "no_parameter", "{id}: {text}");
    }
    assert!(text.contains("project: PROJECT"), "{text}");
    assert_eq!(clause(&report, "list_issues.paging.page")["verdict"], "held", "{text}");

    let (output, _) = {
        let (server, folder) = (open(Fault::None), Folder::new());
        folder.write("target.yaml", "target: 1\nparameters: { projct: main }\n");
        let arguments = ["plan", "--target", "target.yaml"];
        (foreign::call("tracker", None, &folder, &server, &arguments), server)
    };
    assert_eq!(code(&output), 2);
    assert!(output_text(&output).contains("did you mean `project`"), "{}", output_text(&output));
}
