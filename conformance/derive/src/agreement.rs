//! Agreement: each read of a record shows its changes, and a listed record can be read by its identifier.

use conformance_model::contract::member_of_type;
use conformance_model::scenario::ClauseRef;
use spec::{ClauseKind, Contract, Identifier, InputPart, InputRef, Operation, PageStart, Type};

use super::call::{for_unknown, reader};
use super::effects::{Effect, changeable_text, changed_record, effects};
use super::reading::Reading;
use super::scenario::Draft;
use super::subject::Subject;
use super::subject::shown_identifier;
use conformance_model::scenario::Step;

/// A scenario for each member that an update of a created record changes, and one for each list whose items can be read.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    let updates = contract.operations().filter(|operation| operation.updates.is_some());
    let changes = updates.flat_map(|operation| {
        let effects = effects(contract, operation).into_iter();
        effects.filter_map(|effect| change(contract, operation, &effect))
    });
    let listed = contract.operations().filter_map(|operation| listed(contract, operation));
    changes.chain(listed).collect()
}

/// Changes of a text, each shown by all reads.
fn change(contract: &Contract, operation: &Operation, effect: &Effect<'_>) -> Option<Draft> {
    let record = changed_record(operation)?;
    let (member, values) = effect.input.as_ref().filter(|_| effect.is_text())?;
    let text = changeable_text(contract, record).filter(|text| text == member);
    let body: Vec<_> = text.into_iter().map(|text| (text, "Before{unique word}")).collect();
    let mut subject = Subject::create(contract, record, "subject", &body)?;
    let [parameter] = operation.path_parameters.as_slice() else {
        return None;
    };
    let changes_address = *member == Identifier::Email.name();
    let mut old = if changes_address {
        subject.identifier(Identifier::Email)?.to_owned()
    } else {
        format!("{{subject.body.{}}}", text?)
    };
    let title = format!("All reads of a {record} show a change of {member}");
    let mut scenario = Draft::new(operation, member, title).obtain(&subject);
    for reading in readings(contract, record, &subject) {
        scenario = scenario.step(reading.step.shows([old.as_str()]));
    }
    // A later call would have to name the record by an address that its creation did not send.
    let count = if changes_address { 1 } else { 2 };
    for name in ["first", "second"].into_iter().take(count) {
        let step = Step::call(&operation.id)
            .named(name)
            .path(&parameter.name, subject.accepted_by(&parameter.identifiers)?)
            .body(member, values.first()?.clone());
        scenario = scenario.step(step);
        let new = format!("{{{name}.body.{member}}}");
        if changes_address {
            let mut known = subject.identifiers.iter_mut();
            known.find(|(kind, _)| *kind == Identifier::Email)?.1.clone_from(&new);
        }
        for reading in readings(contract, record, &subject) {
            let place = reading.member(contract, member);
            let step = match place {
                Some(place) => reading.step.equals(&place, new.as_str()),
                None => reading.step.shows([new.as_str()]).hides([old.as_str()]),
            };
            scenario = scenario.step(step.proves([effect.clause.clone()]));
        }
        old = new;
    }
    let without_text =
        if changes_address { None } else { empty_before(contract, operation, effect) };
    Some(match without_text {
        Some((bare, steps)) => scenario.obtain(&bare).steps(steps),
        None => scenario,
    })
}

/// The reads of a record, and the lists of such records.
fn readings(contract: &Contract, record: &str, subject: &Subject) -> Vec<Reading> {
    let mut readings = Reading::single(contract, record, subject);
    readings.extend(Reading::lists(contract, record, subject));
    readings
}

/// The same change of a record that was created without the member, and its reads.
fn empty_before(
    contract: &Contract,
    operation: &Operation,
    effect: &Effect<'_>,
) -> Option<(Subject, Vec<Step>)> {
    let (record, (member, values)) = (changed_record(operation)?, effect.input.as_ref()?);
    let mut creations = contract.operations();
    let creation = creations.find(|creation| creation.creates.as_deref() == Some(record))?;
    creation.body_field(member).filter(|field| !field.required)?;
    let bare = Subject::create(contract, record, "bare", &[])?;
    let [parameter] = operation.path_parameters.as_slice() else {
        return None;
    };
    let change = Step::call(&operation.id)
        .named("added")
        .path(&parameter.name, bare.accepted_by(&parameter.identifiers)?)
        .body(member, values.first()?.clone());
    let added = format!("{{added.body.{member}}}");
    let reads = Reading::single(contract, record, &bare).into_iter().map(|reading| {
        let step = match reading.member(contract, member) {
            Some(place) => reading.step.equals(&place, added.as_str()),
            None => reading.step.shows([added.as_str()]),
        };
        step.proves([effect.clause.clone()])
    });
    Some((bare.clone(), std::iter::once(change).chain(reads).collect()))
}

/// Reads of the first and the last item of a list. The document need not say that each listed record can be read; one
/// that can be read is the one that was asked for.
fn listed(contract: &Contract, list: &Operation) -> Option<Draft> {
    let record = list.lists.as_deref()?;
    let (read, parameter) = reader(contract, record)?;
    let parameter = read.path_parameter(parameter)?;
    let own = Identifier::own(&parameter.identifiers)?;
    let items = Type::List(Box::new(Type::Record(record.to_owned())));
    let member = member_of_type(list, &items)?;
    let id = shown_identifier(contract, record)?;
    if list.query.iter().any(|query| query.required) {
        return None;
    }
    let pages = list.paging.as_ref().and_then(|paging| {
        let select = paging.stated()?.selection.stated()?;
        let step = Step::call(&list.id).named("next").may_be_refused();
        let start = match select.by {
            PageStart::Number => 2,
            PageStart::Offset => 3,
            PageStart::After | PageStart::Cursor => return None,
        };
        let step = step.query(&select.start.wire, start);
        Some(match select.size() {
            Some(size) => step.query(size, 3),
            None => step,
        })
    });
    let by = if own == Identifier::Uuid { "UUID" } else { "identifier" };
    let title = format!("A listed {record} can be read by its {by}, also past the first page");
    let mut scenario = Draft::new(read, "listed", title).step(Step::call(&list.id).named("all"));
    let is_paged = pages.is_some();
    scenario = scenario.steps(pages);
    let at = InputRef::new(InputPart::Path, &parameter.name);
    let clause = ClauseRef::new(read, ClauseKind::Addressing { at, by: own });
    for (page, end) in [("all", "first"), ("all", "last"), ("next", "last")] {
        if page == "next" && !is_paged {
            continue;
        }
        let item = format!("{{{page}.response.{member}[{end}].{}}}", id.wire);
        let step = Step::call(&read.id).path(&parameter.name, item.as_str());
        scenario = scenario.step(step.shows([item]).may_be_refused().proves([clause.clone()]));
    }
    Some(scenario.step(for_unknown(read, parameter)))
}
