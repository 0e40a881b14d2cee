//! Scenarios as workflows of the Arazzo Specification 1.0.1, beside the OpenAPI document.
//!
//! A workflow makes the calls of a scenario, and its success criteria hold what a criterion can say exactly. It judges no
//! clause. What it leaves out is listed in `x-left-out`: of the document, of a workflow, of a step.

mod criteria;
mod inputs;
mod model;
mod text;
mod values;
mod workflow;

use spec::Contract;

use crate::scenario::Scenario;

use model::{Document, Info, Source};

/// Version of the specification.
const ARAZZO: &str = "1.0.1";

const ABOUT: &str = "\
Workflows made from the scenarios of a conformance suite. A workflow makes the same calls; the input `run` makes its records \
unique, so give each execution another one. Success criteria have what a criterion can say exactly: statuses, messages of \
refusals, members with a known value. `x-left-out` lists what it cannot say. A failed criterion is no verdict: 429 and 501 are \
no violations, and the suite repeats calls and looks for controls before it reports one. `x-level` is what a workflow may do: \
`read` only reads, `own` also creates records, `full` also changes existing ones.";

/// The workflows of the scenarios as JSON; `None` if no scenario can be written as one. `openapi` is the URL of the OpenAPI
/// document, or its path from the file of the workflows.
pub fn document(contract: &Contract, scenarios: &[&Scenario], openapi: &str) -> Option<String> {
    let service = &contract.service;
    let (mut workflows, mut left_out) = (Vec::new(), Vec::new());
    for scenario in scenarios {
        match workflow::workflow(contract, scenario) {
            Ok(workflow) => workflows.push(workflow),
            Err(reason) => left_out.push(format!("{}: {reason}", scenario.id)),
        }
    }
    if workflows.is_empty() {
        return None;
    }
    let document = Document {
        arazzo: ARAZZO,
        info: Info {
            title: format!("Workflows of the {}", service.title),
            description: ABOUT,
            version: env!("CARGO_PKG_VERSION"),
        },
        source_descriptions: [Source {
            name: service.id.clone(),
            url: openapi.to_owned(),
            kind: "openapi",
        }],
        workflows,
        left_out,
    };
    Some(serde_json::to_string_pretty(&document).ok()? + "\n")
}
