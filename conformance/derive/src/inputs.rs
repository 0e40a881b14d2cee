//! Creations with values of every class, and with every combination of class groups of any two inputs. Thorough runs
//! also combine the groups of any three inputs.
//!
//! A row of a covering array is one creation. A value that a service may refuse would hide the other values of its row, so
//! such values stand in rows of their own, at most one for each input. If a row is refused, each of its values is sent alone.

mod factor;

use conformance_model::classes::Rule;
use conformance_model::json::Json;
use conformance_model::scenario::{ClauseRef, Step, Value};
use conformance_model::values;
use heck::ToUpperCamelCase;
use spec::{ClauseKind, Contract, Format, InputField, Operation, TimestampForm, Type};

use crate::call::{Call, create, is_repeatable, reader};
use crate::covering;
use crate::listed::shows;
use crate::reading::Reading;
use crate::scenario::Draft;
use crate::spellings::BODIES;
use crate::subject::Subject;
use factor::Factor;

/// Rows of a scenario. What one creation shows is compared with others of its scenario.
const ROWS: usize = 24;

/// Seed of the values.
const SEED: u64 = 1;

/// The values of one creation, by their member of the body.
type Row<'c> = Vec<(&'c str, Value)>;

/// The scenarios of all creations.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    creations(contract)
        .flat_map(|(operation, call)| of_creation(contract, operation, &call))
        .collect()
}

/// The scenarios with every combination of groups of three inputs.
pub(super) fn generate_triples(contract: &Contract) -> Vec<Draft> {
    creations(contract).flat_map(|(operation, call)| triples(contract, operation, &call)).collect()
}

fn creations(contract: &Contract) -> impl Iterator<Item = (&Operation, Call)> {
    let operations = contract.operations();
    let creations =
        operations.filter(|operation| operation.creates.is_some() && is_repeatable(operation));
    creations.filter_map(|operation| Some((operation, Call::new(contract, operation, "")?)))
}

fn factors(operation: &Operation) -> Vec<Factor<'_>> {
    let fields = operation.body.iter().filter(|field| field.record.is_none() && !field.several);
    fields.filter_map(|field| Factor::of(field, SEED)).collect()
}

fn triples(contract: &Contract, operation: &Operation, call: &Call) -> Vec<Draft> {
    let mut factors = factors(operation);
    // An operation with fewer than three inputs has only pairs, which the standard depth already sends.
    if factors.len() < 3 {
        return Vec::new();
    }
    let creation = Creation { contract, operation, call };
    let rows = kept_rows(&mut factors, 3);
    let drafts = rows.chunks(ROWS).enumerate().map(|(number, rows)| {
        let title = "Values of any three groups are accepted together";
        let draft = Draft::new(operation, &format!("{}", number + 1), title).thorough();
        scenario(&creation, draft, (rows, Rule::Kept))
    });
    drafts.collect()
}

fn of_creation(contract: &Contract, operation: &Operation, call: &Call) -> Vec<Draft> {
    let mut factors = factors(operation);
    let mut all = vec![(Rule::Kept, kept_rows(&mut factors, 2))];
    all.extend(
        [Rule::Accepted, Rule::KeptIfAccepted, Rule::Answered]
            .map(|rule| (rule, open_rows(&factors, rule))),
    );
    let creation = Creation { contract, operation, call };
    let mut drafts = Vec::new();
    for (rule, rows) in &all {
        for rows in rows.chunks(ROWS) {
            let title = match rule {
                Rule::Kept => "Values of all classes are accepted, alone and together",
                Rule::Accepted => "Values that a service may keep in another form are accepted",
                _ => "Unusual values are accepted or refused, and cause no server error",
            };
            let draft = Draft::new(operation, &format!("{}", drafts.len() + 1), title);
            drafts.push(scenario(&creation, draft, (rows, *rule)));
        }
    }
    drafts.push(spelled(&creation));
    drafts
}

/// Creations with the same kinds of values in every spelling of the body.
fn spelled(creation: &Creation<'_>) -> Draft {
    let title = "A body means the same in every spelling";
    let draft = Draft::new(creation.operation, "spellings", title);
    let draft = creation.call.subjects.iter().fold(draft, Draft::obtain);
    let draft = creation.made(draft, USUAL, creation.usual("Zoë", 0), true);
    (1..).zip(BODIES).fold(draft, |draft, (number, spelling)| {
        let step = creation.usual("Zoë", number).spelled(spelling).like(USUAL);
        creation.made(draft, &format!("spelled_{number}"), step, true)
    })
}

/// Rows of values that every service keeps: every class, and every combination of the groups of `strength` inputs.
fn kept_rows<'c>(factors: &mut [Factor<'c>], strength: usize) -> Vec<Row<'c>> {
    let levels: Vec<usize> = factors.iter().map(|factor| factor.levels.len()).collect();
    let mut rows = Vec::new();
    for levels in covering::rows(&levels, strength, SEED) {
        let chosen = factors.iter_mut().zip(levels);
        rows.push(chosen.filter_map(|(factor, level)| factor.next(level)).collect());
    }
    while factors.iter().any(Factor::has_unused) {
        rows.push(factors.iter_mut().filter_map(Factor::next_unused).collect());
    }
    rows
}

/// Rows of the classes with a rule that does not say that they are accepted. Half of the inputs have such a value in one of
/// two rows, and in the other an ordinary one, or none. An input whose accepted values are open has its value in both, so
/// that a value which is lost only beside other inputs is seen.
fn open_rows<'c>(factors: &[Factor<'c>], rule: Rule) -> Vec<Row<'c>> {
    let classes: Vec<(&Factor<'c>, Vec<Value>)> =
        factors.iter().map(|factor| (factor, factor.open(rule))).collect();
    let most = classes.iter().map(|(_, values)| values.len()).max().unwrap_or_default();
    let value = |number: usize, half: usize, index: usize| {
        let (factor, values) = classes.get(index)?;
        let is_in_turn = factor.are_values_open() || index % 2 == half;
        let is_beside = number >> (index % 3) & 1 == 1;
        match values.get(number) {
            Some(value) if is_in_turn => Some((factor.wire(), value.clone())),
            _ if is_beside => Some((factor.wire(), usual(factor.field, "", 0)?)),
            _ => None,
        }
    };
    let row = |(number, half)| {
        (0..classes.len()).filter_map(|index| value(number, half, index)).collect::<Row<'c>>()
    };
    (0..most).flat_map(|number| [(number, 0), (number, 1)]).map(row).collect()
}

/// An ordinary value that every service accepts. Texts begin with a word, and numbers differ by a number. Texts have letters
/// only: a service that changes the values of a class should not change those that others are compared with.
fn usual(field: &InputField, word: &str, number: u32) -> Option<Value> {
    if !has_usual(field) {
        return None;
    }
    let value = match &field.ty {
        Type::Text(None) => {
            Some(format!("{word}{}{{unique word}}", field.wire.to_upper_camel_case()).into())
        }
        Type::Text(Some(Format::Country)) => Some("IS".into()),
        Type::Number => Some(Value::Json(Json::Number(format!("{}.56", 1234 + number)))),
        Type::Date => Some(format!("2026-05-{:02}", 1 + number % 28).into()),
        Type::UnixTime => Some((1_700_000_000 + number).into()),
        Type::Map(of) if **of == Type::Text(None) => {
            let members = vec![("kept".to_owned(), Json::Text(format!("usual{number}")))];
            Some(Value::Json(Json::Map(members)))
        }
        Type::Json => Some(Value::Json(Json::List(vec![Json::Number(number.to_string())]))),
        Type::Timestamp(forms) if forms.contains(&TimestampForm::Utc) => {
            Some("{ago 400d utc}".into())
        }
        _ => None,
    };
    value.filter(|value| values::always_admits(&field.constraints, value))
}

/// Whether the document says which values are accepted, and the value need not be another one for each call.
fn has_usual(field: &InputField) -> bool {
    field.record.is_none() && !field.several && !field.unique && field.values_open.is_none()
}

/// Creations, each with a read of what it created. The first has ordinary values. The second has no optional input, and
/// shows none of those values.
fn scenario(creation: &Creation<'_>, draft: Draft, (rows, rule): (&[Row<'_>], Rule)) -> Draft {
    let Creation { contract, operation, call } = *creation;
    let draft = call.subjects.iter().fold(draft, Draft::obtain);
    // One directly after the other, so that what the service keeps of the first is still there.
    let (usual, minimal) = (creation.usual("", 0), call.step.clone());
    let reads = [
        creation.read(USUAL, &usual).map(|read| creation.with_usual(read, &usual)),
        creation.read(MINIMAL, &minimal).map(|read| creation.without_usual(read)),
    ];
    let defaults = creation.defaults(&minimal);
    let draft = create(contract, operation, draft, USUAL, usual.named(USUAL));
    let draft = create(contract, operation, draft, MINIMAL, minimal.named(MINIMAL));
    let mut draft = draft.steps(reads.into_iter().flatten()).steps(defaults);
    for (number, row) in rows.iter().enumerate() {
        let name = format!("row_{}", number + 1);
        let step = creation.with(row, rule);
        draft = creation.made(draft, &name, step, rule == Rule::Kept);
        if row.len() < 2 {
            continue;
        }
        for (value, single) in row.iter().enumerate() {
            let step = creation.with(std::slice::from_ref(single), rule).if_refused(&name);
            let name = format!("{name}_{}", value + 1);
            draft = create(contract, operation, draft, &name, step);
        }
    }
    draft
}

/// Name of the step with ordinary values.
const USUAL: &str = "usual";
/// Name of the step without optional inputs.
const MINIMAL: &str = "minimal";

struct Creation<'c> {
    contract: &'c Contract,
    operation: &'c Operation,
    call: &'c Call,
}

impl Creation<'_> {
    /// Makes the call, and reads what it created.
    fn made(&self, draft: Draft, name: &str, step: Step, is_accepted: bool) -> Draft {
        let read = self.read(name, &step);
        let draft = create(self.contract, self.operation, draft, name, step.named(name));
        draft.steps(read.map(|read| if is_accepted { read } else { read.no_expectation() }))
    }

    /// A read of what the call of this name creates.
    fn read(&self, name: &str, step: &Step) -> Option<Step> {
        let Self { contract, operation, .. } = *self;
        let created = Subject::created_by(contract, operation, name, step.clone().named(name));
        let (read, parameter) = reader(contract, operation.creates.as_deref()?)?;
        let identifiers = &read.path_parameter(parameter)?.identifiers;
        Some(Step::call(&read.id).path(parameter, created.accepted_by(identifiers)?))
    }

    /// The read, which shows what was sent. Where a member must be unique, another record is compared with this one.
    fn with_usual(&self, read: Step, usual: &Step) -> Step {
        let Self { contract, operation, .. } = *self;
        let record = operation.creates.as_deref().unwrap_or_default();
        let created = Subject::created_by(contract, operation, USUAL, usual.clone().named(USUAL));
        let reading = Reading::single(contract, record, &created).into_iter().next();
        let is_unique = operation.body.iter().any(|field| field.required && field.unique);
        let texts = self.usual_fields().filter(|field| {
            field.ty == Type::Text(None) && shows(contract, record, field) && !is_unique
        });
        let sent = texts.filter_map(|field| {
            let place = reading.as_ref()?.member(contract, &field.wire)?;
            Some((place, format!("{{{USUAL}.body.{}}}", field.wire)))
        });
        let read = sent.fold(read, |read, (place, sent)| read.equals(&place, sent));
        if read.equals.is_empty() {
            return read;
        }
        read.proves([ClauseRef::new(operation, ClauseKind::Creation)])
    }

    /// A read of the record without optional inputs that shows no text of the one with ordinary values.
    fn without_usual(&self, read: Step) -> Step {
        let unique = self.operation.body.iter().find(|field| field.required && field.unique);
        let texts: Vec<_> = self
            .usual_fields()
            .filter(|field| field.ty == Type::Text(None))
            .map(|field| format!("{{{USUAL}.body.{}}}", field.wire))
            .collect();
        let Some(unique) = unique.filter(|_| !texts.is_empty()) else {
            return read;
        };
        let creation = ClauseRef::new(self.operation, ClauseKind::Creation);
        let shown = format!("{{{MINIMAL}.body.{}}}", unique.wire);
        read.shows([shown]).hides(texts).proves([creation])
    }

    /// Reads of a record that was created without optional inputs. They show the defaults of these inputs.
    fn defaults(&self, minimal: &Step) -> Vec<Step> {
        let Self { contract, operation, .. } = *self;
        let record = operation.creates.as_deref().unwrap_or_default();
        let created =
            Subject::created_by(contract, operation, MINIMAL, minimal.clone().named(MINIMAL));
        let Some(reading) = Reading::single(contract, record, &created).into_iter().next() else {
            return Vec::new();
        };
        let read = |field: &InputField| {
            let default = field.default.as_ref()?.value.to_string();
            let place = reading.member(contract, &field.wire)?;
            let value = Value::Json(Json::parse(default.as_bytes())?);
            let kind = ClauseKind::InputDefault { field: field.wire.clone() };
            let read = reading.step.clone().equals(&place, value);
            Some(read.proves([ClauseRef::new(operation, kind)]))
        };
        operation.body.iter().filter_map(read).collect()
    }

    /// The members that get ordinary values.
    fn usual_fields(&self) -> impl Iterator<Item = &InputField> {
        self.operation.body.iter().filter(|field| has_usual(field))
    }

    /// The call with ordinary values that no other call has. Texts begin with a word, and numbers differ by a number.
    fn usual(&self, word: &str, number: u32) -> Step {
        let values = self.operation.body.iter();
        let values = values.filter_map(|field| Some((field, usual(field, word, number)?)));
        values.fold(self.call.step.clone(), |step, (field, value)| step.body(&field.wire, value))
    }

    /// The call with the values of a row.
    fn with(&self, values: &[(&str, Value)], rule: Rule) -> Step {
        let step = values
            .iter()
            .fold(self.call.step.clone(), |step, (wire, value)| step.body(wire, value.clone()));
        match rule {
            Rule::Kept => step.like(USUAL),
            Rule::Accepted => step,
            Rule::KeptIfAccepted => step.like(USUAL).may_be_refused(),
            Rule::Answered | Rule::Refused => step.may_be_refused(),
        }
    }
}
