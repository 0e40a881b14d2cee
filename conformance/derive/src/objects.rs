//! Objects in the body. Each member of an object is kept, and one that is left out has its default. An update replaces
//! the object as a whole, keeps it if it is left out, and clears it with null.

use conformance_model::classes::{Class, Rule};
use conformance_model::json::Json;
use conformance_model::scenario::{ClauseRef, Step, Value};
use conformance_model::values::{always_admits, bounds};
use spec::{ClauseKind, Contract, InputField, InputPart, Operation};

use super::call::{Call, create, is_repeatable, text_members};
use super::clause;
use super::reading::Reading;
use super::scenario::Draft;
use super::subject::Subject;
use super::updates::samples;

/// One scenario for each object in the body of a creation or an update.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    let objects = contract.operations().flat_map(|operation| {
        let objects = operation.body.iter().filter(|field| field.is_object());
        objects.map(move |object| Objects { contract, operation, object })
    });
    let drafts = objects.filter_map(|objects| match objects.operation.creates {
        Some(_) => objects.of_creation(),
        None => objects.of_update(),
    });
    drafts.collect()
}

/// An object in the body of an operation.
#[derive(Clone, Copy)]
struct Objects<'c> {
    contract: &'c Contract,
    operation: &'c Operation,
    object: &'c InputField,
}

/// Name of the call with all members of the object.
const ALL: &str = "all";
/// Name of the call with the members that the object needs.
const LEAST: &str = "least";
/// Name of the second change of the object.
const SECOND: &str = "second";

impl<'c> Objects<'c> {
    /// The members that have a value of their own and name no record.
    fn members(&self) -> impl Iterator<Item = &'c InputField> {
        let Self { operation, object, .. } = *self;
        operation.body_fields().filter(move |field| {
            field.is_within(object) && !field.is_object() && field.record.is_none()
        })
    }

    /// The call with a value of each member; `number` says which one.
    fn whole(&self, step: &Step, number: usize) -> Step {
        self.members().fold(step.clone(), |step, field| match samples(field).get(number) {
            Some(value) => step.body(&field.wire, value.clone()),
            None => step,
        })
    }

    fn draft(&self, title: &str) -> Draft {
        Draft::new(self.operation, &self.object.name, title)
    }

    fn of_creation(&self) -> Option<Draft> {
        let Self { contract, operation, object } = *self;
        let call = Call::new(contract, operation, "").filter(|_| is_repeatable(operation))?;
        let call = call.with_object(contract, operation, object, "")?;
        let draft = self.draft("An object is kept with each of its members");
        let draft = call.subjects.iter().fold(draft, Draft::obtain);
        let mut rows = vec![(ALL.to_owned(), self.whole(&call.step, 0))];
        rows.push((LEAST.to_owned(), call.step.clone()));
        for field in self.members() {
            let null = field.nullable.then_some(Value::Json(Json::Null));
            let values = kept(field).into_iter().chain(null);
            rows.extend((1..).zip(values).map(|(number, value)| {
                let step = call.step.clone().body(&field.wire, value).like(ALL);
                (format!("{}_{number}", field.name.replace('.', "_")), step)
            }));
        }
        let draft = rows.into_iter().fold(draft, |draft, (name, step)| {
            let created = Subject::created_by(contract, operation, &name, step.clone());
            let draft = create(contract, operation, draft, &name, step.named(&name));
            let read = self.reading(&created);
            let reads = read.map(|read| match name.as_str() {
                LEAST => [vec![read.step.clone()], self.defaults(&read)].concat(),
                _ => vec![read.step],
            });
            draft.steps(reads.into_iter().flatten())
        });
        Some(draft)
    }

    fn reading(&self, subject: &Subject) -> Option<Reading> {
        let Operation { creates, updates, .. } = self.operation;
        let record = creates.as_deref().or(updates.as_deref())?;
        Reading::single(self.contract, record, subject).into_iter().next()
    }

    /// Reads of the defaults after a call without the optional members.
    fn defaults(&self, reading: &Reading) -> Vec<Step> {
        let left_out = self.members().filter(|field| !field.required);
        let read = |field: &InputField| {
            let default = field.default.as_ref()?.value.to_string();
            let place = reading.member(self.contract, &field.wire)?;
            let value = Value::Json(Json::parse(default.as_bytes())?);
            let kind = ClauseKind::InputDefault { field: field.wire.clone() };
            let read = reading.step.clone().equals(&place, value);
            Some(read.proves([ClauseRef::new(self.operation, kind)]))
        };
        left_out.filter_map(read).collect()
    }

    fn of_update(&self) -> Option<Draft> {
        let Self { contract, operation, object } = *self;
        operation.updates.as_ref()?;
        let [_] = operation.path_parameters.as_slice() else { return None };
        let call = Call::new(contract, operation, "")?;
        let subject = call.subjects.first().filter(|subject| !subject.steps.is_empty())?;
        let reading = self.reading(subject)?;
        let place = reading.member(contract, &object.wire)?;
        let one = call.with_object(contract, operation, object, "_1")?;
        let two = call.with_object(contract, operation, object, "_2")?;
        let of_objects =
            [&one, &two].map(|of_object| of_object.subjects.get(call.subjects.len()..));
        let of_objects = of_objects.into_iter().flatten().flatten();
        let draft = self.draft("An object is replaced as a whole, kept and cleared");
        let draft = call.subjects.iter().chain(of_objects).fold(draft, Draft::obtain);
        let update = Update { objects: self, reading, place, plain: &call.step };
        let draft = update.replaced(draft, &one.step, &two.step);
        let draft = update.kept_if_left_out(draft);
        let draft = update.without_members(draft, &one.step, &two.step);
        Some(if object.nullable { update.cleared(draft) } else { draft })
    }
}

/// Updates of an object.
struct Update<'u, 'c> {
    objects: &'u Objects<'c>,
    reading: Reading,
    /// The place of the object in the response of a read.
    place: String,
    /// The call without the object.
    plain: &'u Step,
}

impl Update<'_, '_> {
    fn read(&self) -> Step {
        self.reading.step.clone()
    }

    fn updated(&self) -> ClauseRef {
        clause::update(self.objects.operation, &self.objects.object.wire)
    }

    /// Two objects, of which the record has the second.
    fn replaced(&self, draft: Draft, one: &Step, two: &Step) -> Draft {
        let first = self.objects.whole(one, 0).named("first");
        let has_one = self.read().differs(&self.place, null()).proves([self.updated()]);
        let draft = draft.steps([first, has_one, self.objects.whole(two, 1).named(SECOND)]);
        let read = |(place, sent): (String, Value)| {
            self.read().equals(&place, sent).proves([self.updated()])
        };
        draft.steps(self.shown().map(read))
    }

    /// A change of another member.
    fn kept_if_left_out(&self, draft: Draft) -> Draft {
        let Objects { operation, object, .. } = *self.objects;
        let other = text_members(operation).next().filter(|_| operation.keeps_left_out.is_some());
        let Some(other) = other else { return draft };
        let kept = ClauseKind::UpdateKept { field: object.wire.clone() };
        let read = |(place, _): (String, Value)| {
            let before = format!("{{before.response.{place}}}");
            // A member of an object that is null is nowhere, which shows nothing.
            let read = self.read().differs(&self.place, null()).equals(&place, before);
            read.proves([ClauseRef::new(operation, kept.clone())])
        };
        let change = self.plain.clone().body(&other.wire, "Other {unique}");
        draft.steps([self.read().named("before"), change]).steps(self.shown().map(read))
    }

    /// Objects with a member that is null, and without the optional members.
    fn without_members(&self, mut draft: Draft, one: &Step, two: &Step) -> Draft {
        let Objects { contract, .. } = *self.objects;
        for field in self.objects.members().filter(|field| field.nullable) {
            let Some(place) = self.reading.member(contract, &field.wire) else { continue };
            draft = draft.step(two.clone().body(&field.wire, null()));
            draft = draft.step(self.reads_null(&place, field));
        }
        let least = one.clone().named(LEAST);
        let draft = draft.steps([self.objects.whole(two, 1), least]);
        draft.steps(self.objects.defaults(&self.reading))
    }

    /// Null in place of the object.
    fn cleared(&self, draft: Draft) -> Draft {
        let object = self.objects.object;
        let change = self.plain.clone().body(&object.wire, null());
        draft.steps([change, self.reads_null(&self.place, object)])
    }

    fn reads_null(&self, place: &str, field: &InputField) -> Step {
        let cleared = ClauseKind::InputNull { field: field.wire.clone() };
        let cleared = ClauseRef::new(self.objects.operation, cleared);
        self.read().equals(place, null()).proves([self.updated(), cleared])
    }

    /// The members that the record shows, each with its place and what the second call sent.
    fn shown(&self) -> impl Iterator<Item = (String, Value)> {
        let Objects { contract, operation, object } = *self.objects;
        let fields = operation.body_fields().filter(move |field| field.is_within(object));
        fields.filter(|field| !field.is_object()).filter_map(move |field| {
            let place = self.reading.member(contract, &field.wire)?;
            let sent = format!("{{{SECOND}.{}.{}}}", InputPart::Body.name(), field.wire);
            let is_sent = field.required || samples(field).len() > 1;
            is_sent.then(|| (place, sent.into()))
        })
    }
}

fn null() -> Value {
    Value::Json(Json::Null)
}

/// Values of every kind that every service keeps.
fn kept(field: &InputField) -> Vec<Value> {
    let classes = Class::of_constrained(&field.ty, &field.constraints).into_iter();
    let classes = classes.filter(|class| class.rule == Rule::Kept).map(|class| class.example(0));
    let values = classes.chain(bounds(&field.ty, &field.constraints));
    values.filter(|value| always_admits(&field.constraints, value)).collect()
}
