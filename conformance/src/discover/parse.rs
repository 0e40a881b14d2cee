//! Extracts the fixtures of a kind from the answers of a list.

use std::sync::Arc;

use spec::Operation;

use super::{ListSource, is_scoped};
use crate::contract::{self, usual_key};
use crate::exchange::{Fault, Response};
use crate::fact;
use crate::json::Json;
use crate::run::ProbeAnswer;
use crate::suite::Suite;
use crate::target::TargetFixture;
use crate::text::escape;
use crate::untested::AnswerKind;

/// What the answers of a list say of a kind.
#[derive(Default)]
pub(super) struct ParsedAnswers {
    /// The fixtures, by account.
    pub(super) found: Vec<TargetFixture>,
    /// Why there are no others.
    pub(super) reason: Option<String>,
    /// Whether a request for the list was accepted.
    pub(super) is_read: bool,
    /// The answer to the usual key, if it has no list.
    pub(super) unread: Option<UnreadAnswer>,
}

/// An answer without the list or record that was requested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadAnswer {
    /// Its kind.
    pub kind: AnswerKind,
    /// HTTP status.
    pub status: u16,
    /// The message of its error body.
    pub message: Option<String>,
    /// Whether it refuses the key.
    pub is_key_refused: bool,
}

/// Why an answer has no fixtures.
enum Unread {
    Fault(String),
    Answer(UnreadAnswer),
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
    let (mut is_read, mut unread) = (false, None);
    for answer in of_list().filter(is_usual).chain(others) {
        match fixtures_in(suite, source, answer) {
            Ok(mut found) => {
                is_read |= answer.record.is_none();
                // A record that several accounts see has no known owner.
                found.retain(|fixture| all.iter().all(|known| known.id != fixture.id));
                all.append(&mut found);
            }
            Err(why) if is_usual(&answer) => {
                let operation = requested(source, answer);
                (reason, unread) = match why {
                    Unread::Fault(why) => (why, None),
                    Unread::Answer(why) => (why.describe(operation, &answer.account), Some(why)),
                };
            }
            Err(_) => {}
        }
    }
    ParsedAnswers { found: all, reason: Some(reason), is_read, unread }
}

/// The operation that gave the answer: the list, or the one that reads a single record.
fn requested<'s>(source: &ListSource<'s>, answer: &ProbeAnswer) -> &'s Operation {
    let lookup = source.lookup.as_ref().filter(|_| answer.record.is_some());
    lookup.map_or(source.list, |lookup| lookup.operation)
}

impl UnreadAnswer {
    fn of(suite: &Suite, operation: &Operation, response: &Response, body: Option<&Json>) -> Self {
        let status = response.status;
        let message = body.and_then(|body| body.get(&suite.contract.service.error_body.member));
        let message = message.and_then(Json::text);
        let kind = AnswerKind::of(response);
        let is_key_refused = contract::is_key_refusal(&suite.contract, operation, status, message);
        Self { kind, status, message: message.map(str::to_owned), is_key_refused }
    }

    /// Whether it does not say whether there is such a record.
    fn says_nothing(&self) -> bool {
        self.is_key_refused
            || matches!(
                self.kind,
                AnswerKind::NotImplemented
                    | AnswerKind::ServerError
                    | AnswerKind::RateLimited
                    | AnswerKind::Coded
            )
    }

    fn describe(&self, operation: &Operation, key: &str) -> String {
        let (name, status) = (&operation.id, self.status);
        if self.kind == AnswerKind::NotImplemented {
            return format!("{name} is not implemented (501)");
        }
        let said = self.message.as_ref().map(|message| format!(": `{}`", escape(message)));
        if self.is_key_refused {
            let said = said.unwrap_or_else(|| format!(" ({status})"));
            return format!("{name} refused the key `{key}`{said}");
        }
        match said {
            None if (200..300).contains(&status) => format!("the answer of {name} has no list"),
            said => format!("{name} answered {status}{}", said.unwrap_or_default()),
        }
    }
}

/// The fixtures in one answer, or why there are none.
fn fixtures_in(
    suite: &Suite,
    source: &ListSource<'_>,
    answer: &ProbeAnswer,
) -> Result<Vec<TargetFixture>, Unread> {
    let operation = requested(source, answer);
    let name = &operation.id;
    let response = answer.outcome.as_ref().map_err(|fault| {
        Unread::Fault(match fault {
            Fault::Stopped => format!("{name} was not requested: the service does not answer"),
            fault => format!("{name} did not answer: {fault}"),
        })
    })?;
    let body = response.body.json();
    let member = |name: &str| body.and_then(|body| body.get(name));
    let unread = UnreadAnswer::of(suite, operation, response, body);
    if answer.record.is_some() && unread.says_nothing() {
        return Err(Unread::Answer(unread));
    }
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
        return Err(Unread::Answer(unread));
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
