//! Concurrent creations: of several with the same unique value, one is accepted.

use spec::{Contract, Operation};

use super::lifecycle::Reader;
use super::scenario::Draft;
use super::subject::{Subject, taken_members, text_member};
use conformance_model::scenario::Step;

/// How many copies of a request are sent at once.
const COPIES: [usize; 2] = [2, 8];

/// For each creation with a unique member, and each number of copies.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    let creations = contract.operations().filter(|operation| operation.creates.is_some());
    let raced = creations.flat_map(|creation| {
        taken_members(creation)
            .flat_map(move |(member, case)| COPIES.map(|copies| (creation, member, case, copies)))
    });
    raced
        .filter_map(|(creation, member, case, copies)| {
            race(contract, creation, member, case, copies)
        })
        .collect()
}

fn race(
    contract: &Contract,
    creation: &Operation,
    member: &str,
    case: &str,
    copies: usize,
) -> Option<Draft> {
    let record = creation.creates.as_deref()?;
    let text = text_member(contract, record);
    let body: Vec<_> = text.into_iter().map(|text| (text, "One{unique word}")).collect();
    let mut subject = Subject::create_by(contract, creation, "one", &[], &body)?;
    let first = subject.steps.pop()?.at_once(copies).refused(case);
    subject.steps.push(first);
    let value = format!("{{one.body.{member}}}");
    let title =
        format!("Of {copies} concurrent creations with the same `{member}`, one is accepted");
    let shown = text.map(|text| format!("{{one.body.{text}}}"));
    let read = Reader::find(contract, record)
        .and_then(|reader| reader.target.call(subject.accepted_by(reader.target.identifiers)?))
        .map(|step| step.shows(shown));
    // The value stays taken, by the one that was accepted.
    let again = Step::call(&creation.id).body(member, value.as_str()).refused(case);
    let scenario = Draft::new(creation, &format!("{member}_{copies}"), title).obtain(&subject);
    let scenario = scenario.steps(read).step(again);
    // The most copies find the most.
    Some(if copies == COPIES[1] { scenario } else { scenario.thorough() })
}
