//! Refusals, documented and others.

use conformance_model::contract::is_about_key;
use conformance_model::json::Json;
use spec::{
    Condition, Constraint, Contract, Defect, ErrorCase, ErrorEntries, InputRef, MemberPath,
    NamedInput, Operation, Slot, ValueSource,
};

use crate::answer::Answer;
use crate::call::Call;
use crate::choices::{self, Reason};
use crate::store::{Store, set};

/// What is wrong with an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Missing,
    Blank,
    Malformed,
    Breaks(Constraint),
    Invalid,
    Unknown,
    Taken,
}

/// A refused request.
#[derive(Clone, Debug)]
pub(crate) struct Refusal<'c> {
    pub reason: Reason,
    /// The documented case, if there is one.
    pub case: Option<&'c ErrorCase>,
    /// The offending input.
    pub input: Option<InputRef>,
    /// The record that stands in the way, by number.
    pub record: Option<u64>,
    /// The refusals of further wrong inputs of the request.
    pub others: Vec<Refusal<'c>>,
}

impl<'c> Refusal<'c> {
    /// A refusal that the contract does not have.
    pub(crate) fn other(reason: Reason) -> Self {
        Self { reason, case: None, input: None, record: None, others: Vec::new() }
    }

    pub(crate) fn documented(case: &'c ErrorCase) -> Self {
        let reason = Reason::of(case.when.value());
        Self { reason, case: Some(case), input: None, record: None, others: Vec::new() }
    }

    /// A refusal of a key.
    pub(crate) fn of_key(contract: &'c Contract, operation: &'c Operation, reason: Reason) -> Self {
        let cases = operation.errors.iter().chain(&contract.service.errors);
        let mut cases = cases.filter(|case| is_about_key(case));
        let found = cases.find(|case| {
            *case.when.value().unwrap_or(&Condition::KeyUserless) != Condition::KeyUserless
                && Reason::of(case.when.value()) == reason
        });
        found.map_or_else(|| Self::other(reason), Self::documented)
    }

    /// A refusal of an input.
    pub(crate) fn of_input(operation: &'c Operation, input: &InputRef, fault: Fault) -> Self {
        let with = |wanted: Condition| {
            operation.errors.iter().find(|case| case.when.value() == Some(&wanted))
        };
        let case_of = |defect| operation.case_of(input, defect);
        let invalid = || case_of(Defect::Invalid);
        let malformed = || with(Condition::Malformed(input.clone()));
        let blank = || with(Condition::Blank(input.clone()));
        let (reason, case) = match fault {
            Fault::Missing => (Reason::Missing, case_of(Defect::Missing).or_else(blank)),
            Fault::Blank => (Reason::Invalid, blank()),
            Fault::Malformed => (Reason::Invalid, malformed().or_else(invalid)),
            Fault::Breaks(one) => (Reason::Invalid, case_of(Defect::Breaks(Some(one)))),
            Fault::Invalid => (Reason::Invalid, invalid().or_else(malformed).or_else(blank)),
            Fault::Unknown => (Reason::Unknown, case_of(Defect::Unknown)),
            Fault::Taken => (Reason::Taken, with(Condition::Taken(input.clone()))),
        };
        Self { reason, case, input: Some(input.clone()), record: None, others: Vec::new() }
    }

    /// The answer to the request. Without a call, the request is for no operation.
    pub(crate) fn answer(&self, contract: &Contract, store: &Store, call: Option<&Call>) -> Answer {
        let (status, code, message) = self.reason.words();
        let Some(case) = self.case else {
            let body = self.body(contract, call, message.to_owned(), code);
            return Answer::new(status, Some(body));
        };
        let status = choices::refusal_status(case);
        if case.is_empty() {
            return Answer::new(status, None);
        }
        let text = |name: &str| self.placeholder(case, name, store, call).unwrap_or_default();
        let message = case.text().map_or_else(|| message.to_owned(), |it| it.render(text));
        let code = case.code.as_ref().and_then(Slot::value).map_or(code, String::as_str);
        Answer::new(status, Some(self.body(contract, call, message, code)))
    }

    /// The text of a placeholder: of the first source that has one.
    fn placeholder(
        &self,
        case: &ErrorCase,
        name: &str,
        store: &Store,
        call: Option<&Call>,
    ) -> Option<String> {
        let call = call?;
        let found = case.placeholders.iter().find(|known| known.name.value == name)?;
        found.sources.iter().find_map(|source| {
            let value = match source {
                ValueSource::Input(input) => call.value(input)?,
                ValueSource::Record { record, field } => {
                    let number = self.record.or_else(|| call.target(record))?;
                    store.get(number).filter(|found| found.ty == *record)?.get(field)?
                }
            };
            Some(value.identifier().map_or_else(|| value.to_string(), str::to_owned))
        })
    }

    fn body(&self, contract: &Contract, call: Option<&Call>, message: String, code: &str) -> Json {
        let shape = &contract.service.error_body;
        let mut body = Json::Map(Vec::new());
        put(&mut body, &shape.member, Json::Text(message));
        if let Some(path) = &shape.code {
            put(&mut body, path, Json::Text(code.to_owned()));
        }
        if let Some(member) = &shape.field {
            match self.named(call) {
                Some(name) => put(&mut body, &member.path, Json::Text(name)),
                None if member.present.value() == Some(&true) => {
                    put(&mut body, &member.path, Json::Null);
                }
                None => {}
            }
        }
        if let Some(shape) = &shape.entries {
            let same = |other: &&Self| self.is_said_like(other);
            let all = [self].into_iter().chain(self.others.iter().filter(same));
            let entries: Vec<_> = all.filter_map(|it| it.entry(contract, shape, call)).collect();
            if !entries.is_empty() || shape.present.value() == Some(&true) {
                put(&mut body, &shape.list, Json::List(entries));
            }
        }
        body
    }

    /// Whether the refusal of another input has the same status and message, so that one answer can have both.
    fn is_said_like(&self, other: &Self) -> bool {
        let said = |refusal: &Self| {
            let case = refusal.case;
            (case.map(choices::refusal_status), case.map(|case| case.message.value().cloned()))
        };
        self.case.is_some() && said(self) == said(other)
    }

    /// The entry of the list of errors, if the refusal has one.
    fn entry(
        &self,
        contract: &Contract,
        shape: &ErrorEntries,
        call: Option<&Call>,
    ) -> Option<Json> {
        let case = self.case.filter(|case| contract.service.error_body.entries_of(case).is_some());
        if self.case.is_some() && case.is_none() {
            return None;
        }
        let mut entry = Json::Map(Vec::new());
        set(&mut entry, &shape.field, Json::Text(self.named(call)?));
        if let Some(name) = &shape.code {
            let code = case.and_then(|case| case.code.as_ref()?.value());
            let code = code.map_or(self.reason.words().1, String::as_str);
            set(&mut entry, name, Json::Text(code.to_owned()));
        }
        Some(entry)
    }

    /// The name of the input that the body names.
    fn named(&self, call: Option<&Call>) -> Option<String> {
        let input = match self.case.and_then(|case| case.field.as_ref()?.value()) {
            Some(NamedInput::Nothing) => return None,
            Some(NamedInput::Input(input)) => input,
            Some(NamedInput::OfCondition) | None => self.input.as_ref()?,
        };
        Some(call?.operation.wire_name(input).to_owned())
    }
}

/// Sets a member of an object, or of an object within it.
fn put(object: &mut Json, path: &MemberPath, value: Json) {
    let mut at = object;
    for name in &path.within {
        if at.get(name).is_none() {
            set(at, name, Json::Map(Vec::new()));
        }
        let Json::Map(members) = at else { return };
        let Some((_, within)) = members.iter_mut().find(|(known, _)| known == name) else { return };
        at = within;
    }
    set(at, &path.name, value);
}
