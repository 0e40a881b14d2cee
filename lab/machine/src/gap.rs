//! Whether the contract states anything about a place where two responses differ.
//!
//! In doubt it does: a difference counts as a gap only if no clause can speak of it.

use std::collections::{BTreeMap, BTreeSet};

use percent_encoding::percent_decode_str;
use referral_conformance::claims::Clauses;
use referral_conformance::contract::{case_for_message, envelope, error_message, fields};
use referral_conformance::json::Json;
use referral_conformance::parsed::types;
use spec::{
    Body, Contract, EnvelopeMember, Field, Filter, MemberPath, Operation, Order, QueryParameter,
    QueryValue, Type, field_path,
};

use crate::json_difference::{DifferenceKind, JsonDifference, PathPart};
use crate::traffic::identity;

/// What the contract and the run know of an exchange.
pub(crate) struct ExchangeKnowledge<'a> {
    pub(crate) contract: &'a Contract,
    pub(crate) clauses: &'a Clauses,
    pub(crate) operation: &'a Operation,
    /// Values that the suite can look for in a response, wherever they are.
    pub(crate) known_values: KnownValues<'a>,
    /// The target of the request.
    pub(crate) target: &'a str,
    /// Whether the step shows the same records in both runs, all responses together.
    pub(crate) same_records: bool,
}

/// Values that the suite can look for.
#[derive(Clone, Copy)]
pub(crate) struct KnownValues<'a> {
    /// Of fixtures and of the contract, with the records that they belong to.
    pub(crate) of_all: &'a BTreeMap<String, BTreeSet<String>>,
    /// Sent in the scenario.
    pub(crate) sent: &'a BTreeSet<String>,
}

impl ExchangeKnowledge<'_> {
    /// Whether the contract states which of two statuses, with these bodies, is right.
    pub(crate) fn states_status(&self, first: (u16, &Json), second: (u16, &Json)) -> bool {
        let is_success = |status: u16| (200..300).contains(&status);
        let is_refusal = |status: u16| (400..500).contains(&status);
        if is_success(first.0) && is_success(second.0) {
            return self.operation.success.status.stated().is_some();
        }
        let are_undocumented =
            !self.is_documented_refusal(first.1) && !self.is_documented_refusal(second.1);
        !(is_refusal(first.0) && is_refusal(second.0) && are_undocumented)
    }

    /// Whether the contract states which of two refusals is right at this place.
    pub(crate) fn states_refusal(
        &self,
        first: &Json,
        second: &Json,
        difference: &JsonDifference,
    ) -> bool {
        let is_documented = self.is_documented_refusal(first) || self.is_documented_refusal(second);
        // A difference of an outer object is one of the message, too.
        let body = &self.contract.service.error_body;
        let is_within = |member: &MemberPath| {
            let mut parts = difference.path.iter().zip(member.names());
            parts.all(|(part, name)| *part == PathPart::Member(name.to_owned()))
        };
        let list = body.entries.as_ref().map(|entries| &entries.list);
        let is_message =
            is_within(&body.member) || body.code.as_ref().or(list).is_some_and(is_within);
        is_documented && is_message
    }

    fn is_documented_refusal(&self, body: &Json) -> bool {
        let message = error_message(self.contract, body);
        message.is_some_and(|message| {
            case_for_message(self.contract, self.operation, message).is_some()
        })
    }

    /// Whether the contract states which of two success bodies is right at this place.
    pub(crate) fn states_success(&self, difference: &JsonDifference) -> bool {
        match self.operation.success.body.stated() {
            None if self.operation.lists.is_some() => {
                self.shows_other_known_values(difference) && self.states_records(difference)
            }
            None => self.shows_another_record(difference),
            Some(Body::Empty) => true,
            Some(Body::Envelope(_) | Body::Bare(_)) => match difference.kind {
                DifferenceKind::Length => self.states_records(difference),
                DifferenceKind::Order => self.states_order(difference),
                DifferenceKind::Records => self.states_order(difference) || !self.same_records,
                DifferenceKind::Value => self.states_value(difference),
            },
        }
    }

    /// Whether a body that is not shown is about another record than the one that the request names, or lacks what was
    /// sent before. A call that changes something is known by its effects alone.
    fn shows_another_record(&self, difference: &JsonDifference) -> bool {
        if !self.operation.method.is_safe() {
            return self.operation.creates.is_some() && self.shows_other_known_values(difference);
        }
        let paths = self.operation.path_parameters.iter();
        let named: Vec<_> = paths.map(|path| path.record.as_str()).collect();
        let KnownValues { of_all, sent } = self.known_values;
        let is_of_record = |value: &String| {
            of_all.get(value).is_some_and(|records| {
                records.iter().any(|record| named.contains(&record.as_str()))
            })
        };
        let known =
            |value: &Option<Json>| -> BTreeSet<String> { self.known(value).into_iter().collect() };
        let (first, second) = (known(&difference.first), known(&difference.second));
        second.difference(&first).any(is_of_record)
            || first.difference(&second).any(|value| sent.contains(value))
    }

    /// Whether the contract rules out a record that only one of two lists shows.
    fn states_records(&self, difference: &JsonDifference) -> bool {
        let Self { contract, operation, .. } = self;
        let queries = operation.query.iter().filter(|query| self.sends(&query.key(), None));
        let is_open = |query: &QueryParameter| {
            let mut sent =
                query.values.iter().filter(|value| self.sends(&query.key(), Some(&value.wire)));
            sent.any(|value| value.meaning.gap().is_some())
        };
        if queries.clone().any(is_open) {
            return false;
        }
        let record = operation.lists.as_deref();
        let is_removed = || contract.operations().any(|other| other.removes.as_deref() == record);
        let limited = || {
            record
                .and_then(|name| contract.record(name))
                .is_some_and(|record| record.limit.is_some())
        };
        let rules_out = operation.scope.as_ref().is_some_and(|scope| scope.stated().is_some())
            || !operation.hidden.is_empty()
            || queries.clone().any(|query| query.filter.is_some())
            || is_removed()
            || limited();
        rules_out || !self.shows_more(difference)
    }

    /// Whether the second list shows all that the first shows, in the same order.
    fn shows_more(&self, difference: &JsonDifference) -> bool {
        let shown = |value: &Option<Json>| {
            let items = value.as_ref().and_then(Json::items).unwrap_or_default();
            let identities: Vec<_> = items.iter().filter_map(identity).map(str::to_owned).collect();
            if identities.is_empty() { self.known(value) } else { identities }
        };
        let (mut first, mut second) = (shown(&difference.first), shown(&difference.second));
        if self.order().is_none() {
            first.sort_unstable();
            second.sort_unstable();
        }
        let mut rest = second.iter();
        first.iter().all(|value| rest.any(|other| other == value))
    }

    /// Whether the request has the parameter, with any or with this value.
    fn sends(&self, name: &str, value: Option<&str>) -> bool {
        let query = self.target.split_once('?').map_or("", |(_, query)| query);
        query.split('&').filter_map(|pair| pair.split_once('=')).any(|(sent, sent_value)| {
            let is = |sent: &str, text: &str| percent_decode_str(sent).eq(text.bytes());
            is(sent, name) && value.is_none_or(|value| is(sent_value, value))
        })
    }

    /// Whether the list is ordered, and not just by values that are the same in both responses.
    fn states_order(&self, difference: &JsonDifference) -> bool {
        match self.order().map(|order| order.by) {
            None => false,
            Some(None) => true,
            Some(Some(by)) => {
                let keys = |list: &Option<Json>| -> Vec<Option<Json>> {
                    let items = list.as_ref().and_then(Json::items).unwrap_or_default();
                    items.iter().map(|item| item.get(&by).cloned()).collect()
                };
                keys(&difference.first) != keys(&difference.second)
            }
        }
    }

    /// The order that the request asks for, or the stated order of the list.
    fn order(&self) -> Option<Order> {
        self.operation.requested_order(|query| {
            let sent = |value: &&QueryValue| self.sends(&query.key(), Some(&value.wire));
            Some(query.values.iter().find(sent)?.wire.clone())
        })
    }

    /// Whether a clause speaks of the value at this place.
    fn states_value(&self, difference: &JsonDifference) -> bool {
        let (member, path) = match self.operation.success.body.stated() {
            Some(Body::Bare(body)) => (body, &*difference.path),
            _ => {
                let Some((PathPart::Member(name), path)) = difference.path.split_first() else {
                    return true;
                };
                let members = envelope(self.operation).unwrap_or_default();
                let Some(member) = members.iter().find(|known| known.wire == *name) else {
                    // The paging members are described apart from the envelope.
                    return self.operation.paging.is_some();
                };
                (member, path)
            }
        };
        let path =
            if let Some((PathPart::Item(_), path)) = path.split_first() { path } else { path };
        let Some((PathPart::Member(name), rest)) = path.split_first() else {
            return true;
        };
        let fields = fields(self.contract, &member.ty);
        let Some(field) = fields.iter().find(|field| field.wire == *name) else {
            return self.target.contains("expand=") && self.shows_other_known_values(difference);
        };
        if !rest.is_empty() {
            return !matches!(field.ty, Type::Unknown(_));
        }
        self.is_tied(member, field)
            || !is_permitted(field, difference.first.as_ref())
            || !is_permitted(field, difference.second.as_ref())
            || self.shows_other_known_values(difference)
    }

    /// Whether a clause says more of the value than its type.
    fn is_tied(&self, member: &EnvelopeMember, field: &Field) -> bool {
        let Self { contract, clauses, operation, .. } = self;
        let id = |suffix| {
            format!("{}.success.{}.{suffix}", operation.id, field_path(&member.wire, &field.wire))
        };
        let has_clause = |suffix| clauses.get(&id(suffix)).is_some();
        let record = record_name(&member.ty).and_then(|name| contract.record(name));
        let is_identifier =
            record.and_then(spec::Record::identifier).is_some_and(|known| known.wire == field.wire);
        let is_updated = contract.operations().any(|other| {
            record.is_some_and(|record| other.updates.as_ref() == Some(&record.name))
                && other.body_field(&field.wire).is_some()
        });
        has_clause("echo")
            || has_clause("value")
            || is_identifier
            || is_updated
            || self.is_list_ruled_by(&field.wire)
    }

    /// Whether the order or a filter of the list depends on this member.
    fn is_list_ruled_by(&self, wire: &str) -> bool {
        let operation = self.operation;
        let stated = operation.order.as_ref().and_then(|order| order.stated());
        let sorts = operation.query.iter().flat_map(|query| &query.values);
        let sorts = sorts.filter_map(|value| value.sorts.as_ref());
        let filters = operation
            .query
            .iter()
            .filter_map(|query| query.filter.as_ref().and_then(Filter::field));
        let orders = stated.into_iter().chain(sorts).filter_map(|order| order.by.as_deref());
        orders.chain(filters).any(|by| by == wire)
    }

    /// Whether one of the values holds known values that the other does not, or in another order.
    fn shows_other_known_values(&self, difference: &JsonDifference) -> bool {
        self.known(&difference.first) != self.known(&difference.second)
    }

    fn known(&self, value: &Option<Json>) -> Vec<String> {
        let mut found = Vec::new();
        value.iter().for_each(|value| self.collect_known(value, &mut found));
        found
    }

    fn collect_known(&self, value: &Json, found: &mut Vec<String>) {
        let KnownValues { of_all, sent } = self.known_values;
        match value {
            Json::Text(text) if of_all.contains_key(text) || sent.contains(text) => {
                found.push(text.clone());
            }
            Json::Number(number) if sent.contains(number) => found.push(number.clone()),
            Json::List(items) => items.iter().for_each(|item| self.collect_known(item, found)),
            Json::Map(members) => {
                members.iter().for_each(|(_, value)| self.collect_known(value, found));
            }
            Json::Text(_) | Json::Number(_) | Json::Null | Json::Bool(_) => {}
        }
    }
}

fn record_name(ty: &Type) -> Option<&str> {
    match ty {
        Type::Record(name) => Some(name),
        Type::List(item) => record_name(item),
        _ => None,
    }
}

/// Whether the document permits this value of a member, unless another statement constrains it.
fn is_permitted(field: &Field, value: Option<&Json>) -> bool {
    match value {
        None => field.present.stated() != Some(&true),
        Some(Json::Null) => field.nullable.stated() != Some(&false),
        Some(value) => types::fits(value, &field.ty),
    }
}
