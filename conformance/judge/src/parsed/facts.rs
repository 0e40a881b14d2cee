//! What a whole run shows before any clause is judged: which keys work, and by which identifiers records are found.

use std::collections::{BTreeMap, BTreeSet};

use spec::{Contract, Format, Identifier, InputRef, Operation, Type};

use crate::contract;

use super::addressing::{addresses, depends_on_address, refused_addresses, shown_identifier};
use super::view::{ParsedStep, TraceView};

/// What a trace, or all traces of a run, show.
#[derive(Clone, Debug, Default)]
pub struct RunFacts {
    /// Kinds of keys that were shown to work.
    keys: BTreeSet<String>,
    /// Addresses for which a call was accepted.
    addressed: BTreeSet<Address>,
    /// Addresses for which an identifier of nothing was refused.
    refused: BTreeSet<Address>,
    /// The identifiers that accepted calls sent and that their responses showed, by address.
    named: BTreeMap<Address, BTreeSet<String>>,
    /// Addresses for which the response depended on the identifier.
    depends: BTreeSet<Address>,
    /// Operations whose responses depend on the request.
    discriminating: BTreeSet<String>,
    /// Whether a call was accepted that sent an e-mail address of the run.
    accepts_email: bool,
    /// The operations that are not implemented and were to restore a fixture, by its id.
    unrestored: BTreeMap<String, BTreeSet<String>>,
}

/// Operation, input, and kind of identifier.
type Address = (String, InputRef, Identifier);

impl RunFacts {
    pub fn from_trace(trace: &TraceView<'_>) -> Self {
        let mut facts = Self::default();
        for call in &trace.steps {
            facts.add_step(trace, call);
            if trace.shows_discrimination(call) {
                facts.discriminating.insert(call.operation.id.clone());
            }
        }
        for (fixture, operation) in trace.unrestored() {
            let operations = facts.unrestored.entry(fixture.id.clone()).or_default();
            operations.insert(operation.to_owned());
        }
        facts
    }

    pub fn merge<'f>(all: impl Iterator<Item = &'f Self>) -> Self {
        let mut merged = Self::default();
        for facts in all {
            merged.keys.extend(facts.keys.iter().cloned());
            merged.addressed.extend(facts.addressed.iter().cloned());
            merged.refused.extend(facts.refused.iter().cloned());
            merged.depends.extend(facts.depends.iter().cloned());
            merged.discriminating.extend(facts.discriminating.iter().cloned());
            merged.accepts_email |= facts.accepts_email;
            for (fixture, operations) in &facts.unrestored {
                let known = merged.unrestored.entry(fixture.clone()).or_default();
                known.extend(operations.iter().cloned());
            }
            for (address, texts) in &facts.named {
                let named = merged.named.entry(address.clone()).or_default();
                named.extend(texts.iter().cloned());
            }
        }
        merged
    }

    fn add_step<'a>(&mut self, trace: &TraceView<'a>, call: &ParsedStep<'a>) {
        let (step, operation) = (call.step, call.operation);
        let is_accepted = step.wants_acceptance() && call.is_shown();
        if let Some(kind) = step.key.kind()
            && !self.key_works(kind)
            && (is_accepted || is_answered_by_case(trace, call))
        {
            self.keys.insert(kind.to_owned());
        }
        if let Some(attempt) = call.attempt.filter(|_| is_accepted) {
            self.accepts_email |= operation.body.iter().any(|field| {
                matches!(field.ty, Type::Text(Some(Format::Email)))
                    && attempt.sent.body(&field.wire).is_some()
            });
            for (input, by) in addresses(operation, attempt) {
                let address = (operation.id.clone(), input.clone(), by);
                let named = self.named.entry(address.clone()).or_default();
                named.extend(shown_identifier(trace.contract, call, input).map(str::to_owned));
                if depends_on_address(trace, call, input) {
                    self.depends.insert(address.clone());
                }
                self.addressed.insert(address);
            }
        }
        for (input, by) in refused_addresses(trace, call) {
            self.refused.insert((operation.id.clone(), input.clone(), by));
        }
    }

    /// Whether the run shows that the operation looks at what this input names.
    ///
    /// Two records were each shown as themselves, or were answered differently. A refusal of an identifier of nothing is
    /// enough only where two records cannot be read: where the call writes, or an account has one record at most.
    pub fn tells_apart(
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
            || self.depends.contains(&address)
            || (refused && (alone || !operation.method.is_safe()))
    }

    /// What was named by this input, and was then known in the response.
    pub fn named(
        &self,
        operation: &str,
        at: &InputRef,
        by: Identifier,
    ) -> impl Iterator<Item = &String> {
        let address = (operation.to_owned(), at.clone(), by);
        self.named.get(&address).into_iter().flatten()
    }

    /// Whether the server accepted an e-mail address of the run, so that it accepts the domain.
    pub fn accepts_email(&self) -> bool {
        self.accepts_email
    }

    /// The operations that are not implemented and were to restore fixtures, by the id of the fixture.
    pub fn unrestored(&self) -> &BTreeMap<String, BTreeSet<String>> {
        &self.unrestored
    }

    pub fn key_works(&self, kind: &str) -> bool {
        self.keys.contains(kind)
    }

    /// Whether the run shows that the responses of the operation depend on the request: it refused what a request asked,
    /// or showed something that the run knows of.
    pub fn discriminates(&self, operation: &str) -> bool {
        self.discriminating.contains(operation)
    }

    /// Whether a call with this kind of identifier in the input was accepted.
    pub fn is_addressed_by(&self, operation: &str, at: &InputRef, by: Identifier) -> bool {
        self.addressed.contains(&(operation.to_owned(), at.clone(), by))
    }

    /// Whether a call with another kind of identifier in the input was accepted.
    pub fn is_addressed_otherwise(&self, operation: &str, at: &InputRef, by: Identifier) -> bool {
        self.addressed
            .iter()
            .any(|(known, input, other)| known == operation && input == at && *other != by)
    }
}

/// Whether a documented refusal was answered that is not about the key: only a server that looked at the request knows
/// which one it deserves.
fn is_answered_by_case(trace: &TraceView<'_>, call: &ParsedStep<'_>) -> bool {
    let mut cases = call.operation.errors.iter().filter(|case| !contract::is_about_key(case));
    cases.any(|case| trace.is_answered_as(call, &case.id))
}
