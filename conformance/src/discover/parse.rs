//! Extracts the fixtures of a kind from the answers of a list.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{ListSource, RecordSource, is_scoped};
use crate::contract::usual_key;
use crate::exchange::Fault;
use crate::fact;
use crate::json::Json;
use crate::run::ProbeAnswer;
use crate::suite::Suite;
use crate::target::TargetFixture;
use crate::text::escape;

/// The fixtures of a kind, by account, and what went wrong.
pub(super) fn parse_answers(
    suite: &Suite,
    source: &ListSource<'_>,
    looked: &[ProbeAnswer],
) -> (Vec<TargetFixture>, Option<String>) {
    let usual = usual_key(&suite.contract);
    let of_list = looked.iter().filter(|looked| looked.list == source.list.id);
    // Records belong to the account only if the list is limited to it.
    let telling =
        |looked: &&ProbeAnswer| Some(looked.account.as_str()) == usual || is_scoped(source.list);
    let mut all: Vec<TargetFixture> = Vec::new();
    let mut trouble = None;
    let mut of_list: Vec<_> = of_list.filter(telling).collect();
    of_list.sort_by_key(|looked| Some(looked.account.as_str()) != usual);
    for looked in of_list {
        match read(suite, source, looked) {
            Ok(found) => {
                // A record that several accounts see has no known owner.
                let known: BTreeSet<_> = all.iter().map(|known| known.id.clone()).collect();
                all.extend(found.into_iter().filter(|one| !known.contains(&one.id)));
            }
            Err(why) if Some(looked.account.as_str()) == usual => trouble = Some(why),
            Err(_) => {}
        }
    }
    let list = &source.list.id;
    (all, trouble.or_else(|| Some(format!("{list} has none"))))
}

/// The fixtures in one answer.
fn read(
    suite: &Suite,
    source: &ListSource<'_>,
    looked: &ProbeAnswer,
) -> Result<Vec<TargetFixture>, String> {
    let list = &source.list.id;
    let answer = match &looked.outcome {
        Ok(answer) => answer,
        Err(Fault::Stopped) => {
            return Err(format!("{list} was not requested: the service does not answer"));
        }
        Err(fault) => return Err(format!("{list} did not answer: {fault}")),
    };
    let body = Json::parse(&answer.body);
    let member = |name: &str| body.as_ref().and_then(|body| body.get(name));
    let items: Option<Vec<&Json>> = match (&source.sought, &looked.asked) {
        (RecordSource::Listed(name), _) => member(name).and_then(Json::items).map(Vec::from_iter),
        // A candidate that is refused is not an identifier.
        (RecordSource::LookedUp(lookup), Some(asked)) => {
            let record = member(lookup.member).filter(|_| answer.is_success());
            let id = |record: &&Json| record.get(&source.id.wire)?.text().map(str::to_owned);
            Some(Vec::from_iter(record.filter(|record| id(record).as_ref() == Some(asked))))
        }
        (RecordSource::LookedUp(_), None) => Some(Vec::new()),
    };
    let Some(items) = items.filter(|_| answer.is_success() || looked.asked.is_some()) else {
        let message = member(&suite.contract.service.error_body.member).and_then(Json::text);
        return Err(match message {
            Some(said) => format!("{list} refused it: `{}`", escape(said)),
            None if answer.is_success() => format!("the answer of {list} has no list"),
            None => format!("{list} answered with status {}", answer.status),
        });
    };
    let is_meant = |item: &&Json| {
        source.discriminators.iter().all(|(telling, field)| {
            let value = item.get(&field.wire);
            let value = value.and_then(|value| fact::from_json(value, &field.ty));
            value.is_some_and(|value| fact::facts_equal(&value, &telling.value))
        })
    };
    let thing = |item: &Json| {
        let id = fact::from_json(item.get(&source.id.wire)?, &source.id.ty)?;
        let facts = source.facts.iter().filter_map(|(declared, field)| {
            let fact = fact::from_json(item.get(&field.wire)?, &declared.ty)?;
            Some((declared.name.clone(), fact))
        });
        (!id.is_empty()).then(|| TargetFixture {
            id,
            account: looked.account.clone(),
            facts: Arc::new(facts.collect()),
        })
    };
    Ok(items.into_iter().filter(is_meant).filter_map(thing).collect())
}
