//! Success criteria of a step, and what they leave out of its expected outcome.

use std::collections::BTreeSet;

use spec::{ErrorCase, Operation, TemplatePart, Type};

use crate::json::Json;
use crate::scenario::{AnswerPath, Expectation, Step, Value};

use super::model::Criterion;
use super::text::Text;
use super::values::{Content, Values, Written, pointer};

/// What is expected of a step.
pub(super) struct Expected {
    /// In a sentence.
    pub(super) description: String,
    /// At least one.
    pub(super) criteria: Vec<Criterion>,
    pub(super) left_out: Vec<String>,
}

impl Expected {
    /// No expectation: a criterion that every response meets. Without criteria, programs make up their own.
    pub(super) fn any(description: &str) -> Self {
        Self {
            description: description.to_owned(),
            criteria: vec![Criterion::simple("$statusCode >= 100")],
            left_out: Vec::new(),
        }
    }

    /// The expected outcome of a step. `is_open` if it depends on calls that may be refused.
    pub(super) fn of(
        step: &Step,
        operation: &Operation,
        index: usize,
        is_open: bool,
        values: &mut Values<'_>,
    ) -> Self {
        let mut expected = match &step.expect {
            _ if step.perhaps => Self::any("Accepted or refused: the documentation does not say."),
            Expectation::Nothing => Self::any("Any outcome."),
            _ if is_open => Self::any("Any outcome: it depends on a call that may be refused."),
            Expectation::Accepted => accepted(operation),
            Expectation::RefusedAny => refused_any(),
            Expectation::Refused(id) => refused(id, operation, values),
        };
        let is_known = !step.perhaps && !is_open && step.expect == Expectation::Accepted;
        for (path, value) in &step.equals {
            match equality(path, value, operation, index, values).filter(|_| is_known) {
                Some(criterion) => expected.criteria.push(criterion),
                None => expected.left_out.push(format!("`{path}` has an expected value")),
            }
        }
        expected.left_out.extend(left_out(step));
        expected
    }
}

fn accepted(operation: &Operation) -> Expected {
    let condition = match operation.success.status.stated() {
        Some(status) => format!("$statusCode == {status}"),
        None => "$statusCode >= 200 && $statusCode < 300".to_owned(),
    };
    Expected {
        description: "Accepted.".to_owned(),
        criteria: vec![Criterion::simple(condition)],
        left_out: Vec::new(),
    }
}

fn refused_any() -> Expected {
    Expected {
        description: "Refused, with any message.".to_owned(),
        criteria: vec![Criterion::simple("$statusCode < 500")],
        left_out: vec!["that it is refused: the status of a refusal is not documented".to_owned()],
    }
}

/// The documented refusal, or one that the document does not distinguish from it.
fn refused(id: &str, operation: &Operation, values: &Values<'_>) -> Expected {
    let contract = values.contract;
    let mut known = operation.errors.iter().chain(&contract.service.errors);
    let Some(case) = known.find(|case| case.id == id) else {
        return Expected::any("Refused.");
    };
    let cases: Vec<_> = contract.indistinct_cases(Some(operation), case).collect();
    let statuses: Option<BTreeSet<_>> = cases.iter().map(|case| case.status.stated()).collect();
    let comparisons =
        statuses.into_iter().flatten().map(|status| format!("$statusCode == {status}"));
    let comparisons: Vec<_> = comparisons.collect();
    let mut criteria = Vec::new();
    if !comparisons.is_empty() {
        criteria.push(Criterion::simple(comparisons.join(" || ")));
    }
    let messages: Vec<_> = cases.iter().map(|case| pattern(case)).collect();
    let pattern = match messages.as_slice() {
        [message] => format!("^{message}$"),
        messages => format!("^(?:{})$", messages.join("|")),
    };
    let context = format!("$response.body#/{}", contract.service.error_body.member);
    criteria.push(Criterion::regex(context, pattern));
    let ids: Vec<_> = cases.iter().map(|case| format!("`{}`", case.id)).collect();
    let description = format!("Refused: {}.", ids.join(" or "));
    Expected { description, criteria, left_out: Vec::new() }
}

/// The message as a regular expression.
fn pattern(case: &ErrorCase) -> String {
    let parts = case.message.parts.iter().map(|part| match part {
        TemplatePart::Text(text) => escaped(text),
        TemplatePart::Placeholder(_) => "[\\s\\S]+".to_owned(),
    });
    parts.collect()
}

/// Text for a regular expression.
fn escaped(text: &str) -> String {
    let escape = |sign: char| {
        let prefix = if r"\^$.|?*+()[]{}".contains(sign) { "\\" } else { "" };
        format!("{prefix}{sign}")
    };
    text.chars().map(escape).collect()
}

/// That a stated member has a known value, or is `null` where the documentation does not exclude that. `None` for what a
/// condition cannot say: templates, and values whose notation is open.
fn equality(
    path: &AnswerPath,
    value: &Value,
    operation: &Operation,
    index: usize,
    values: &mut Values<'_>,
) -> Option<Criterion> {
    let field = path.stated_field(values.contract, operation)?;
    if matches!(field.ty, Type::Timestamp(_) | Type::Record(_) | Type::List(_) | Type::Unknown(_)) {
        return None;
    }
    let actual = format!("$response.body#{}", pointer(path).ok()?);
    let wanted = operand(values.value(value, index)).ok()??;
    let condition = match field.nullable.stated() {
        Some(false) => format!("{actual} == {wanted}"),
        _ => format!("{actual} == {wanted} || {actual} == null"),
    };
    Some(Criterion::simple(condition))
}

/// A value in a condition; `None` if it cannot be written there.
fn operand(content: Written<Content>) -> Written<Option<String>> {
    Ok(match content? {
        Content::Text(Text::Expression(expression)) => Some(expression),
        Content::Text(Text::Literal(text)) => quoted(&text),
        Content::Json(Json::Text(text)) => quoted(&text),
        Content::Json(json @ (Json::Number(_) | Json::Bool(_))) => Some(json.to_string()),
        Content::Text(Text::Mixed(_)) | Content::Json(_) => None,
    })
}

/// A literal text. Programs disagree about quotes within it.
fn quoted(text: &str) -> Option<String> {
    let is_plain = |c: char| c.is_alphanumeric() || " .,:@_+-".contains(c);
    text.chars().all(is_plain).then(|| format!("'{text}'"))
}

/// What no criterion says of a step.
fn left_out(step: &Step) -> Vec<String> {
    let mut left_out = Vec::new();
    let mut add = |applies: bool, text: &str| {
        if applies {
            left_out.push(text.to_owned());
        }
    };
    add(step.all_pages, "the further pages of the list");
    add(!step.spelling.is_usual(), "the spelling of the request, which HTTP treats as equal");
    add(step.finds, "whether it finds something");
    add(!step.shows.is_empty(), "values that are somewhere in the response");
    add(!step.hides.is_empty(), "values that are nowhere in the response");
    add(!step.adds.is_empty(), "values that only the expansion adds");
    add(!step.order.is_empty(), "the order of records");
    add(step.same_as.is_some(), "that the response is the same as that of an earlier step");
    add(step.unchanged_since.is_some(), "whether the response changed since an earlier step");
    left_out.extend(step.differs.iter().map(|(path, _)| format!("`{path}` has another value")));
    left_out.extend(step.near.iter().map(|(path, _)| format!("`{path}` is near an expected time")));
    left_out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_matched_literally() {
        assert_eq!(escaped("Is it {x} (or $5)?"), r"Is it \{x\} \(or \$5\)\?");
        assert_eq!(escaped("can't be blank"), "can't be blank");
    }

    #[test]
    fn only_plain_text_is_quoted() {
        assert_eq!(quoted("on loan").as_deref(), Some("'on loan'"));
        assert_eq!(quoted("it's"), None);
    }
}
