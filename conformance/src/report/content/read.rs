//! Reads a report in JSON.

use serde::Deserialize;

use super::{Content, SCHEMA};

/// The member that every version has.
#[derive(Deserialize)]
struct Version {
    schema: Option<u64>,
}

/// Reads a report from a JSON text. The error says what the text is instead, and what to do.
pub fn read(text: &[u8]) -> Result<Content, String> {
    if text.trim_ascii().is_empty() {
        return Err("is empty; write the report again".to_owned());
    }
    let version: Version = serde_json::from_slice(text).map_err(|error| {
        if error.is_eof() {
            format!("ends in the middle of line {}; write the report again", error.line())
        } else {
            format!("is no report in JSON, which `--report json=PATH` writes: {error}")
        }
    })?;
    match version.schema {
        Some(SCHEMA) => {}
        Some(other) => {
            return Err(format!(
                "has version {other} of the form, and this program reads version {SCHEMA}; read it with the program that wrote it, or run again"
            ));
        }
        None => {
            return Err(
                "is no report of a run: it has no `schema`; `--report json=PATH` writes one"
                    .to_owned(),
            );
        }
    }
    serde_json::from_slice(text).map_err(|error| format!("is no report of a run: {error}"))
}
