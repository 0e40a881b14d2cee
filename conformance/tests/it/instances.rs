//! Clauses about several states or kinds of records: held only if each was shown.

use std::collections::BTreeSet;

use referral_conformance::clauses::InstanceName;
use referral_conformance::run::Transport;
use referral_conformance::suite::Suite;
use spec::ClauseKind;

use crate::library::{Broken, Library};
use crate::session::{Outcome, changing, embedded, library, numbered, run, suite_of};

pub const FROM_WITHDRAWN: &str = "
scenario: 1
title: A withdrawn book is put back
steps:
  - call: add_book
    as: book
  - call: update_book
    path: { book: '{book.response.book.uuid}' }
    body: { state: withdrawn }
  - call: update_book
    path: { book: '{book.response.book.uuid}' }
    body: { state: available }
    proves: [transition.put_back.allowed]
";

pub const FROM_LENT: &str = "
scenario: 1
title: A lent book is put back
steps:
  - call: add_book
    as: book
  - call: lend_book
    path: { book: '{book.response.book.uuid}' }
  - call: update_book
    path: { book: '{book.response.book.uuid}' }
    body: { state: available }
    proves: [transition.put_back.allowed]
";

const FIXTURE_FROM_LENT: &str = "
scenario: 1
title: A lent book of the target is put back
needs: { book: book_to_lend }
steps:
  - call: lend_book
    path: { book: '{book.id}' }
  - call: update_book
    path: { book: '{book.id}' }
    body: { state: available }
    proves: [transition.put_back.allowed]
";

/// The same record under two names: its state is not known.
const RENAMED: &str = "
scenario: 1
title: A book is lent and put back under another name
steps:
  - call: add_book
    as: book
  - call: get_book
    as: shown
    path: { book: '{book.response.book.uuid}' }
  - call: lend_book
    path: { book: '{book.response.book.uuid}' }
  - call: update_book
    path: { book: '{shown.response.book.uuid}' }
    body: { state: available }
    proves: [transition.put_back.allowed]
";

const PUT_BACK: &str = "update_book.transition.put_back.allowed";

fn outcome(scenarios: &[&str], transport: impl Transport + 'static) -> Outcome {
    run(&suite_of(&numbered(scenarios)), transport)
}

fn verdict(scenarios: &[&str], clause: &str) -> String {
    outcome(scenarios, Library::new(Broken::Nothing)).verdicts[clause].clone()
}

/// The library, but nothing can be lent.
pub fn without_loans() -> impl Transport + 'static {
    changing(Library::new(Broken::Nothing), |request, response| {
        if request.target.ends_with("/loans") {
            response.status = 500;
        }
    })
}

#[test]
fn transition_from_any_state_is_held_once_it_was_made_from_each() {
    assert_eq!(verdict(&[FROM_WITHDRAWN, FROM_LENT], PUT_BACK), "held");
    // The suite has no step for the other state.
    assert_eq!(verdict(&[FROM_WITHDRAWN], PUT_BACK), "held");
    assert_eq!(verdict(&[FROM_WITHDRAWN, RENAMED], PUT_BACK), "held");
    let without_fixture = verdict(&[FROM_WITHDRAWN, FIXTURE_FROM_LENT], PUT_BACK);
    assert_eq!(without_fixture, "not_exercised no_fixture");
}

#[test]
fn state_that_was_not_reached_does_not_count() {
    let outcome = outcome(&[FROM_WITHDRAWN, FROM_LENT], without_loans());
    assert_eq!(outcome.verdicts[PUT_BACK], "not_exercised partly_shown", "{}", outcome.human);
}

pub const STACKS: &str = "
scenario: 1
title: Books of the stacks are not listed
needs: { stacks: book_of_the_stacks }
steps:
  - call: add_book
    as: book
  - call: list_books
    pages: all
    shows: ['{book.response.book.uuid}']
    hides: ['{stacks.id}']
    proves: [hides.closed_stacks]
";

#[test]
fn hidden_records_are_held_once_each_kind_was_hidden() {
    let clause = "list_books.hides.closed_stacks";
    let of_kind = |kind| STACKS.replace("book_of_the_stacks", kind);
    let elsewhere = of_kind("{ kind: book_elsewhere, account: other_branch }");
    let known = verdict(&[STACKS, &elsewhere], clause);
    assert_eq!(known, "held");
    assert_eq!(verdict(&[STACKS, &of_kind("book_to_lend")], clause), "not_exercised no_fixture");
    let optional = of_kind("{ kind: book_to_lend, optional: true }");
    assert_eq!(verdict(&[STACKS, &optional], clause), "held");
}

/// A book that is not available may be withdrawn as well.
const LENT_TWICE: &str = "
scenario: 1
title: A book is lent once
steps:
  - call: add_book
    as: book
  - call: lend_book
    path: { book: '{book.response.book.uuid}' }
  - call: lend_book
    path: { book: '{book.response.book.uuid}' }
    refused: book_lent
    proves: [transition.done]
";

#[test]
fn refusal_in_several_states_does_not_show_the_new_one() {
    let clause = "lend_book.transition.done";
    assert_eq!(verdict(&[LENT_TWICE], clause), "not_exercised unobservable");
    let shown = LENT_TWICE.to_owned()
        + "  - call: get_book
    path: { book: '{book.response.book.uuid}' }
    equals: { book.state: lent }
    proves: [lend_book.transition.done]
";
    assert_eq!(verdict(&[&shown], clause), "held");
}

/// A transition that is allowed from any state is made from each state that the contract names, except the new one.
fn assert_made_from_each_state(suite: &Suite) {
    let index = suite.clauses.claim_index(&suite.contract, &suite.scenarios);
    let mut checked = 0;
    for (number, clause) in suite.clauses.iter().enumerate() {
        let ClauseKind::TransitionAllowed { transition } = &clause.kind else { continue };
        let operation = suite.contract.operation(clause.operation.as_deref().unwrap()).unwrap();
        let transition = operation.transition(transition.as_deref()).unwrap();
        if transition.from.is_some() {
            continue;
        }
        let record = suite.contract.record(&transition.record).unwrap();
        let states = &record.lifecycle.as_ref().unwrap().states.value;
        let others = states.iter().filter(|state| Some(*state) != transition.to.stated());
        let instances = index.instances(number).iter();
        let made_from: BTreeSet<_> = instances.map(|instance| instance.name.clone()).collect();
        let others = others.map(|state| InstanceName::State(state.clone())).collect();
        assert_eq!(made_from, others, "{}", clause.id);
        checked += 1;
    }
    assert!(checked > 0);
}

#[test]
fn scenarios_make_a_transition_from_each_other_named_state() {
    assert_made_from_each_state(&embedded());
    assert_made_from_each_state(&library());
}
