//! Keys in a header, a query, a cookie and HTTP Basic: a server that checks them is held, one that ignores them is not, and
//! nothing that a run writes contains a key.

use std::fs;
use std::process::{Command, Output};
use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::foreign::{RUN, answering, assert_held, assert_violated, report};
use crate::program::{Folder, code, in_parallel, output_text};
use crate::server::{ReceivedRequest, Server};

const PASSWORD: &str = "s3cret0123456789abcdef";
const USER_AND_PASSWORD: &str = "clerk:s3cret0123456789abcdef";

/// A place of the contract, the key, and what a request has in it.
struct Place {
    contract: &'static str,
    key: &'static str,
    sent: fn(&ReceivedRequest) -> Option<String>,
}

const PLACES: [Place; 5] = [
    Place { contract: "header: Note-Key, case_insensitive: true", key: PASSWORD, sent: of_header },
    Place {
        contract: "header: Authorization, scheme: Bearer, case_insensitive: true",
        key: PASSWORD,
        sent: |received| after(received.header("authorization")?, "Bearer"),
    },
    Place { contract: "query: api_key", key: PASSWORD, sent: of_query },
    Place { contract: "cookie: session", key: PASSWORD, sent: of_cookie },
    Place { contract: "basic: true", key: USER_AND_PASSWORD, sent: of_basic },
];

fn after(value: &str, scheme: &str) -> Option<String> {
    Some(value.strip_prefix(scheme)?.trim().to_owned())
}

fn of_header(received: &ReceivedRequest) -> Option<String> {
    received.header("note-key").map(|key| key.trim().to_owned())
}

fn of_query(received: &ReceivedRequest) -> Option<String> {
    let target = received.head.split(' ').nth(1)?;
    let mut pairs = target.split_once('?')?.1.split('&');
    pairs.find_map(|pair| Some(pair.strip_prefix("api_key=")?.to_owned()))
}

fn of_cookie(received: &ReceivedRequest) -> Option<String> {
    let mut cookies = received.header("cookie")?.split(';');
    cookies.find_map(|cookie| Some(cookie.trim().strip_prefix("session=")?.trim().to_owned()))
}

fn of_basic(received: &ReceivedRequest) -> Option<String> {
    let coded = after(received.header("authorization")?, "Basic")?;
    Some(String::from_utf8(STANDARD.decode(coded).ok()?).unwrap())
}

fn contract(folder: &Folder, place: &str) {
    folder.write(
        "contract/service.yaml",
        format!(
            "service: notes\ntitle: Notes\npackage: notes\nsource: One\n\
             key: {{ {place}, identifies_account: true }}\n\
             error_body: {{ member: error, further_members: false }}\nkeys: {{ main: The key. }}\n\
             errors:\n  key_missing: {{ when: key absent, status: 401, message: Send a key }}\n  \
             key_invalid: {{ when: key invalid, status: 401, message: The key is not known }}\n"
        ),
    );
    folder.write(
        "contract/notes/resource.yaml",
        "resource: notes\ntitle: Notes\nsource: Two\nrecords:\n  Note:\n    identified_by: id\n    further_members: false\n    fields:\n      \
         id: { type: string, format: identifier, present: true, nullable: false }\n      \
         text: { type: string, present: true, nullable: false }\n",
    );
    let operation = |id: &str, more: &str| {
        let head =
            format!("operation: {id}\nsource: Three\nkey: {{ required: true }}\nscope: account\n");
        folder.write(&format!("contract/notes/{id}.yaml"), head + more);
    };
    operation(
        "add_note",
        "http: POST /v1/notes\nbody: { text: { type: string, required: true } }\ncreates: Note\n\
         success: { status: 200, body: Note }\n",
    );
    operation(
        "list_notes",
        "http: GET /v1/notes\nlists: Note\norder: { not_shown: Which. }\npaging: none\n\
         success: { status: 200, body: { data: [Note] } }\n",
    );
}

/// A server of notes.
fn open(sent: fn(&ReceivedRequest) -> Option<String>, key: &'static str, ignores: bool) -> Server {
    let notes = Arc::<Mutex<Vec<Value>>>::default();
    answering(move |received| {
        if !ignores {
            match sent(received).filter(|sent| !sent.is_empty()) {
                None => return (401, json!({ "error": "Send a key" })),
                Some(sent) if sent != key => {
                    return (401, json!({ "error": "The key is not known" }));
                }
                Some(_) => {}
            }
        }
        let mut notes = notes.lock().unwrap();
        if received.head.starts_with("GET ") {
            return (200, json!({ "data": *notes }));
        }
        let body: Value = serde_json::from_str(&received.body).unwrap_or_default();
        if !body["text"].is_string() {
            return (400, json!({ "error": "Send a text" }));
        }
        let note = json!({ "id": format!("n{}", notes.len()), "text": body["text"] });
        notes.push(note.clone());
        (200, note)
    })
}

fn run(folder: &Folder, place: &Place, server: &Server, flags: &[&str]) -> Output {
    contract(folder, place.contract);
    let mut command = Command::new(env!("CARGO_BIN_EXE_referral-conformance"));
    command
        .args(["--contract", "contract"])
        .args(RUN)
        .args(["--base-url", &server.base_url()])
        .args(flags);
    for report in ["html", "junit", "human", "markdown", "tap", "github", "har", "ndjson"] {
        command.args(["--report", &format!("{report}=report.{report}")]);
    }
    command.env_clear().env("HOME", folder.path()).env("NOTES_API_KEY", place.key);
    command.current_dir(folder.path()).output().unwrap()
}

/// The texts of all files in a folder and the folders in it.
fn texts(folder: &std::path::Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let texts = entries.flat_map(|path| {
        if path.is_dir() {
            texts(&path)
        } else {
            vec![String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned()]
        }
    });
    texts.collect()
}

/// Neither the key nor the password in it, in any encoding that a request uses.
fn assert_hidden(place: &Place, folder: &Folder, output: &Output) {
    let coded = STANDARD.encode(place.key);
    for text in texts(folder.path()).into_iter().chain([output_text(output)]) {
        for secret in [PASSWORD, &PASSWORD[..12], coded.trim_end_matches('=')] {
            assert!(!text.contains(secret), "{}: {secret} in {text}", place.contract);
        }
    }
}

#[test]
fn keys_are_sent_and_judged_in_each_place() {
    in_parallel(&PLACES, |place| {
        let folder = Folder::new();
        let output = run(&folder, place, &open(place.sent, place.key, false), &[]);
        let found = report(&folder);
        let text = output_text(&output);
        assert!(code(&output) != 1 && !text.contains("VIOLATED"), "{}: {text}", place.contract);
        let required = ["add_note.key.required", "list_notes.key.required"];
        assert_held(&found, &required, &output);
        assert_held(&found, &["service.errors.key_invalid.message"], &output);
        assert_hidden(place, &folder, &output);

        let folder = Folder::new();
        let output =
            run(&folder, place, &open(place.sent, place.key, true), &["--only", "list_notes"]);
        assert_violated(place.contract, "list_notes.key.required", &report(&folder), &output);
        assert_hidden(place, &folder, &output);
    });
}

#[test]
fn curl_commands_read_the_key_in_each_place() {
    let expected = [
        r#"-H "Note-Key: $NOTES_API_KEY""#,
        r#"-H "Authorization: Bearer $NOTES_API_KEY""#,
        r#"--url-query 'api_key='"$NOTES_API_KEY""#,
        r#"-H "Cookie: session=$NOTES_API_KEY""#,
        r#"-u "$NOTES_API_KEY""#,
    ];
    for (place, expected) in PLACES.iter().zip(expected) {
        let folder = Folder::new();
        // A note that was added is shown with another type.
        let server = answering(|_| (200, json!({ "id": "n1", "text": 5, "data": [] })));
        let output = run(&folder, place, &server, &["--fail-fast"]);
        let text = texts(folder.path()).concat() + &output_text(&output);
        assert!(text.contains(expected), "{expected} in {text}");
        assert_hidden(place, &folder, &output);
    }
}
