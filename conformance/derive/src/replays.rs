//! Requests that are repeated with the same key: the first response comes again, and nothing is made twice. Without a key,
//! a second record is made. The same key with another body is refused.

use conformance_model::scenario::{ClauseRef, Step, Value};
use spec::{
    ClauseKind, Condition, Contract, Idempotency, InputField, InputPart, InputRef, Operation, Type,
    field_path,
};

use super::call::{create, text_members};
use super::reading::Reading;
use super::scenario::Draft;
use super::subject::Subject;
use conformance_model::contract::{has_known_pages, member_of_type};

/// Name of the first call.
const FIRST: &str = "first";

/// For each creation with such a key.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    let creations = contract.operations().filter_map(|operation| {
        Some((operation, operation.idempotency.as_ref()?, operation.creates.as_deref()?))
    });
    let drafts = creations.flat_map(|(operation, keys, record)| {
        let replays = Replays { contract, operation, keys, record };
        [replays.replayed(), replays.without_key(), replays.reused()]
    });
    drafts.flatten().collect()
}

struct Replays<'c> {
    contract: &'c Contract,
    operation: &'c Operation,
    keys: &'c Idempotency,
    record: &'c str,
}

impl<'c> Replays<'c> {
    /// A member of the body with a text that the record shows.
    fn text(&self) -> Option<&'c InputField> {
        let record = self.contract.record(self.record)?;
        let is_shown = |wire: &str| {
            record.fields.iter().any(|field| field.wire == wire && field.ty == Type::Text(None))
        };
        text_members(self.operation).find(|field| is_shown(&field.wire))
    }

    /// The first call, with a key.
    fn first(&self) -> Option<Subject> {
        let text = self.text().map(|field| (field.wire.as_str(), "One {unique word}"));
        let body: Vec<_> = text.into_iter().collect();
        let mut subject = Subject::create_by(self.contract, self.operation, FIRST, &[], &body)?;
        let key = self.new_key();
        let step = subject.steps.pop()?.input(InputPart::Header, &self.keys.header, key);
        subject.steps.push(step);
        Some(subject)
    }

    /// A key that no other request has.
    fn new_key(&self) -> &'static str {
        "{unique word}"
    }

    /// The inputs of the first call, without its key.
    fn inputs(&self, first: &Step) -> Vec<(InputRef, String)> {
        let required = self.operation.body.iter().filter(|field| field.required);
        let required = required.map(|field| InputRef::new(InputPart::Body, &field.wire));
        let set = first.inputs.set.keys().filter(|at| at.part != InputPart::Header).cloned();
        let mut inputs: Vec<_> = required.chain(set).collect();
        inputs.sort();
        inputs.dedup();
        let reference = |at: InputRef| {
            let text = format!("{{{FIRST}.{}.{}}}", at.part.name(), at.name);
            (at, text)
        };
        inputs.into_iter().map(reference).collect()
    }

    /// The same request once more, without the key.
    fn again(&self, first: &Step) -> Step {
        let step = Step::call(&self.operation.id);
        let inputs = self.inputs(first).into_iter();
        inputs.fold(step, |step, (at, text)| step.input(at.part, &at.name, text))
    }

    fn with_key(&self, step: Step) -> Step {
        let header = &self.keys.header;
        step.input(InputPart::Header, header, format!("{{{FIRST}.header.{header}}}"))
    }

    /// Makes the call. A service that ignores keys creates a record, which is then removed.
    fn made(&self, draft: Draft, name: &str, step: Step) -> Draft {
        create(self.contract, self.operation, draft, name, step.named(name))
    }

    /// The list of such records, read to its end.
    fn list(&self, subject: &Subject) -> Option<Step> {
        let lists = Reading::lists(self.contract, self.record, subject);
        let list = lists.into_iter().next()?.step;
        let is_paged = has_known_pages(self.contract, self.contract.operation(&list.call)?);
        Some(if is_paged { list.all_pages() } else { list })
    }

    fn replayed(&self) -> Option<Draft> {
        let subject = self.first()?;
        let again = self.with_key(self.again(subject.steps.last()?));
        let title = "A request that is repeated with its key gets the first response again";
        let text = self.text().map(|field| format!("{{{FIRST}.body.{}}}", field.wire));
        let once = ClauseRef::new(self.operation, ClauseKind::IdempotencyOnce);
        let list = text.and_then(|text| Some(self.list(&subject)?.shows([text]).proves([once])));
        let draft = Draft::new(self.operation, "", title).obtain(&subject);
        let draft = self.made(draft, "second", again.clone());
        Some(self.made(draft, "third", again).steps(list))
    }

    /// Values that must be unique, or a case for repetitions, forbid a second record.
    fn without_key(&self) -> Option<Draft> {
        let operation = self.operation;
        let is_of_repetition =
            |when: &Condition| matches!(when, Condition::Repeated | Condition::Taken(_));
        let mut cases = operation.errors.iter().filter_map(|case| case.when.stated());
        if cases.any(is_of_repetition) || operation.body_fields().any(|field| field.unique) {
            return None;
        }
        let mut subject = self.first()?;
        let first = subject.steps.pop()?;
        let inputs = self.inputs(&first);
        let key = InputRef::new(InputPart::Header, &self.keys.header);
        let mut without = first.clone();
        without.inputs.set.remove(&key);
        subject.steps.push(without);
        let given = inputs.iter().filter(|(at, _)| at.part == InputPart::Path);
        let given: Vec<_> = given.map(|(at, text)| (at.clone(), text.as_str())).collect();
        let body = inputs.iter().filter(|(at, _)| at.part == InputPart::Body);
        let body: Vec<_> = body.map(|(at, text)| (at.name.as_str(), text.as_str())).collect();
        let mut second = Subject::create_by(self.contract, operation, "second", &given, &body)?;
        // The records that it needs are those of the first call.
        let again = second.steps.pop()?;
        let removal = second.finally.first().cloned().filter(|_| !subject.finally.is_empty());
        let shown = member_of_type(operation, &Type::Record(self.record.to_owned()))?;
        let identifier = self.contract.record(self.record)?.identifier()?;
        let place = field_path(shown, &identifier.wire);
        let other = format!("{{{FIRST}.response.{place}}}");
        let created = ClauseRef::new(operation, ClauseKind::Creation);
        let again = again.differs(&place, other).proves([created]);
        let title = "Without a key, the same request makes a second record";
        let mut draft = Draft::new(operation, "without_key", title).obtain(&subject).step(again);
        if let Some(removal) = removal {
            draft = draft.obtain(&Subject { finally: vec![removal], ..Subject::default() });
        }
        Some(draft)
    }

    fn reused(&self) -> Option<Draft> {
        let case = self.keys.reused_with.as_ref()?;
        let subject = self.first()?;
        let (wire, value) = self.other_value()?;
        let again = self.with_key(self.again(subject.steps.last()?)).body(&wire, value);
        let again = self.with_new_members(again, &wire)?.refused(case);
        let title = "The key of a request with another body is refused";
        let is_text = self.text().is_some_and(|field| field.wire == wire);
        let refused =
            ClauseRef::new(self.operation, ClauseKind::Refusal { case: case.value.clone() });
        let before = self.list(&subject).filter(|_| is_text);
        let before = before.map(|list| list.shows([format!("{{{FIRST}.body.{wire}}}")]));
        let after = before
            .clone()
            .map(|list| list.hides([format!("{{reused.body.{wire}}}")]).must_not_affect(refused));
        let draft = Draft::new(self.operation, "reused", title).obtain(&subject);
        Some(self.made(draft.steps(before), "reused", again).steps(after))
    }

    /// The request without the members that must be unique, except for the one that is sent: the run makes new values.
    /// `None` if it cannot.
    fn with_new_members(&self, mut step: Step, sent: &str) -> Option<Step> {
        let fields = self.operation.body_fields().filter(|field| field.unique);
        for field in fields.filter(|field| field.wire != sent) {
            let is_text = matches!(field.ty, Type::Text(_));
            if !is_text || field.is_in_object() || field.record.is_some() {
                return None;
            }
            step.inputs.set.remove(&InputRef::new(InputPart::Body, &field.wire));
        }
        Some(step)
    }

    /// A member of the body with another value than in the first call.
    fn other_value(&self) -> Option<(String, Value)> {
        if let Some(field) = self.text() {
            return Some((field.wire.clone(), Value::from("Other {unique word}")));
        }
        self.operation.body.iter().filter(|field| !field.required).find_map(|field| {
            let default = field.default.as_ref().and_then(|value| value.value.as_str());
            let Type::Enumeration(values) = &field.ty else { return None };
            let other = values.iter().find(|value| Some(value.as_str()) != default)?;
            Some((field.wire.clone(), Value::from(other.as_str())))
        })
    }
}
