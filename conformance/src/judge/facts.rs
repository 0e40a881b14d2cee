//! What a whole run shows before any clause is judged: which keys work, and how things can be
//! addressed.

use std::collections::{BTreeMap, BTreeSet};

use spec::{Contract, Identifier, InputRef, Operation};

use crate::contract;
use crate::json::Json;

use super::named;
use super::sent_inputs::SentInputs;
use super::trace_view::{Acceptance, Attempt, TraceView};

/// What is known of a play, or of the run as a whole.
#[derive(Clone, Debug, Default)]
pub(super) struct RunFacts {
    /// Kinds of keys that were shown to work.
    keys: BTreeSet<String>,
    /// Operation, input and way in which something was addressed with success.
    addressed: BTreeSet<Address>,
    /// The same, where something that names nothing was refused for it.
    refused: BTreeSet<Address>,
    /// The same, with what was named by an accepted call and known in its answer.
    named: BTreeMap<Address, BTreeSet<String>>,
    /// The same, where the answer depended on what was named.
    told_apart: BTreeSet<Address>,
}

/// Operation, input, and the way in which the input addresses a thing.
type Address = (String, InputRef, Identifier);

impl RunFacts {
    /// What one play shows.
    pub(super) fn of(trace: &TraceView<'_>) -> Self {
        let mut facts = Self::default();
        for index in 0..trace.scenario.steps.len() {
            facts.learn(trace, index);
        }
        facts
    }

    /// What several plays show together.
    pub(super) fn together<'f>(all: impl Iterator<Item = &'f Self>) -> Self {
        let mut together = Self::default();
        for facts in all {
            together.keys.extend(facts.keys.iter().cloned());
            together.addressed.extend(facts.addressed.iter().cloned());
            together.refused.extend(facts.refused.iter().cloned());
            together.told_apart.extend(facts.told_apart.iter().cloned());
            for (address, texts) in &facts.named {
                let named = together.named.entry(address.clone()).or_default();
                named.extend(texts.iter().cloned());
            }
        }
        together
    }

    fn learn(&mut self, trace: &TraceView<'_>, index: usize) {
        let (Some(step), Some(operation)) = (trace.step(index), trace.operation(index)) else {
            return;
        };
        let accepted = step.wants_acceptance() && trace.acceptance(index) == Acceptance::Shown;
        if let Some(kind) = step.key.kind()
            && !self.key_works(kind)
            && (accepted || is_answered_by_case(trace, index, operation))
        {
            self.keys.insert(kind.to_owned());
        }
        if let Some(attempt) = trace.attempt(index).filter(|_| accepted) {
            for (input, by) in addresses(operation, attempt) {
                let shown = named::shown(trace, index, input);
                let address = (operation.id.clone(), input.clone(), by);
                let named = self.named.entry(address.clone()).or_default();
                named.extend(shown);
                if named::is_told_apart(trace, index, input) {
                    self.told_apart.insert(address.clone());
                }
                self.addressed.insert(address);
            }
        }
        for (input, by) in named::refused(trace, index, operation) {
            self.refused
                .insert((operation.id.clone(), input.clone(), by));
        }
    }

    /// Whether the run shows that the operation looks at what this input names.
    ///
    /// Two things were each shown as themselves, or were answered differently. A refusal of what names nothing is enough
    /// only where two things cannot be read: where the call writes, or where an account has one thing at most.
    pub(super) fn tells_apart(
        &self,
        contract: &Contract,
        operation: &Operation,
        at: &InputRef,
        by: Identifier,
    ) -> bool {
        let address = (operation.id.clone(), at.clone(), by);
        let named = self.named.get(&address).map_or(0, BTreeSet::len);
        let record =
            contract::addressed_record(operation, at).and_then(|name| contract.record(name));
        let alone = named > 0 && record.is_some_and(|record| record.limit.is_some());
        let refused = self.refused.contains(&address);
        named > 1
            || self.told_apart.contains(&address)
            || (refused && (alone || !operation.method.is_safe()))
    }

    /// What was named by this input, and was then known in the answer.
    pub(super) fn named(
        &self,
        operation: &str,
        at: &InputRef,
        by: Identifier,
    ) -> impl Iterator<Item = &String> {
        let address = (operation.to_owned(), at.clone(), by);
        self.named.get(&address).into_iter().flatten()
    }

    /// Whether a key of the kind was shown to work.
    pub(super) fn key_works(&self, kind: &str) -> bool {
        self.keys.contains(kind)
    }

    /// Whether something was addressed through the input in this way.
    pub(super) fn is_addressed_by(&self, operation: &str, at: &InputRef, by: Identifier) -> bool {
        self.addressed
            .contains(&(operation.to_owned(), at.clone(), by))
    }

    /// Whether something was addressed through the input in another way.
    pub(super) fn is_addressed_otherwise(
        &self,
        operation: &str,
        at: &InputRef,
        by: Identifier,
    ) -> bool {
        self.addressed
            .iter()
            .any(|(known, input, attempt)| known == operation && input == at && *attempt != by)
    }
}

/// Whether a documented refusal was answered that is not about the key: only a server that looked at the request knows
/// which one it deserves.
fn is_answered_by_case(trace: &TraceView<'_>, index: usize, operation: &Operation) -> bool {
    let cases = operation
        .errors
        .iter()
        .filter(|case| !contract::is_about_key(case));
    let mut alike = cases.flat_map(|case| trace.contract.indistinct_cases(Some(operation), case));
    let attempt = trace.attempt(index);
    attempt.is_some_and(|attempt| alike.any(|case| trace.is_worded_as(index, attempt, case)))
}

/// How each input that addresses a thing does so, seen from what was sent.
pub(super) fn addresses<'w>(
    operation: &Operation,
    attempt: &'w Attempt,
) -> Vec<(&'w InputRef, Identifier)> {
    let inputs = attempt.sent.iter().map(|(input, _)| input);
    let addressing =
        inputs.filter(|input| !contract::identifier_forms(operation, input).is_empty());
    addressing
        .map(|input| (input, address(&attempt.sent, input)))
        .collect()
}

/// How an input addresses its thing.
pub(super) fn address(sent: &SentInputs, input: &InputRef) -> Identifier {
    let email = sent
        .get(input)
        .and_then(Json::text)
        .is_some_and(|text| text.contains('@'));
    if email {
        Identifier::Email
    } else {
        Identifier::Uuid
    }
}
