//! Whether the contract states anything about a place where two responses differ.
//!
//! In doubt it does: a difference counts as a gap only if no clause can speak of it.

use std::collections::BTreeSet;

use referral_conformance::contract::{case_for_message, envelope, fields};
use referral_conformance::json::Json;
use spec::{Body, Contract, Operation, Type};

use crate::json_difference::{DifferenceKind, JsonDifference, PathPart};

/// What the contract and the run know of an exchange.
pub(crate) struct ExchangeKnowledge<'a> {
    pub(crate) contract: &'a Contract,
    pub(crate) operation: &'a Operation,
    /// Values that the suite can look for in a body that the document does not show.
    pub(crate) known_values: &'a BTreeSet<String>,
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
        let member = &self.contract.service.error_body.member;
        let is_message =
            difference.path.first().is_none_or(|part| *part == PathPart::Member(member.clone()));
        is_documented && is_message
    }

    fn is_documented_refusal(&self, body: &Json) -> bool {
        let message = body.get(&self.contract.service.error_body.member).and_then(Json::text);
        message.is_some_and(|message| {
            case_for_message(self.contract, self.operation, message).is_some()
        })
    }

    /// Whether the contract states which of two success bodies is right at this place.
    pub(crate) fn states_success(&self, difference: &JsonDifference) -> bool {
        if difference.kind == DifferenceKind::Length {
            return true;
        }
        match self.operation.success.body.stated() {
            None => self.mentions_known_value(difference),
            Some(Body::Empty) => true,
            Some(Body::Envelope(_)) => {
                self.is_described(&difference.path) && self.states_kind(difference.kind)
            }
        }
    }

    fn states_kind(&self, kind: DifferenceKind) -> bool {
        let sorts = || self.operation.query.iter().any(|query| query.name.contains("sort"));
        let order = self.operation.order.as_ref();
        kind != DifferenceKind::Order
            || order.is_some_and(|order| order.stated().is_some())
            || sorts()
    }

    /// Whether a member is described; members of `meta` and the like count as described.
    fn is_described(&self, path: &[PathPart]) -> bool {
        let Some((PathPart::Member(member), rest)) = path.split_first() else {
            return true;
        };
        let members = envelope(self.operation).unwrap_or_default();
        let Some(member) = members.iter().find(|known| known.wire == *member) else {
            // The paging members are described apart from the envelope.
            return self.operation.paging.is_some();
        };
        self.describes_member_of(&member.ty, rest)
    }

    fn describes_member_of(&self, ty: &Type, path: &[PathPart]) -> bool {
        let Some((part, rest)) = path.split_first() else {
            return true;
        };
        match (part, ty) {
            (PathPart::Item(_), Type::List(item)) => self.describes_member_of(item, rest),
            (PathPart::Member(name), Type::Record(_)) => {
                let fields = fields(self.contract, ty);
                let field = fields.iter().find(|field| field.wire == *name);
                field.is_some_and(|field| self.describes_member_of(&field.ty, rest))
            }
            (_, Type::Unknown(_)) => false,
            _ => true,
        }
    }

    fn mentions_known_value(&self, difference: &JsonDifference) -> bool {
        let values = difference.first.iter().chain(&difference.second);
        values.into_iter().any(|value| self.holds_known_value(value))
    }

    fn holds_known_value(&self, value: &Json) -> bool {
        match value {
            Json::Text(text) => self.known_values.contains(text),
            Json::Number(number) => self.known_values.contains(number),
            Json::List(items) => items.iter().any(|item| self.holds_known_value(item)),
            Json::Map(members) => members.iter().any(|(_, value)| self.holds_known_value(value)),
            Json::Null | Json::Bool(_) => false,
        }
    }
}
