//! The objects of an Arazzo description that are used, in the order in which they are written.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

/// The whole description.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Document {
    pub(super) arazzo: &'static str,
    pub(super) info: Info,
    pub(super) source_descriptions: [Source; 1],
    pub(super) workflows: Vec<Workflow>,
    /// Scenarios without a workflow.
    #[serde(rename = "x-left-out", skip_serializing_if = "Vec::is_empty")]
    pub(super) left_out: Vec<String>,
}

#[derive(Serialize)]
pub(super) struct Info {
    pub(super) title: String,
    pub(super) description: &'static str,
    pub(super) version: &'static str,
}

/// The OpenAPI document.
#[derive(Serialize)]
pub(super) struct Source {
    pub(super) name: String,
    pub(super) url: String,
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Workflow {
    pub(super) workflow_id: String,
    pub(super) summary: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) description: Option<String>,
    /// A JSON Schema.
    pub(super) inputs: Value,
    pub(super) steps: Vec<Step>,
    #[serde(rename = "x-level")]
    pub(super) level: &'static str,
    #[serde(rename = "x-left-out", skip_serializing_if = "Vec::is_empty")]
    pub(super) left_out: Vec<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Step {
    pub(super) step_id: String,
    pub(super) description: String,
    pub(super) operation_id: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) parameters: Vec<Parameter>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) request_body: Option<RequestBody>,
    pub(super) success_criteria: Vec<Criterion>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) outputs: BTreeMap<String, String>,
    #[serde(rename = "x-left-out", skip_serializing_if = "Vec::is_empty")]
    pub(super) left_out: Vec<String>,
}

#[derive(Serialize)]
pub(super) struct Parameter {
    pub(super) name: String,
    #[serde(rename = "in")]
    pub(super) place: &'static str,
    pub(super) value: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RequestBody {
    pub(super) content_type: &'static str,
    pub(super) payload: BTreeMap<String, Value>,
}

/// A condition: without a type, a comparison.
#[derive(Serialize)]
pub(super) struct Criterion {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) context: Option<String>,
    pub(super) condition: String,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub(super) kind: Option<&'static str>,
}

impl Criterion {
    /// A comparison, such as `$statusCode == 200`.
    pub(super) fn simple(condition: impl Into<String>) -> Self {
        Self { context: None, condition: condition.into(), kind: None }
    }

    /// A regular expression for the value of a runtime expression.
    pub(super) fn regex(context: String, condition: String) -> Self {
        Self { context: Some(context), condition, kind: Some("regex") }
    }
}
