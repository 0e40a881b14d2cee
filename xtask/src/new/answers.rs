//! Answers to the gaps of something new, so that the overlay stays complete.

use anyhow::Context;
use spec::{Contract, Method, Operation};

use super::changes::Changes;
use super::loaded::Loaded;
use super::names::snake_case;
use super::{Scaffold, yaml};

/// The reason of an answer that is not decided yet.
const REASON: &str = "a default of cargo xtask new that is still to be decided";

/// Answers the new gaps, checks that everything loads, and lists the steps that every change of the
/// contract needs after those given. `None` after diagnostics are printed.
pub fn finish(
    loaded: &Loaded<'_>,
    mut changes: Changes,
    first: Vec<String>,
    last: Vec<String>,
) -> anyhow::Result<Option<Scaffold>> {
    let Some(changed) = loaded.changed(&changes)? else {
        return Ok(None);
    };
    let (clauses, gaps) = (loaded.new_clauses(&changed), loaded.new_gaps(&changed));
    let mut next = first;
    if let (Some(overlay), false) = (loaded.overlay(), gaps.is_empty()) {
        let mut lines = vec![String::new()];
        for gap in &gaps {
            let answer = answer(&changed, gap)
                .with_context(|| format!("the gap `{gap}` has no default answer"))?;
            lines.push(format!("{gap}: {{ answer: {answer}, reason: {REASON} }}"));
        }
        let shown = overlay.display().to_string();
        changes.edit(overlay, |text| yaml::insert(&shown, text, &["answers"], &lines))?;
        next.push(format!("{shown}: choose the answers to {}, with reasons", gaps.join(", ")));
    }
    if !loaded.is_answered(&changes)? {
        return Ok(None);
    }
    if !loaded.is_own {
        let folder = loaded.folder().display();
        next.push(format!("cargo xtask gen --contract {folder} --out DIR"));
        next.extend(last);
        return Ok(Some(Scaffold { changes, next }));
    }
    let ids: Vec<_> = clauses.iter().chain(&gaps).map(String::as_str).collect();
    if !ids.is_empty() {
        next.push(format!(
            "spec/sentences.yaml: add to the sentences of the document: {}",
            ids.join(", ")
        ));
    }
    if !gaps.is_empty() {
        next.push(format!("spec/questions.yaml: ask a question for each of {}", gaps.join(", ")));
    }
    next.push("cargo xtask gen && cargo xtask docs".to_owned());
    next.push("UPDATE_FILES=1 cargo test -p referral-conformance committed_files".to_owned());
    next.extend(last);
    next.push("CONTRIBUTING.md has the remaining steps".to_owned());
    Ok(Some(Scaffold { changes, next }))
}

/// The default answer to a gap, by the slot that its id ends with.
fn answer(contract: &Contract, gap: &str) -> Option<String> {
    let operation = gap.split('.').next().and_then(|id| contract.operation(id));
    let (_, slot) = gap.rsplit_once('.')?;
    Some(match slot {
        "required" | "present" => "true".to_owned(),
        "nullable" | "further_members" => "false".to_owned(),
        "scope" => "account".to_owned(),
        "order" => "{ by: creation, direction: descending }".to_owned(),
        "paging" => "none".to_owned(),
        "status" => status(operation?).to_owned(),
        "body" => body(operation?),
        _ => return None,
    })
}

const NO_BODY: &str = "none";

/// The usual status of a success.
fn status(operation: &Operation) -> &'static str {
    match body(operation).as_str() {
        NO_BODY => "204",
        _ if operation.creates.is_some() => "201",
        _ => "200",
    }
}

/// The body of a read is the record that it addresses, or the list.
fn body(operation: &Operation) -> String {
    if let Some(record) = &operation.lists {
        return format!("{{ {}s: [{record}] }}", snake_case(record));
    }
    let addressed = operation.path_parameters.last().map(|parameter| &parameter.record);
    let shown = operation.creates.as_ref().or(operation.updates.as_ref());
    let shown = shown.or_else(|| addressed.filter(|_| operation.method == Method::Get));
    match shown {
        Some(record) => format!("{{ {}: {record} }}", snake_case(record)),
        None => NO_BODY.to_owned(),
    }
}
