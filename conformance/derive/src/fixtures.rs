//! Reads of several fixtures of a kind: what is true of one of them may be wrong for another.

use conformance_model::scenario::Step;
use spec::{Clause, ClauseKind, Contract, Fixture, Operation};

use super::call::{for_unknown, reader};
use super::scenario::{Draft, DraftNeed};
use super::subject::{Subject, kinds};

/// Most fixtures of a kind that are read.
const MOST: usize = 8;

/// One scenario for each kind of fixtures that the contract names for a read of one record.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    let clauses = contract.clauses();
    let drafts = contract.records().filter_map(|record| {
        let (read, parameter) = reader(contract, &record.name)?;
        let known = kinds(contract, &record.name).filter(|kind| is_shown(&clauses, read, kind));
        Some(known.filter_map(move |kind| scenario(contract, read, parameter, kind)))
    });
    drafts.flatten().collect()
}

/// Whether fixtures of the kind show what a successful read does, and not only that they must not be read.
fn is_shown(clauses: &[Clause], read: &Operation, kind: &Fixture) -> bool {
    let is_named = |clause: &Clause| {
        kind.clauses.iter().any(|glob| match glob.value.strip_suffix('*') {
            Some(start) => clause.id.starts_with(start),
            None => clause.id == glob.value,
        })
    };
    let mut of_read = clauses.iter().filter(|clause| clause.operation.as_ref() == Some(&read.id));
    of_read.any(|clause| matches!(clause.kind, ClauseKind::Addressing { .. }) && is_named(clause))
}

fn scenario(
    contract: &Contract,
    read: &Operation,
    parameter: &str,
    kind: &Fixture,
) -> Option<Draft> {
    let parameter = read.path_parameter(parameter)?;
    let title = format!("Each known {} can be read", kind.record);
    let draft = Draft::new(read, &kind.kind, title).step(for_unknown(read, parameter));
    (1..=MOST).try_fold(draft, |draft, number| {
        let name = format!("known_{number}");
        let identifier = Subject::fixture(contract, kind, &name);
        let identifier = identifier.own_identifier()?;
        let step = Step::call(&read.id).path(&parameter.name, identifier).shows([identifier]);
        let need = DraftNeed { optional: number > 1, ..DraftNeed::new(&name, &kind.kind) };
        Some(draft.need(need).step(step))
    })
}
