//! Writing what came of a run: for people to standard error, for programs where they asked for it.

use std::env;
use std::fs;
use std::io::{IsTerminal, stderr};
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::Context;

use super::out::print;
use crate::exit::Exit;
use crate::redact::Redactor;
use crate::report::{Report, human, json, junit};
use crate::session::{Ended, Session};

/// A report and where it goes.
#[derive(Clone, Debug)]
pub(super) struct Destination {
    format: Format,
    path: PathBuf,
}

#[derive(Clone, Copy, Debug)]
enum Format {
    Json,
    Human,
    Junit,
}

impl FromStr for Destination {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (format, path) = text.split_once('=').ok_or("write FORMAT=PATH")?;
        let format = match format {
            "json" => Format::Json,
            "human" => Format::Human,
            "junit" => Format::Junit,
            other => {
                return Err(format!(
                    "there is no report `{other}`; known are json, junit and human"
                ));
            }
        };
        Ok(Self {
            format,
            path: path.into(),
        })
    }
}

/// Writes all reports; every one of them passes the redactor.
pub(super) fn write(
    session: &Session<'_>,
    ended: &Ended,
    destinations: &[Destination],
    aim: String,
) -> anyhow::Result<Exit> {
    let redactor = &session.redactor;
    let report = match session.report(ended) {
        Ok(report) => Report { aim, ..report },
        Err(fault) => {
            eprintln!("error: {}", redactor.text(&fault.to_string()));
            return Ok(Exit::Harness);
        }
    };
    let human = if wants_colour() {
        human::render_in_colour(&report)
    } else {
        human::render(&report)
    };
    eprint!("{}", redactor.text(&human));
    for destination in destinations {
        one(&report, destination, redactor)?;
    }
    Ok(report.exit)
}

fn one(report: &Report<'_>, destination: &Destination, redactor: &Redactor) -> anyhow::Result<()> {
    let text = match destination.format {
        Format::Json => json::render(report),
        Format::Human => human::render(report),
        Format::Junit => junit::render(report).context("cannot make the JUnit report")?,
    };
    let text = redactor.text(&text);
    if destination.path.as_os_str() == "-" {
        return print(&text);
    }
    let path = &destination.path;
    fs::write(path, text).with_context(|| format!("cannot write the report `{}`", path.display()))
}

/// Colours are for terminals that can show them, and for people who have not said otherwise.
fn wants_colour() -> bool {
    let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = env::var_os("TERM").is_none_or(|term| term == "dumb");
    stderr().is_terminal() && !refused && !dumb
}
