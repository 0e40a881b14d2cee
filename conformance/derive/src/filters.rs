//! Filters that compare a member: the values come from records that the scenario creates. Of two records with different
//! values, a list for one value shows one of them, and a list for both values shows both. A bound is a record's own value,
//! and its neighbours. For a filter with listed values, each value is sent, after records were created in the states with
//! these names. Each list is compared with the unfiltered lists that are read before and after it. Each filter is also sent
//! together with the next one, in thorough runs with each other one.

use std::mem::discriminant;

use conformance_model::contract::{member_of_type, page_selection};
use conformance_model::json::Json;
use conformance_model::scenario::{Step, Value};
use conformance_model::values::{
    admits, admits_words, always_admits, bounds, example, takes_words,
};
use spec::{
    Constraints, Contract, Filter, InputField, OfSeveral, Operation, QueryParameter, Record, Type,
    field_path,
};

use super::lists::List;
use super::scenario::Draft;
use super::subject::Subject;

/// The maximum number of listed values that are sent.
const MOST_VALUES: usize = 6;
/// The maximum number of values of each of two filters together.
const MOST_TOGETHER: usize = 3;

/// Names of the records that a scenario creates.
const RECORDS: [&str; 2] = ["one", "other"];

/// One scenario for each such filter, and for pairs of them.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    let lists = List::all(contract).filter(|list| {
        let operation = list.operation;
        operation.path_parameters.is_empty() && operation.query.iter().all(|query| !query.required)
    });
    lists.flat_map(|list| of_list(contract, &list).unwrap_or_default()).collect()
}

fn of_list(contract: &Contract, list: &List<'_>) -> Option<Vec<Draft>> {
    let record = contract.record(list.operation.lists.as_deref()?)?;
    let mut creations = contract.operations();
    let creation = creations.find(|known| known.creates.as_deref() == Some(&*record.name))?;
    if list.operation.paging.is_some() && page_selection(list.operation).is_none() {
        return None;
    }
    let scene = Scene { contract, list, record, creation, whole: list.whole()? };
    let queries = list.operation.query.iter();
    let tried: Vec<_> = queries.filter_map(|query| scene.tried(query)).collect();
    let alone = tried.iter().filter_map(|it| scene.alone(it));
    let together = tried.iter().enumerate().flat_map(|(index, one)| {
        let others = tried.iter().skip(index + 1).enumerate();
        others.filter_map(|(between, other)| {
            let draft = scene.together(one, other)?;
            Some(if between == 0 { draft } else { draft.thorough() })
        })
    });
    Some(alone.chain(together).collect())
}

/// A list, and how its records are created.
struct Scene<'c> {
    contract: &'c Contract,
    list: &'c List<'c>,
    record: &'c Record,
    creation: &'c Operation,
    /// Lists all records.
    whole: Step,
}

/// A filter, and the values that are tried.
struct Tried<'c> {
    query: &'c QueryParameter,
    /// The member of the creation that each of the records has another value of.
    set: Option<(&'c str, [Value; 2])>,
    values: Vec<String>,
    /// The number of values, from the first on, that the document shows to be accepted.
    certain: usize,
    /// The records that the members identify.
    owners: Vec<Subject>,
    /// Whether the second record is created a second after the first: the time of creation may be compared.
    is_later: bool,
}

impl<'c> Tried<'c> {
    fn of(
        query: &'c QueryParameter,
        set: Option<(&'c str, [Value; 2])>,
        values: Vec<String>,
    ) -> Self {
        let (certain, owners) = (values.len(), Vec::new());
        Self { query, set, values, certain, owners, is_later: false }
    }
}

impl<'c> Scene<'c> {
    fn tried(&self, query: &'c QueryParameter) -> Option<Tried<'c>> {
        let filter = query.filter.as_ref()?;
        let field = filter.field()?;
        if !query.values.is_empty() {
            let values = query.values.iter().map(|value| value.wire.clone());
            let values = values.take(MOST_VALUES).collect();
            return Some(Tried::of(query, None, values));
        }
        let sent = match filter {
            Filter::Compares { .. } => return self.compared(query, field),
            Filter::Equals { .. } => self.creation.body_field(field)?,
            Filter::Includes { .. } => return self.included(query, field),
            Filter::Meaning(_) => return None,
        };
        if let Some(record) = &sent.record {
            return self.owned(query, sent, record);
        }
        let is_text = query.ty == Type::Text(None) && admits_words(&query.constraints);
        if !is_text || !takes_words(sent) {
            return None;
        }
        let set = RECORDS.map(|_| Value::from("Kept {unique word}"));
        let [one, other] = RECORDS.map(|name| format!("{{{name}.body.{field}}}"));
        let both = query.several.map(|_| format!("{one},{other}"));
        let values = [one, other].into_iter().chain(both).collect();
        Some(Tried::of(query, Some((field, set)), values))
    }

    /// Records of two others, which the member identifies.
    fn owned(
        &self,
        query: &'c QueryParameter,
        sent: &'c InputField,
        record: &str,
    ) -> Option<Tried<'c>> {
        let names = RECORDS.map(|name| format!("{}_of_{name}", sent.name));
        let [one, other] = names.map(|name| Subject::create(self.contract, record, &name, &[]));
        let owners = vec![one?, other?];
        let identifiers: Option<Vec<_>> = owners
            .iter()
            .map(|owner| owner.accepted_by(&sent.identifiers).map(str::to_owned))
            .collect();
        let values = identifiers?;
        let [one, other] = values.as_slice() else { return None };
        let set = [one, other].map(|identifier| Value::from(identifier.as_str()));
        Some(Tried { owners, ..Tried::of(query, Some((sent.wire.as_str(), set)), values) })
    }

    /// The value that a new record has, and the values around it. Where the parameter has constraints, only the value.
    fn compared(&self, query: &'c QueryParameter, field: &'c str) -> Option<Tried<'c>> {
        let shown = self.record.fields.iter().find(|known| known.wire == field)?;
        shown.present.stated().filter(|present| **present)?;
        let body = member_of_type(self.creation, &Type::Record(self.record.name.clone()))?;
        let value = format!("one.response.{}", field_path(body, field));
        let around = [" - 1", " + 1"].map(|step| format!("{{{value}{step}}}"));
        let around = around.into_iter().filter(|_| query.constraints.stated().next().is_none());
        let sent = self.creation.body_field(field).filter(|sent| !sent.required);
        let set = match sent {
            Some(sent) => Some((field, [comparable(sent)?, comparable(sent)?])),
            None => None,
        };
        let values: Vec<_> = std::iter::once(format!("{{{value}}}")).chain(around).collect();
        let is_time = matches!(shown.ty, Type::Timestamp(_) | Type::UnixTime);
        // A number that is no integer, say, may be refused where an integer is asked for, and a number beside that of a
        // record may be out of bounds that are not stated; the next second is not.
        let is_same = discriminant(&query.ty) == discriminant(&shown.ty);
        let certain = if is_same && is_time { values.len() } else { usize::from(is_same) };
        let is_later = is_time && set.is_none();
        Some(Tried { certain, is_later, ..Tried::of(query, set, values) })
    }

    /// Two lists with one value in common.
    fn included(&self, query: &'c QueryParameter, field: &'c str) -> Option<Tried<'c>> {
        let sent = self.creation.body_field(field)?;
        let is_free = sent.ty == Type::List(Box::new(Type::Text(None)))
            && sent.record.is_none()
            && sent.values_open.is_none();
        let words = words(&sent.constraints).filter(|_| is_free && query.ty == Type::Text(None))?;
        let list = |of: [&String; 2]| Json::List(of.map(|word| Json::Text(word.clone())).to_vec());
        let [one, other, both] = &words;
        let lists = [list([one, both]), list([both, other])];
        let fits = lists.iter().all(|list| admits(&sent.constraints, list))
            && words.iter().all(|word| query.constraints.admit_text(word));
        let together = match &query.filter {
            Some(Filter::Includes { of_several: OfSeveral::All, .. }) => [both, one],
            _ => [one, other],
        };
        let together = query.several.map(|_| together.map(String::as_str).join(","));
        let values = [one, both].into_iter().cloned().chain(together).collect();
        let set = (field, lists.map(Value::Json));
        fits.then(|| Tried::of(query, Some(set), values))
    }

    fn alone(&self, tried: &Tried<'_>) -> Option<Draft> {
        let query = tried.query;
        let title = format!("`{}` keeps the records with a value", query.name);
        let draft = Draft::new(self.list.operation, &query.name, title);
        let created = self.created(&[tried])?;
        // A list without the parameter shows the default.
        let plain = query.filters_by_default().map(|_| self.without(query));
        let sent = tried.steps(&self.whole);
        let draft = tried.owners.iter().chain(&created).fold(draft, Draft::obtain);
        // What one value keeps is known before and after a list with the value that keeps all records.
        let keeps_all = query.values.iter().any(|value| value.keeps_all);
        let again = if keeps_all { sent.clone() } else { Vec::new() };
        let draft = draft.step(self.whole.clone()).steps(plain).steps(sent);
        Some(draft.step(self.whole.clone()).steps(again))
    }

    fn together(&self, one: &Tried<'_>, other: &Tried<'_>) -> Option<Draft> {
        let names = [one, other].map(|tried| tried.query.name.as_str());
        let title = format!("`{}` and `{}` apply together", names[0], names[1]);
        let draft = Draft::new(self.list.operation, &names.join("_and_"), title);
        let owners = one.owners.iter().chain(&other.owners);
        let draft = owners.fold(draft, Draft::obtain);
        let draft = self.pair(&[one, other])?.iter().fold(draft, Draft::obtain);
        let (own, others) = (one.steps(&self.whole), other.steps(&self.whole));
        let alone = own.iter().take(1).chain(others.iter().take(1));
        let beside = own.iter().take(MOST_TOGETHER).filter_map(|step| other.first(step));
        let before = own.first().into_iter().flat_map(|step| other.steps(step));
        let before = before.take(MOST_TOGETHER).skip(1);
        Some(
            draft
                .step(self.whole.clone())
                .steps(alone.clone().cloned())
                .steps(beside)
                .steps(before)
                .steps(alone.cloned())
                .step(self.whole.clone()),
        )
    }

    /// The records. If a filter is by state and has listed values, records in the states with these names.
    fn created(&self, tried: &[&Tried<'_>]) -> Option<Vec<Subject>> {
        let [only] = tried else { return self.pair(tried) };
        if only.query.values.is_empty() {
            return self.pair(tried);
        }
        let shows_state = |field: &str| {
            let lifecycle = self.record.lifecycle.as_ref();
            lifecycle.and_then(|it| it.shown_in.stated()).is_some_and(|shown| shown == field)
        };
        let is_by_state =
            matches!(&only.query.filter, Some(Filter::Equals { field }) if shows_state(field));
        let create = |name: &str| Subject::create(self.contract, &self.record.name, name, &[]);
        let in_states = only
            .values
            .iter()
            .filter(|_| is_by_state)
            .filter_map(|state| create(state)?.in_state(self.contract, self.record, state));
        let subjects: Vec<_> = in_states.collect();
        if subjects.is_empty() { Some(vec![create("one")?]) } else { Some(subjects) }
    }

    fn pair(&self, tried: &[&Tried<'_>]) -> Option<Vec<Subject>> {
        RECORDS.into_iter().map(|name| self.subject(name, tried)).collect()
    }

    /// A new record with its values of the members that are compared.
    fn subject(&self, name: &str, tried: &[&Tried<'_>]) -> Option<Subject> {
        let mut subject = Subject::create(self.contract, &self.record.name, name, &[])?;
        let step = subject.steps.last_mut()?;
        for (field, [one, other]) in tried.iter().filter_map(|tried| tried.set.as_ref()) {
            let value = if name == RECORDS[0] { one } else { other };
            *step = step.clone().body(field, value.clone());
        }
        if name != RECORDS[0] && tried.iter().any(|tried| tried.is_later) {
            *step = step.clone().after_a_second();
        }
        Some(subject)
    }

    /// A list of all records, except those that the default of one filter leaves out.
    fn without(&self, query: &QueryParameter) -> Step {
        let mut step = self.whole.clone();
        let at = spec::InputRef::new(spec::InputPart::Query, &query.name);
        step.inputs.set.remove(&at);
        step
    }
}

impl Tried<'_> {
    /// A call with each of the values.
    fn steps(&self, call: &Step) -> Vec<Step> {
        let values = self.values.iter().enumerate();
        let steps = values.map(|(index, value)| {
            let step = call.clone().query(&self.query.name, value.as_str());
            if index < self.certain { step } else { step.may_be_refused() }
        });
        steps.collect()
    }

    /// A call with the first value.
    fn first(&self, call: &Step) -> Option<Step> {
        self.steps(call).into_iter().next()
    }
}

/// A value of a member that a filter compares.
fn comparable(field: &InputField) -> Option<Value> {
    let of_type = match field.ty {
        Type::Timestamp(_) | Type::Date | Type::UnixTime => Value::from("{ago 2d}"),
        Type::Integer | Type::Number => Value::Json(Json::Number("7".to_owned())),
        _ => return None,
    };
    let example = example(&field.constraints).map(Value::Json);
    let values = bounds(&field.ty, &field.constraints).into_iter();
    let mut values = example.into_iter().chain([of_type]).chain(values);
    values.find(|value| always_admits(&field.constraints, value))
}

/// Different words that a list of texts can have.
fn words(constraints: &Constraints) -> Option<[String; 3]> {
    let example = constraints.example.as_ref().filter(|_| constraints.pattern.is_some());
    let Some(example) = example else {
        return Some(["keptone", "keptother", "keptboth"].map(str::to_owned));
    };
    let example = example.as_array().and_then(|items| items.first()).unwrap_or(example).as_str()?;
    let words = [1, 2, 3].map(|number| constraints.variant(example, number * 101));
    let [one, other, both] = &words;
    let differ = one != other && other != both && both != one;
    differ.then(|| words.clone())
}
