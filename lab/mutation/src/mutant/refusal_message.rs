//! Refusal message: a refusal has a slightly different message, or that of another case.

use std::collections::BTreeSet;

use spec::ErrorCase;

use super::parts::*;

pub(super) fn mutations(target: ClauseContext<'_>, case: &str) -> Vec<Mutation> {
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
    if !declared.message.is_literal() {
        mutations.push(
            reword(|case, _| Some(case.message.render(|_| "something-else".to_owned())))
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
pub(crate) fn change_message<F>(case: &str, change: F) -> impl Intercept + use<F>
where
    F: Fn(&InterceptContext<'_>, &ErrorCase, &str) -> Option<String> + Send + Sync + 'static,
{
    let case = case.to_owned();
    on_response(move |cx, response| {
        let changed = cx
            .error_case(&response)
            .filter(|found| found.id == case)
            .zip(answer::message(cx.contract, &response))
            .and_then(|(found, message)| change(cx, found, &message));
        let Some(changed) = changed else {
            return response;
        };
        answer::edit_body(response, |body| {
            if let Some(value) = json::member(body, &cx.contract.service.error_body.member) {
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
    let text = case.message.render(|_| " ".to_owned());
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
        let rendered = other.message.render(|_| "it".to_owned());
        let mut indistinct = contract.indistinct_cases(target.operation, case);
        indistinct.all(|same| same.message.matches(&rendered).is_none())
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
    let message = case.message.render(|_| String::new());
    message
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}
