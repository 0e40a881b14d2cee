//! Extracts the fixtures of a kind from the responses of a list.

use std::sync::Arc;

use spec::Operation;

use super::{ListSource, is_scoped};
use crate::contract::{self, usual_key};
use crate::exchange::{Fault, Response};
use crate::fact;
use crate::json::Json;
use crate::run::ProbeResponse;
use crate::suite::Suite;
use crate::target::TargetFixture;
use crate::text::escape;
use crate::untested::ResponseKind;

/// What the responses of a list say of a kind.
#[derive(Default)]
pub(super) struct ParsedResponses {
    pub(super) found: Vec<TargetFixture>,
    /// Why there are no others.
    pub(super) reason: Option<String>,
    /// Whether a request for the list was accepted.
    pub(super) is_read: bool,
    /// The response to the usual key, if it has no list.
    pub(super) unread: Option<UnreadResponse>,
}

/// A response without the list or record that was requested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadResponse {
    /// Its kind.
    pub kind: ResponseKind,
    /// HTTP status.
    pub status: u16,
    /// The message of its error body.
    pub message: Option<String>,
    /// Whether it refuses the key.
    pub is_key_refused: bool,
}

/// Why a response has no fixtures.
enum Unread {
    Fault(String),
    ParsedResponse(UnreadResponse),
}

/// Parses the responses of the list of a kind.
pub(super) fn parse_responses(
    suite: &Suite,
    source: &ListSource<'_>,
    responses: &[ProbeResponse],
) -> ParsedResponses {
    let list = &source.list.id;
    let is_usual =
        |response: &&ProbeResponse| Some(&*response.account) == usual_key(&suite.contract);
    let of_list = || responses.iter().filter(|response| response.list == *list);
    // Records belong to another account only if the list is limited to it.
    let others = of_list().filter(|response| !is_usual(response) && is_scoped(source.list));
    let mut all: Vec<TargetFixture> = Vec::new();
    let mut reason = format!("{list} has none");
    let (mut is_read, mut unread) = (false, None);
    for response in of_list().filter(is_usual).chain(others) {
        match fixtures_in(suite, source, response) {
            Ok(mut found) => {
                is_read |= response.record.is_none();
                // A record that several accounts see has no known owner.
                found.retain(|fixture| all.iter().all(|known| known.id != fixture.id));
                all.append(&mut found);
            }
            Err(why) if is_usual(&response) => {
                let operation = requested(source, response);
                (reason, unread) = match why {
                    Unread::Fault(why) => (why, None),
                    Unread::ParsedResponse(why) => {
                        (why.describe(operation, &response.account), Some(why))
                    }
                };
            }
            Err(_) => {}
        }
    }
    ParsedResponses { found: all, reason: Some(reason), is_read, unread }
}

/// The operation that gave the response: the list, or the one that reads a single record.
fn requested<'s>(source: &ListSource<'s>, response: &ProbeResponse) -> &'s Operation {
    let lookup = source.lookup.as_ref().filter(|_| response.record.is_some());
    lookup.map_or(source.list, |lookup| lookup.operation)
}

impl UnreadResponse {
    fn of(suite: &Suite, operation: &Operation, response: &Response, body: Option<&Json>) -> Self {
        let status = response.status;
        let message = body.and_then(|body| contract::error_message(&suite.contract, body));
        let kind = ResponseKind::of(response);
        let is_key_refused = contract::is_key_refusal(&suite.contract, operation, status, message);
        Self { kind, status, message: message.map(str::to_owned), is_key_refused }
    }

    /// Whether it does not say whether there is such a record.
    fn says_nothing(&self) -> bool {
        self.is_key_refused
            || matches!(
                self.kind,
                ResponseKind::NotImplemented
                    | ResponseKind::ServerError
                    | ResponseKind::RateLimited
                    | ResponseKind::Coded
            )
    }

    fn describe(&self, operation: &Operation, key: &str) -> String {
        let (name, status) = (&operation.id, self.status);
        if self.kind == ResponseKind::NotImplemented {
            return format!("{name} is not implemented (501)");
        }
        let said = self.message.as_ref().map(|message| format!(": `{}`", escape(message)));
        if self.is_key_refused {
            let said = said.unwrap_or_else(|| format!(" ({status})"));
            return format!("{name} refused the key `{key}`{said}");
        }
        match said {
            None if (200..300).contains(&status) => format!("the response of {name} has no list"),
            said => format!("{name} answered {status}{}", said.unwrap_or_default()),
        }
    }
}

/// The fixtures in one response, or why there are none.
fn fixtures_in(
    suite: &Suite,
    source: &ListSource<'_>,
    probed: &ProbeResponse,
) -> Result<Vec<TargetFixture>, Unread> {
    let operation = requested(source, probed);
    let name = &operation.id;
    let response = probed.outcome.as_ref().map_err(|fault| {
        Unread::Fault(match fault {
            Fault::Stopped => format!("{name} was not requested: the service does not answer"),
            fault => format!("{name} did not answer: {fault}"),
        })
    })?;
    let body = response.body.json();
    let member = |name: &str| body.and_then(|body| body.member(name));
    let unread = UnreadResponse::of(suite, operation, response, body);
    if probed.record.is_some() && unread.says_nothing() {
        return Err(Unread::ParsedResponse(unread));
    }
    let items: Option<Vec<&Json>> = match (&source.lookup, &probed.record) {
        (None, _) => member(source.member).and_then(Json::items).map(Vec::from_iter),
        // A candidate that is refused is not an identifier.
        (Some(_), Some(id)) => {
            let record = member(source.member).filter(|_| response.is_success());
            let is_asked = |record: &&Json| {
                record.get(&source.id.wire).and_then(Json::identifier) == Some(id.as_str())
            };
            Some(Vec::from_iter(record.filter(is_asked)))
        }
        (Some(_), None) => Some(Vec::new()),
    };
    let Some(items) = items.filter(|_| response.is_success() || probed.record.is_some()) else {
        return Err(Unread::ParsedResponse(unread));
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
        let (account, facts) = (probed.account.clone(), Arc::new(facts.collect()));
        Some(TargetFixture { id, account, facts })
    });
    Ok(fixtures.collect())
}
