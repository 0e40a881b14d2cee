//! Extracts the fixtures of a kind from the answers of a list.

use std::sync::Arc;

use super::{ListSource, is_scoped};
use crate::contract::{self, usual_key};
use crate::exchange::Fault;
use crate::fact;
use crate::json::Json;
use crate::run::ProbeAnswer;
use crate::suite::Suite;
use crate::target::TargetFixture;
use crate::text::escape;

/// What the answers of a list say of a kind.
#[derive(Default)]
pub(super) struct ParsedAnswers {
    /// The fixtures, by account.
    pub(super) found: Vec<TargetFixture>,
    /// Why there are no others.
    pub(super) reason: Option<String>,
    /// Whether a request for the list was accepted.
    pub(super) is_read: bool,
    /// Status and message of the answer, if it refused the usual key.
    pub(super) key_refusal: Option<(u16, Option<String>)>,
}

/// Parses the answers of the list of a kind.
pub(super) fn parse_answers(
    suite: &Suite,
    source: &ListSource<'_>,
    answers: &[ProbeAnswer],
) -> ParsedAnswers {
    let list = &source.list.id;
    let is_usual = |answer: &&ProbeAnswer| Some(&*answer.account) == usual_key(&suite.contract);
    let of_list = || answers.iter().filter(|answer| answer.list == *list);
    // Records belong to another account only if the list is limited to it.
    let others = of_list().filter(|answer| !is_usual(answer) && is_scoped(source.list));
    let mut all: Vec<TargetFixture> = Vec::new();
    let mut reason = format!("{list} has none");
    let (mut is_read, mut key_refusal) = (false, None);
    for answer in of_list().filter(is_usual).chain(others) {
        match fixtures_in(suite, source, answer) {
            Ok(mut found) => {
                is_read |= answer.record.is_none();
                // A record that several accounts see has no known owner.
                found.retain(|fixture| all.iter().all(|known| known.id != fixture.id));
                all.append(&mut found);
            }
            Err(why) if is_usual(&answer) => {
                reason = why;
                key_refusal = refusal_of_key(suite, source, answer);
            }
            Err(_) => {}
        }
    }
    ParsedAnswers { found: all, reason: Some(reason), is_read, key_refusal }
}

/// Status and message of an answer that refuses the key.
fn refusal_of_key(
    suite: &Suite,
    source: &ListSource<'_>,
    answer: &ProbeAnswer,
) -> Option<(u16, Option<String>)> {
    let response = answer.outcome.as_ref().ok()?;
    let body = Json::parse(&response.body);
    let message =
        body.as_ref().and_then(|body| body.get(&suite.contract.service.error_body.member));
    let message = message.and_then(Json::text);
    contract::is_key_refusal(&suite.contract, source.list, response.status, message)
        .then(|| (response.status, message.map(str::to_owned)))
}

/// The fixtures in one answer, or why there are none.
fn fixtures_in(
    suite: &Suite,
    source: &ListSource<'_>,
    answer: &ProbeAnswer,
) -> Result<Vec<TargetFixture>, String> {
    let list = &source.list.id;
    let response = answer.outcome.as_ref().map_err(|fault| match fault {
        Fault::Stopped => format!("{list} was not requested: the service does not answer"),
        fault => format!("{list} did not answer: {fault}"),
    })?;
    let body = Json::parse(&response.body);
    let member = |name: &str| body.as_ref().and_then(|body| body.get(name));
    let items: Option<Vec<&Json>> = match (&source.lookup, &answer.record) {
        (None, _) => member(source.member).and_then(Json::items).map(Vec::from_iter),
        // A candidate that is refused is not an identifier.
        (Some(_), Some(id)) => {
            let record = member(source.member).filter(|_| response.is_success());
            let is_asked = |record: &&Json| {
                record.get(&source.id.wire).and_then(Json::text) == Some(id.as_str())
            };
            Some(Vec::from_iter(record.filter(is_asked)))
        }
        (Some(_), None) => Some(Vec::new()),
    };
    let Some(items) = items.filter(|_| response.is_success() || answer.record.is_some()) else {
        let message = member(&suite.contract.service.error_body.member).and_then(Json::text);
        return Err(match message {
            Some(message) => format!("{list} refused it: `{}`", escape(message)),
            None if response.is_success() => format!("the answer of {list} has no list"),
            None => format!("{list} answered with status {}", response.status),
        });
    };
    let fact = |item: &Json, member: &str, ty| fact::from_json(item.get(member)?, ty);
    let is_of_kind = |item: &&Json| {
        source.discriminators.iter().all(|(wanted, field)| {
            let value = fact(item, &field.wire, &field.ty);
            value.is_some_and(|value| fact::facts_equal(&value, &wanted.value))
        })
    };
    let fixtures = items.into_iter().filter(is_of_kind).filter_map(|item| {
        let id = fact(item, &source.id.wire, &source.id.ty).filter(|id| !id.is_empty())?;
        let facts = source.facts.iter().filter_map(|(declared, field)| {
            Some((declared.name.clone(), fact(item, &field.wire, &declared.ty)?))
        });
        let (account, facts) = (answer.account.clone(), Arc::new(facts.collect()));
        Some(TargetFixture { id, account, facts })
    });
    Ok(fixtures.collect())
}
