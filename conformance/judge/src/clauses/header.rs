//! Headers of a success: presence, type, and what they lead to.

use conformance_model::values;
use percent_encoding::percent_decode_str;
use spec::{Format, LinkPart, Operation, ResponseHeader, Segment, Type};

use crate::clauses::prelude::*;
use crate::json::is_same_text;
use crate::parsed::types;

pub(super) fn judge_presence(ctx: &StepContext<'_>, name: &str) -> FindingResult {
    let responses = &ctx.accepted_attempt()?.responses;
    match responses.iter().find(|response| response.header(name).is_none()) {
        Some(response) => {
            Err(response.breach_at("", format!("a header `{name}`"), "no such header"))
        }
        None => Ok(Held::ONCE),
    }
}

pub(super) fn judge_type(ctx: &StepContext<'_>, name: &str) -> FindingResult {
    let header = ctx.operation.success.header(name).ok_or(NotExercised(Reason::NoValue))?;
    let mut is_seen = false;
    for response in &ctx.accepted_attempt()?.responses {
        let Some(text) = response.header(name) else { continue };
        let value = value_of(&text, &header.ty);
        if !types::fits(&value, &header.ty) {
            let expected = described(name, spec::a_value_of(&header.ty));
            return Err(response.breach_at("", expected, quoted(&text)));
        }
        if header.complete && types::unlisted(&value, &header.ty).is_some() {
            let expected = described(name, spec::a_value_of(&header.ty));
            return Err(response.breach_at("", expected, quoted(&text)));
        }
        if !values::admits(&header.constraints, &value) {
            let expected = described(name, header.constraints.in_words(&header.ty));
            return Err(response.breach_at("", expected, quoted(&text)));
        }
        is_seen = true;
    }
    seen(is_seen, header)
}

/// The header is a URL or a path, which ends with the path of the target for the record in the body.
pub(super) fn judge_target(ctx: &StepContext<'_>, name: &str, target: &str) -> FindingResult {
    let header = ctx.operation.success.header(name).ok_or(NotExercised(Reason::NoValue))?;
    let target = ctx.trace.contract.operation(target).ok_or(NotExercised(Reason::NoValue))?;
    let attempt = ctx.accepted_attempt()?;
    let mut is_seen = false;
    for response in &attempt.responses {
        let Some(text) = response.header(name) else { continue };
        let expected = expected_segments(ctx, attempt, response, target);
        let expected = expected.ok_or(NotExercised(Reason::NoValue))?;
        if !ends_with(&path_of(&text, ctx.operation, attempt), &expected) {
            let path: String = expected.iter().flat_map(|segment| ["/", segment]).collect();
            let expected = described(name, format!("the path {} at its end", quoted(&path)));
            return Err(response.breach_at("", expected, quoted(&text)));
        }
        is_seen = true;
    }
    seen(is_seen, header)
}

fn described(name: &str, value: String) -> String {
    format!("in the header `{name}`: {value}")
}

fn quoted(text: &str) -> String {
    format!("`{text}`")
}

fn seen(is_seen: bool, header: &ResponseHeader) -> FindingResult {
    match (is_seen, header.is_always_there()) {
        (true, _) => Ok(Held::ONCE),
        (false, true) => Err(NotExercised(Reason::NoValue)),
        (false, false) => Err(NotExercised(Reason::LegallyAbsent)),
    }
}

/// The value of a header, as it would be in JSON.
fn value_of(text: &str, ty: &Type) -> Json {
    let json = match ty {
        Type::Integer | Type::Number | Type::UnixTime => without_zeros(text.trim()),
        Type::Boolean => text.trim().to_ascii_lowercase(),
        _ => return Json::Text(text.to_owned()),
    };
    Json::parse(json.as_bytes()).unwrap_or_else(|| Json::Text(text.to_owned()))
}

/// The digits of a number without the zeros at their start, which JSON does not allow.
fn without_zeros(text: &str) -> String {
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
    let rest = digits.trim_start_matches('0');
    let is_zero = rest.len() < digits.len() && !rest.starts_with(|it: char| it.is_ascii_digit());
    format!("{sign}{}{rest}", if is_zero { "0" } else { "" })
}

/// The segments of the path of the target, decoded.
fn expected_segments(
    ctx: &StepContext<'_>,
    attempt: &Attempt,
    response: &ParsedResponse,
    target: &Operation,
) -> Option<Vec<String>> {
    let segment = |segment: &Segment| {
        let name = match segment {
            Segment::Literal(text) => return Some(text.clone()),
            Segment::Parameter(name) => name,
        };
        let value = match ctx.trace.contract.link_part(ctx.operation, target, name)? {
            LinkPart::Sent(name) => attempt.sent.get(&InputRef::new(InputPart::Path, name))?,
            LinkPart::Shown { member, identifier } => {
                response.member(member)?.get(&identifier.wire)?
            }
        };
        value.identifier().map(str::to_owned)
    };
    target.path.segments.iter().map(segment).collect()
}

/// The path of a URL, or of a reference relative to the request, as encoded segments.
fn path_of(reference: &str, operation: &Operation, attempt: &Attempt) -> Vec<String> {
    let end = reference.find(['?', '#']).unwrap_or(reference.len());
    let reference = &reference[..end];
    let after_scheme =
        types::fits(&Json::Text(reference.to_owned()), &Type::Text(Some(Format::Url)))
            .then(|| reference.split_once("//").map(|(_, rest)| rest))
            .flatten()
            .or_else(|| reference.strip_prefix("//"));
    let split = |path: &str| path.split('/').map(str::to_owned).collect::<Vec<_>>();
    if let Some(rest) = after_scheme {
        let path = rest.split_once('/').map(|(_, path)| split(path));
        return without_dots(path.unwrap_or_default());
    }
    if let Some(path) = reference.strip_prefix('/') {
        return without_dots(split(path));
    }
    let request = operation.path.segments.iter().map(|segment| match segment {
        Segment::Literal(text) => text.clone(),
        Segment::Parameter(name) => {
            let sent = attempt.sent.get(&InputRef::new(InputPart::Path, name));
            sent.and_then(Json::text).unwrap_or_default().to_owned()
        }
    });
    let mut request: Vec<String> = request.collect();
    if reference.is_empty() {
        return request;
    }
    // Relative to the folder of the request, whose last segment is replaced.
    request.pop();
    without_dots(request.into_iter().chain(split(reference)).collect())
}

/// Removes the segments `.` and `..` as RFC 3986 (5.2.4) says.
fn without_dots(segments: Vec<String>) -> Vec<String> {
    let last = segments.len().saturating_sub(1);
    let mut kept = Vec::new();
    for (index, segment) in segments.into_iter().enumerate() {
        let is_up = segment == "..";
        if is_up {
            kept.pop();
        }
        if !is_up && segment != "." {
            kept.push(segment);
        } else if index == last {
            // The path ends with a slash.
            kept.push(String::new());
        }
    }
    kept
}

fn ends_with(path: &[String], expected: &[String]) -> bool {
    let start = path.len().checked_sub(expected.len());
    start.is_some_and(|start| {
        path[start..].iter().zip(expected).all(|(found, expected)| {
            let found = percent_decode_str(found).decode_utf8_lossy();
            is_same_text(&found, expected)
        })
    })
}
