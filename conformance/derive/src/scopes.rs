//! Records of another account: no call reaches them, and no list shows them.

use conformance_model::contract::is_numbered;
use conformance_model::scenario::{ClauseRef, KeyChoice, Step};
use spec::{ClauseKind, Contract, Operation, Scope};

use super::call::{Call, accepted, text_members};
use super::listed::shows;
use super::lists::List;
use super::scenario::Draft;
use super::subject::Subject;

/// One scenario for each operation that reaches the records of one account only.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    let Some(other) = contract.service.other_account() else {
        return Vec::new();
    };
    let scoped = contract.operations().filter(|operation| {
        operation.scope.as_ref().is_some_and(|scope| scope.stated() == Some(&Scope::Account))
    });
    let key = || KeyChoice::Kind(other.name.clone());
    let drafts = scoped.filter_map(|operation| match operation.lists.as_deref() {
        Some(record) if operation.path_parameters.is_empty() => {
            listed(contract, operation, record, &key())
        }
        _ => addressed(contract, operation, &key()),
    });
    drafts.collect()
}

fn scope(operation: &Operation) -> ClauseRef {
    ClauseRef::new(operation, ClauseKind::Scope)
}

/// A call for a record of another account, and then the same with the key of its own account, which may remove it.
fn addressed(contract: &Contract, operation: &Operation, key: &KeyChoice) -> Option<Draft> {
    let [_] = operation.path_parameters.as_slice() else {
        return None;
    };
    operation.creates.is_none().then_some(())?;
    let call = Call::new(contract, operation, "").filter(|call| call.subjects.len() == 1)?;
    let step = accepted(contract, operation, &call)?;
    let is_created = call.subjects.iter().all(|subject| !subject.steps.is_empty());
    let title = "A record of another account is refused";
    let draft = Draft::new(operation, "", title);
    let draft = call.subjects.iter().fold(draft, Draft::obtain);
    let refused = step.clone().key(key.clone()).refused_any().proves([scope(operation)]);
    is_created.then(|| draft.step(refused).step(step))
}

/// A list of each account, which shows its own record and not that of the other.
fn listed(
    contract: &Contract,
    operation: &Operation,
    record: &str,
    key: &KeyChoice,
) -> Option<Draft> {
    let list = List::all(contract).find(|list| list.operation.id == operation.id)?;
    // What a default of a filter leaves out is asked for.
    let mut query = operation.query.iter();
    let may_leave_out =
        query.any(|it| it.required || (it.default.is_some() && it.filter.is_none()));
    let mut creations = contract.operations();
    let creation = creations
        .find(|known| known.creates.as_deref() == Some(record))
        .filter(|_| !may_leave_out)?;
    let text = text_members(creation).find(|text| shows(contract, record, text));
    let create = |name: &str, start: &'static str| {
        let body: Vec<_> = text.map(|text| (text.wire.as_str(), start)).into_iter().collect();
        let subject = Subject::create(contract, record, name, &body)?;
        let known = match text {
            Some(text) => format!("{{{name}.body.{}}}", text.wire),
            None if is_numbered(contract, record) => return None,
            None => subject.own_identifier()?.to_owned(),
        };
        subject.needs.is_empty().then_some((subject, known))
    };
    let (ours, our_text) = create("ours", "Ours{unique word}")?;
    let (mut theirs, their_text) = create("theirs", "Theirs{unique word}")?;
    let keyed = |steps: Vec<Step>| steps.into_iter().map(|step| step.key(key.clone())).collect();
    (theirs.steps, theirs.finally) = (keyed(theirs.steps), keyed(theirs.finally));
    let call = list.in_large_pages(list.whole()?).proves([scope(operation)]);
    let own = call.clone().shows([our_text.as_str()]).hides([their_text.clone()]);
    let other = call.key(key.clone()).shows([their_text.as_str()]).hides([our_text.clone()]);
    let title = format!("A list shows no {record} of another account");
    let draft = Draft::new(operation, "listed", title).obtain(&ours).obtain(&theirs);
    Some(draft.step(own).step(other))
}
