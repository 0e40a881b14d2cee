//! The first reads of a run try keys and base URL: what leaves no doubt ends the run before anything is written, and no
//! correct server is refused a run.

use std::process::Output;

use referral_conformance::exchange::{Request, Response};
use spec::Method;

use crate::library::{Broken, Library};
use crate::program::{Folder, code, in_parallel, stderr, stdout, unfolded};
use crate::server::{Server, http_response, serve, write};

/// The library, with some responses changed. The number of the request is from 1.
fn library_with(change: impl Fn(&Request, usize, &mut Response) + Send + Sync + 'static) -> Server {
    let library = Library::new(Broken::Nothing);
    serve(move |received, stream| {
        let request = received.request();
        let mut response = library.answer(&request);
        change(&request, received.number, &mut response);
        write(stream, &http_response(response.status, "", &response.body));
    })
}

/// A run or an exploration below a path, with the main key and that of the other branch.
fn call(server: &Server, command: &[&str], path: &str, keys: [&str; 2]) -> Output {
    let folder = Folder::new();
    let base_url = server.base_url() + path;
    let mut call = folder.command(command);
    call.args(["--base-url", &base_url, "--state-dir", "state", "--alone"]);
    call.args(["--only", "add_book,update_book"]);
    let [main, other] = keys;
    let other = Some(other).filter(|other| !other.is_empty());
    call.env("LIBRARY_API_KEY", main);
    call.envs(other.map(|key| ("LIBRARY_API_KEY_OTHER_BRANCH", key)));
    call.output().unwrap()
}

fn run(server: &Server, main: &str) -> Output {
    call(server, &["run"], "", [main, ""])
}

fn refuse(response: &mut Response, status: u16, body: &'static str) {
    (response.status, response.body) = (status, body.into());
}

fn card(request: &Request) -> &str {
    request.headers.first().map_or("", |(_, card)| card)
}

/// Accepts another card for another branch, whose records are those of the library.
fn accept_other(library: &Library, request: &Request, response: &mut Response) {
    if card(request) == "card-other" {
        let headers = vec![("Library-Card".to_owned(), "card-main".to_owned())];
        *response = library.answer(&Request { headers, ..request.clone() });
    }
}

/// The report ends the run with exit code 6, in ten lines, and nothing was written.
fn assert_ended_early(server: &Server, output: &Output, why: &str) {
    let report = stdout(output);
    assert_eq!(code(output), 6, "{report}{}", stderr(output));
    assert!(report.lines().count() <= 10, "{report}");
    let words = unfolded(&report);
    assert!(words.starts_with(why), "{report}");
    assert!(words.contains(&format!("could not test: {why}")), "{report}");
    assert_eq!((server.write_count(), stderr(output).contains("found no")), (0, false), "{report}");
}

/// The run was not refused: something was written and held.
fn assert_runs(server: &Server, output: &Output) {
    let report = stdout(output);
    assert_ne!(code(output), 6, "{report}{}", stderr(output));
    assert!(server.write_count() > 5 && report.contains(" held"), "{report}");
}

#[test]
fn wrong_main_key_beside_a_valid_second_key_writes_nothing() {
    let other = Library::new(Broken::Nothing);
    let server = library_with(move |request, _, response| accept_other(&other, request, response));
    let why = "the key `main` was refused in all calls: `This library card is not known`; check the key in \
               `LIBRARY_API_KEY`";
    for command in [&["run"][..], &["explore", "--steps", "20"]] {
        let output = call(&server, command, "", ["card-wrong", "card-other"]);
        let report = stdout(&output);
        if command[0] == "run" {
            assert_ended_early(&server, &output, why);
        }
        assert_eq!((code(&output), server.write_count()), (6, 0), "{report}");
    }
    // One read of each operation without parameters, and one with the other key, for each command.
    assert!(server.request_count() <= 8, "{}", server.request_count());
}

#[test]
fn each_key_is_read_with_once_before_the_first_write() {
    let other = Library::new(Broken::Nothing);
    let server = library_with(move |request, number, response| {
        accept_other(&other, request, response);
        if number <= 2 {
            let expected = ["card-main", "card-other"][number - 1];
            assert_eq!((&*request.target, card(request)), ("/branch", expected));
        }
    });
    assert_runs(&server, &call(&server, &["run"], "", ["card-main", "card-other"]));
}

#[test]
fn refused_second_key_is_reported_and_the_run_goes_on() {
    let server = library_with(|_, _, _| ());
    let output = call(&server, &["run"], "", ["card-main", "card-wrong"]);
    assert_runs(&server, &output);
    let words = unfolded(&stderr(&output));
    let warning = "warning: the key `other_branch` was refused in all calls: `This library card is not known`; \
                   check the key in `LIBRARY_API_KEY_OTHER_BRANCH`";
    assert!(words.contains(warning), "{words}");
}

#[test]
fn wrong_base_path_ends_the_run() {
    let server = library_with(|_, _, _| ());
    let output = call(&server, &["run"], "/v2", ["card-main", ""]);
    let why = "every call was answered 404 with `no such place`; check the path of the base URL; what is not \
               implemented should answer 501";
    assert_ended_early(&server, &output, why);
}

#[test]
fn web_page_or_redirect_for_every_call_ends_the_run() {
    for (status, body, why) in [
        (
            200,
            "\u{feff}<!doctype html><p>Welcome",
            "every call was answered 200 with a web page instead of JSON; check the base URL, which seems to be \
             that of a web page",
        ),
        (307, "", "every call was answered 307; use the location of the redirect as the base URL"),
    ] {
        let server = library_with(move |_, _, response| refuse(response, status, body));
        assert_ended_early(&server, &run(&server, "card-main"), why);
    }
}

#[test]
fn refused_key_ends_the_run_beside_responses_before_the_key_check() {
    for (status, body) in [(501, ""), (404, "no such page"), (500, r#"{"message":"Oops"}"#)] {
        let server = library_with(move |request, _, response| {
            if request.target == "/branch" {
                refuse(response, status, body);
            } else if request.target.starts_with("/books") && request.method == Method::Get {
                // Whether this list needs a card is not stated.
                refuse(response, 200, r#"{"books":[]}"#);
            }
        });
        let why = format!(
            "the key `main` was refused in 1 of 2 calls: `This library card is not known`; the others were answered \
             {status}; check the key in `LIBRARY_API_KEY`"
        );
        assert_ended_early(&server, &run(&server, "card-wrong"), &why);
    }
}

/// Responses of correct servers, or of servers under construction, to the first reads.
#[test]
fn unclear_responses_do_not_end_the_run() {
    let cases = [
        ("unavailable at first", 503, "", Which::First),
        ("a gateway without a server at first", 502, "<html>", Which::First),
        ("throttled at first", 429, "", Which::First),
        ("one operation is not implemented", 501, "", Which::Branch),
        ("one operation is not there", 404, "not found", Which::Branch),
        ("one operation is for others", 403, r#"{"message":"Not for you"}"#, Which::Branch),
        ("one operation has a page", 200, "<html>", Which::Branch),
        ("no list is there, single records are", 404, "not found", Which::Plain),
        ("no list is implemented", 501, "", Which::Plain),
    ];
    let results = in_parallel(&cases, |(_, status, body, which)| {
        let (status, body, which) = (*status, *body, *which);
        let server = library_with(move |request, number, response| {
            if which.is_met(request, number) {
                refuse(response, status, body);
            }
        });
        let output = run(&server, "card-main");
        (server, output)
    });
    for ((name, ..), (server, output)) in cases.iter().zip(results) {
        println!("{name}");
        assert_runs(&server, &output);
    }
}

/// The requests with an unclear response.
#[derive(Clone, Copy)]
enum Which {
    First,
    Branch,
    /// Reads without a path parameter.
    Plain,
}

impl Which {
    fn is_met(self, request: &Request, number: usize) -> bool {
        let path = request.target.split('?').next().unwrap_or_default();
        match self {
            Self::First => number == 1,
            Self::Branch => path == "/branch",
            Self::Plain => {
                request.method == Method::Get && ["/branch", "/loans", "/books"].contains(&path)
            }
        }
    }
}
