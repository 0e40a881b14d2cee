//! Refusals, statuses and bodies.

use std::collections::BTreeSet;

use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderName, HeaderValue};
use spec::{Condition, Contract, ErrorCase, Format, InputRef, MemberPath, Operation, Type};

use super::parts::*;

/// Empty body: a success has a body.
pub(super) fn empty_body() -> Vec<Mutation> {
    [("object", r#"{"ok":true}"#), ("null", "null"), ("text", "removed")]
        .map(|(name, body)| set_body(body).named(name, "the response has a body"))
        .into()
}

fn set_body(body: &'static str) -> Intercept {
    on_response(move |cx, response| {
        if cx.accepts(&response) && response.body.is_empty() {
            Response { body: body.into(), ..response }
        } else {
            response
        }
    })
}

/// Header: a success lacks it.
pub(super) fn header_present(header: &str) -> Vec<Mutation> {
    vec![edit_header(header, |_| None).named("missing", "the header is missing")]
}

/// Type of a header: its value is of another type, or breaks the constraints.
pub(super) fn header_type(target: ClauseContext<'_>, header: &str) -> Vec<Mutation> {
    let declared = target.operation.and_then(|operation| operation.success.header(header));
    let is_text = declared.is_some_and(|header| matches!(header.ty, Type::Text(_)));
    // A text that breaks most constraints, or a text in place of another value.
    let value = if is_text { " " } else { "other" };
    vec![
        edit_header(header, move |_| Some(value.to_owned())).named("other", "it has another value"),
    ]
}

/// Target of a header: it leads to something else.
pub(super) fn header_leads_to(header: &str) -> Vec<Mutation> {
    let mutation = |name, statement, edit: fn(String) -> String| {
        edit_header(header, move |value| Some(edit(value))).named(name, statement)
    };
    vec![
        mutation("longer", "the path goes on", |value| format!("{value}0")),
        mutation("folder", "it leads to the folder of the record", |value| {
            value.rsplit_once('/').map(|(folder, _)| folder.to_owned()).unwrap_or_default()
        }),
    ]
}

/// Changes a header of a success.
pub(super) fn edit_header(
    name: &str,
    edit: impl Fn(String) -> Option<String> + Send + Sync + 'static,
) -> Intercept {
    let name = name.to_owned();
    on_response(move |cx, mut response| {
        if !cx.accepts(&response) {
            return response;
        }
        let value = response.headers.remove(&name);
        let value = value.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
        let changed = value.and_then(&edit).and_then(|text| text.parse().ok());
        let named = HeaderName::try_from(&name).ok();
        if let (Some(name), Some(value)) = (named, changed) {
            response.headers.insert(name, value);
        }
        response
    })
}

/// Error body: the message of a refusal is not in the documented member.
pub(super) fn error_body(contract: &Contract) -> Vec<Mutation> {
    let mut mutations = vec![
        replace_body(nested).named("nested", "the message is in a nested object"),
        replace_body(listed).named("listed", "the message is in a list"),
        replace_body(renamed).named("renamed", "the member has another name"),
        replace_body(text).named("text", "the body is the message as plain text"),
        replace_body(empty).named("empty", "there is no body"),
        undocumented_listed().named(
            "undocumented_listed",
            "the message is in a list where the document does not show it",
        ),
    ];
    if !contract.service.error_body.member.within.is_empty() {
        mutations.push(replace_body(lifted).named("lifted", "the message is in the outer object"));
    }
    mutations
}

/// Media type of error bodies: it is another one, or none is given.
pub(super) fn error_type() -> Vec<Mutation> {
    let typed = |media_type: Option<&'static str>| {
        on_response(move |cx, mut response| {
            if cx.outcome(&response) == CallOutcome::DocumentedRefusal {
                response.headers.remove(CONTENT_TYPE);
                let media_type = media_type.map(HeaderValue::from_static);
                response.headers.extend(media_type.map(|value| (CONTENT_TYPE, value)));
            }
            response
        })
    };
    vec![
        typed(Some("text/html")).named("other", "the media type is that of a web page"),
        typed(None).named("missing", "there is no media type"),
    ]
}

fn undocumented_listed() -> Intercept {
    on_response(move |cx, response| {
        let message = response::message(cx.contract, &response);
        match message.filter(|_| cx.outcome(&response) == CallOutcome::OtherRefusal) {
            Some(message) => {
                listed(response.status, &cx.contract.service.error_body.member, message)
            }
            None => response,
        }
    })
}

/// Replaces error bodies by a function of status, member and message.
fn replace_body(replace: fn(u16, &MemberPath, String) -> Response) -> Intercept {
    on_response(move |cx, response| match response::message(cx.contract, &response) {
        Some(message) => replace(response.status, &cx.contract.service.error_body.member, message),
        None => response,
    })
}

fn nested(status: u16, member: &MemberPath, message: String) -> Response {
    let object = json::object([("text", Json::Text(message))]);
    response::json(status, &response::error_body(member, object))
}

fn listed(status: u16, member: &MemberPath, message: String) -> Response {
    let list = Json::List(vec![Json::Text(message)]);
    response::json(status, &response::error_body(member, list))
}

fn renamed(status: u16, member: &MemberPath, message: String) -> Response {
    let renamed = MemberPath { name: format!("{}_text", member.name), ..member.clone() };
    response::json(status, &response::error_body(&renamed, Json::Text(message)))
}

fn lifted(status: u16, member: &MemberPath, message: String) -> Response {
    response::json(status, &json::object([(&*member.name, Json::Text(message))]))
}

fn text(status: u16, _: &MemberPath, message: String) -> Response {
    Response {
        status,
        headers: response::content_type("text/plain"),
        body: message.as_str().into(),
    }
}

fn empty(status: u16, _: &MemberPath, _: String) -> Response {
    Response { status, headers: HeaderMap::new(), body: ResponseBody::default() }
}

/// Refusal: a call that must be refused is accepted.
pub(super) fn refusal(target: ClauseContext<'_>, case: &str) -> Vec<Mutation> {
    let statements = [
        "the call is accepted",
        "the call returns an empty object",
        "the call is accepted after a valid one",
    ];
    let mut mutations = acceptances(accept_case(case), statements);
    let Some(operation) = target.operation else {
        return mutations;
    };
    let declared = target.contract.error_case(operation, case);
    match declared.and_then(|declared| declared.when.value()) {
        Some(Condition::Repeated)
            if operation.body.iter().any(|field| field.identifiers.len() > 1) =>
        {
            mutations.push(accept_unless_identical(case).named(
                "accepted_with_other_identifier",
                "a repeated call is accepted if it uses another identifier of the record",
            ));
        }
        Some(Condition::Taken(input)) if ignores_case(operation, input) => {
            mutations.push(
                accept_in_another_case(case, input)
                    .named("free_in_another_case", "the value is free in another letter case"),
            );
        }
        Some(Condition::Taken(input)) if can_be_moved(target, operation, input) => {
            mutations.push(accept_after_transition(case, input).named(
                "free_after_transition",
                "the value is free after a transition of its record",
            ));
        }
        _ => {}
    }
    mutations
}

/// Whether the input is an e-mail address, by which a call can request a transition of the created record.
fn can_be_moved(target: ClauseContext<'_>, operation: &Operation, input: &InputRef) -> bool {
    let email = Type::Text(Some(Format::Email));
    let mut body = operation.body.iter();
    let is_email = body.any(|field| field.wire == input.name && field.ty == email);
    let mut transitions = target.contract.operations().flat_map(|operation| &operation.transitions);
    is_email && transitions.any(|transition| Some(&transition.record) == operation.creates.as_ref())
}

/// Accepts repetitions that differ from the accepted call.
fn accept_unless_identical(case: &str) -> Intercept {
    accept_case(case).when(|cx| {
        let mut accepted = cx.history.accepted_calls(&cx.call.operation.id);
        accepted.all(|past| past.sent != cx.call.sent)
    })
}

/// Whether the text counts as another one in another letter case.
fn ignores_case(operation: &Operation, input: &InputRef) -> bool {
    operation.body_field(&input.name).is_some_and(|field| field.ignores_case)
}

/// Accepts calls with a text that an accepted call did not send in this letter case.
fn accept_in_another_case(case: &str, input: &InputRef) -> Intercept {
    let input = input.clone();
    accept_case(case).when(move |cx| {
        let value = cx.call.sent.get(&input);
        let mut accepted = cx.history.accepted_calls(&cx.call.operation.id);
        accepted.all(|past| past.sent.get(&input) != value)
    })
}

/// Accepts calls after a transition of the record that is addressed by the input.
fn accept_after_transition(case: &str, input: &InputRef) -> Intercept {
    let input = input.clone();
    accept_case(case).when(move |cx| {
        let value = cx.call.sent.get(&input).and_then(Json::text);
        cx.history.newest_first().any(|past| {
            past.is_accepted()
                && past.path.iter().any(|id| Some(id.as_str()) == value)
                && requests_any(cx.contract, past)
        })
    })
}

/// Refusal message: a refusal has a slightly different message, or that of another case.
pub(super) fn refusal_message(target: ClauseContext<'_>, case: &str) -> Vec<Mutation> {
    let reword = |reword: fn(&ErrorCase, &str) -> Option<String>| {
        change_message(case, move |_, case, message| reword(case, message))
    };
    let mut mutations = vec![
        reword(change_last_letter).named("letter", "the last letter differs"),
        reword(change_case).named("case", "the first letter has the other case"),
        reword(change_ending).named("ending", "the final punctuation differs"),
    ];
    let errors =
        target.operation.map_or(&target.contract.service.errors, |operation| &operation.errors);
    let Some(declared) = errors.iter().find(|declared| declared.id == case) else {
        return mutations;
    };
    if declared.is_empty() {
        return vec![add_body(case).named("added", "the refusal has a body")];
    }
    if declared.text().is_some_and(|text| !text.is_literal()) {
        mutations.push(
            reword(|case, _| Some(case.text()?.render(|_| "something-else".to_owned())))
                .named("value", "the placeholders have other values"),
        );
    }
    if let Some(other) = most_similar_case(target, declared).cloned() {
        mutations.push(
            change_message(case, move |cx, _, _| Some(synthetic::render_message(cx, &other, 0)))
                .named("other_case", "the message is that of a similar case"),
        );
    }
    mutations
}

/// Replaces the message of a case. Also a variant, where the contract gives a placeholder several sources.
pub(crate) fn change_message<F>(case: &str, change: F) -> Intercept
where
    F: Fn(&InterceptContext<'_>, &ErrorCase, &str) -> Option<String> + Send + Sync + 'static,
{
    let case = case.to_owned();
    on_response(move |cx, response| {
        let changed = cx
            .error_case(&response)
            .filter(|found| found.id == case)
            .zip(response::message(cx.contract, &response))
            .and_then(|(found, message)| change(cx, found, &message));
        let Some(changed) = changed else {
            return response;
        };
        response::edit_body(response, |body| {
            if let Some(value) = json::member_at(body, &cx.contract.service.error_body.member) {
                *value = Json::Text(changed);
            }
        })
    })
}

fn change_last_letter(_: &ErrorCase, message: &str) -> Option<String> {
    let last = message.rfind(|c: char| c.is_ascii_alphabetic())?;
    let is_x = message[last..].starts_with('x');
    let mut message = message.to_owned();
    message.replace_range(last..=last, if is_x { "y" } else { "x" });
    Some(message)
}

/// Changes the case of the first letter of the documented text, outside of placeholders.
fn change_case(case: &ErrorCase, message: &str) -> Option<String> {
    let text = case.text()?.render(|_| " ".to_owned());
    let from = text.find(|c: char| c.is_ascii_alphabetic())?;
    let word: String = text[from..].chars().take_while(char::is_ascii_alphabetic).collect();
    let at = message.rfind(&word)?;
    let is_upper = message[at..].starts_with(|c: char| c.is_ascii_uppercase());
    let mut message = message.to_owned();
    let letter = &mut message[at..=at];
    if is_upper {
        letter.make_ascii_lowercase()
    } else {
        letter.make_ascii_uppercase()
    }
    Some(message)
}

/// Removes the final punctuation, or adds a full stop.
fn change_ending(_: &ErrorCase, message: &str) -> Option<String> {
    let stripped = message.trim_end_matches(['.', '!']);
    Some(if stripped == message { format!("{message}.") } else { stripped.to_owned() })
}

/// The case with the most similar message that is distinguishable from this one.
fn most_similar_case<'c>(target: ClauseContext<'c>, case: &ErrorCase) -> Option<&'c ErrorCase> {
    let contract = target.contract;
    let is_distinct = |other: &ErrorCase| {
        let Some(text) = other.text() else { return false };
        let rendered = text.render(|_| "it".to_owned());
        let mut indistinct = contract.indistinct_cases(target.operation, case);
        indistinct.all(|same| same.text().is_none_or(|text| text.matches(&rendered).is_none()))
    };
    contract
        .operations()
        .flat_map(|operation| &operation.errors)
        .chain(&contract.service.errors)
        .filter(|other| is_distinct(other) && shared_words(case, other) > 0)
        .max_by_key(|other| shared_words(case, other))
}

/// The number of words that two messages share; 0 if less than half of the longer one.
fn shared_words(one: &ErrorCase, other: &ErrorCase) -> usize {
    let (one, other) = (words(one), words(other));
    let shared = one.intersection(&other).count();
    if shared * 2 >= one.len().max(other.len()) { shared } else { 0 }
}

/// The words of a message without its placeholders, in lower case.
fn words(case: &ErrorCase) -> BTreeSet<String> {
    let message = case.text().map(|text| text.render(|_| String::new())).unwrap_or_default();
    message
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// Refusal code: a refusal has another code, that of another case, or none.
pub(super) fn refusal_code(target: ClauseContext<'_>, case: &str, code: &str) -> Vec<Mutation> {
    let mut mutations = vec![
        change_code(case, |code| Some(format!("{code}_")))
            .named("longer", "the code has one more character"),
        change_code(case, |_| None).named("missing", "there is no code"),
    ];
    if code.contains(|c: char| c.is_ascii_lowercase()) {
        mutations.push(
            change_code(case, |code| Some(code.to_ascii_uppercase()))
                .named("case", "the letters of the code have the other case"),
        );
    }
    let mut cases = target.contract.error_cases();
    let other =
        cases.find_map(|case| case.code.as_ref()?.stated().filter(|other| *other != code).cloned());
    if let Some(other) = other {
        mutations.push(
            change_code(case, move |_| Some(other.clone()))
                .named("other_case", "the code is that of another case"),
        );
    }
    mutations
}

/// Replaces the code of a case, or removes it. Also a variant, where the contract does not show the code.
pub(crate) fn change_code<F>(case: &str, change: F) -> Intercept
where
    F: Fn(&str) -> Option<String> + Send + Sync + 'static,
{
    let case = case.to_owned();
    on_response(move |cx, response| {
        let path = cx.contract.service.error_body.code.as_ref();
        let Some(path) = path.filter(|_| cx.is_refused_as(&response, &case)) else {
            return response;
        };
        response::edit_body(response, |body| {
            let Some(members) = json::members_beside(body, path) else { return };
            let code = members.iter().find(|(name, _)| *name == path.name);
            match code.and_then(|(_, code)| change(code.text().unwrap_or_default())) {
                Some(code) => json::set(members, &path.name, Json::Text(code)),
                None => json::remove(members, &path.name),
            }
        })
    })
}

/// Adds a body to the refusals of a case that are documented without a body.
fn add_body(case: &str) -> Intercept {
    let case = case.to_owned();
    on_response(move |cx, response| {
        if !cx.is_refused_as(&response, &case) {
            return response;
        }
        response::error(cx.contract, response.status, "refused")
    })
}

/// Refusal field: a refusal names another input, does not name one, or names one although it should not.
pub(super) fn refusal_field(target: ClauseContext<'_>, case: &str) -> Vec<Mutation> {
    let operation = target.operation.map_or(&[][..], |operation| &operation.errors);
    let mut cases = operation.iter().chain(&target.contract.service.errors);
    let declared = cases.find(|known| known.id == case);
    let names = declared.is_some_and(|it| it.named_input().is_some() || it.names_any_input());
    if !names {
        return vec![
            change_field(case, |_| Some("something".to_owned()))
                .named("named", "an input is named"),
        ];
    }
    vec![
        change_field(case, |name| Some(format!("{name}_")))
            .named("longer", "the name of the input has one more character"),
        change_field(case, |_| None).named("missing", "no input is named"),
    ]
}

/// Replaces the input that the refusals of a case name, or removes it.
fn change_field<F>(case: &str, change: F) -> Intercept
where
    F: Fn(&str) -> Option<String> + Send + Sync + 'static,
{
    let case = case.to_owned();
    on_response(move |cx, response| {
        let member = cx.contract.service.error_body.field.as_ref();
        let Some(member) = member.filter(|_| cx.is_refused_as(&response, &case)) else {
            return response;
        };
        response::edit_body(response, |body| {
            let Some(members) = json::members_beside(body, &member.path) else { return };
            let name = &member.path.name;
            let shown = members.iter().find(|(known, _)| known == name);
            match change(shown.and_then(|(_, shown)| shown.text()).unwrap_or_default()) {
                Some(changed) => json::set(members, name, Json::Text(changed)),
                None => json::remove(members, name),
            }
        })
    })
}
