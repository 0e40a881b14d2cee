//! States: records in each state that stated transitions lead to, and the calls that address them there.
//!
//! Where the document says nothing about a state, a call is `may_be_refused`, and only its effect is expected if it is accepted.

mod cycle;
mod each;
mod listed;
mod other_calls;
mod refused;
mod refused_calls;

use spec::{Contract, Evidence, Format, Identifier, Record, Type};

use super::lifecycle::{Move, Reader};
use super::scenario::Draft;
use super::subject::{Subject, text_member};
use conformance_model::scenario::Step;

/// For each record with a lifecycle: its transitions there and back, the refusals in each state, and other calls.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    let records = contract.records().filter(|record| record.lifecycle.is_some());
    records
        .flat_map(|record| {
            let cycles = cycle::scenarios(contract, record);
            let refused = refused::scenarios(contract, record);
            let others = other_calls::scenarios(contract, record);
            let listed = listed::scenarios(contract, record);
            let calls = refused_calls::scenarios(contract, record);
            let each = each::scenarios(contract, record);
            let found = cycles.into_iter().chain(each).chain(refused).chain(others);
            found.chain(listed).chain(calls)
        })
        .collect()
}

/// A record that a scenario observes_gap: how it is read, and a text that it holds.
pub(super) struct Observed<'c> {
    pub(super) reader: Reader<'c>,
    pub(super) record: &'c Record,
    /// Reference to the text that was sent with the creation.
    text: Option<String>,
}

impl<'c> Observed<'c> {
    /// A created record, or a fixture, in a state if one is given; and how it is observed. The first step is called `it`.
    pub(super) fn obtain(
        contract: &'c Contract,
        record: &'c Record,
        state: Option<&str>,
    ) -> Option<(Self, Subject)> {
        let reader = Reader::find(contract, &record.name)?;
        let member = text_member(contract, &record.name);
        let body: Vec<_> =
            member.into_iter().map(|member| (member, "Before{unique word}")).collect();
        let created = Subject::create(contract, &record.name, "it", &body);
        let text = created.as_ref().and(member).map(|member| format!("{{it.body.{member}}}"));
        let subject = created.or_else(|| Subject::any(contract, &record.name, "it"))?;
        let mut subject = subject.with_looked_up_identifier(contract, &record.name, "it");
        if let Some(state) = state {
            subject = subject.in_state(contract, record, state)?;
        }
        Some((Self { reader, record, text }, subject))
    }

    /// Reads by each identifier that show the text. They are named after the prefix.
    pub(super) fn text(&self, subject: &Subject) -> Vec<Step> {
        let shows = |step: Step, kind| {
            let known = self.known(subject, kind).into_iter().map(str::to_owned);
            step.shows(known.chain(self.text.clone()))
        };
        if self.text.is_some() { self.reads(subject, shows) } else { Vec::new() }
    }

    /// Reads by each identifier that show the word of a state.
    pub(super) fn word(&self, subject: &Subject, state: &str) -> Vec<Step> {
        self.reads(subject, |step, kind| {
            step.shows(self.known(subject, kind).into_iter().chain([state]))
        })
    }

    /// Reads by each identifier.
    pub(super) fn reads(
        &self,
        subject: &Subject,
        with: impl Fn(Step, Identifier) -> Step,
    ) -> Vec<Step> {
        let each = subject.each_accepted_by(self.reader.target.identifiers);
        each.filter_map(|(kind, identifier)| Some(with(self.reader.step(identifier)?, kind)))
            .collect()
    }

    /// What else the record is known by: that a read shows the very record.
    pub(super) fn known<'s>(&self, subject: &'s Subject, kind: Identifier) -> Option<&'s str> {
        let by_address = subject.identifier(Identifier::Email);
        by_address.or_else(|| subject.identifier(kind))
    }

    /// The place of the member that shows the state, if the document names it.
    pub(super) fn state_place(&self) -> Option<String> {
        let shown_in = self.record.lifecycle.as_ref()?.shown_in.stated()?;
        self.reader.place(shown_in)
    }

    /// Whether the document names the value with which the member shows the state.
    pub(super) fn is_word(&self, state: &str) -> bool {
        let shown_in = self.record.lifecycle.as_ref().and_then(|known| known.shown_in.stated());
        let mut fields = self.record.fields.iter().filter(|field| Some(&field.wire) == shown_in);
        fields.any(|field| match &field.ty {
            Type::Enumeration(values) => values.iter().any(|value| value == state),
            _ => false,
        })
    }

    /// The places of members that no transition changes: identifiers and plain texts.
    pub(super) fn kept_places(&self) -> Vec<String> {
        let shown_in = self.record.lifecycle.as_ref().and_then(|known| known.shown_in.stated());
        let kept = self.record.fields.iter().filter(|field| {
            matches!(field.ty, Type::Text(None | Some(Format::Identifier)))
                && field.evidence == Evidence::Stated
                && field.present.stated() == Some(&true)
                && Some(&field.wire) != shown_in
        });
        kept.filter_map(|field| self.reader.place(&field.wire)).collect()
    }
}

/// The identifiers of the subject that the transition accepts.
pub(super) fn identifiers<'s>(subject: &'s Subject, step: &Move<'_>) -> Vec<&'s str> {
    subject.each_accepted_by(step.target.identifiers).map(|(_, text)| text).collect()
}
