//! Lists in small pages: all pages together are the list, whatever is sent besides.

use spec::Contract;

use super::lists::{Choice, Effect, FIRST, List, NAMES, for_each, for_each_fixture, id};
use super::scenario::Draft;
use conformance_model::scenario::Step;

/// Page sizes for a list, so that one of them may divide the number of records.
const SMALL: [u32; 2] = [1, 3];
/// Page size for a list of many records: a run reads a limited number of pages.
const MEDIUM: u32 = 7;

/// The scenarios of all lists that are known to be paged.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    let of_list = |list: List<'_>| {
        let choices = list.choices();
        let of_choices = choices.iter().filter_map(|choice| match choice.effect {
            Effect::Filter(_) => Some(filtered(&list, choice)),
            Effect::Sort(_) => Some(sorted(&list, choice)),
            Effect::Expansion(_, Some(fact)) => Some(expanded(&list, choice, fact)),
            _ => None,
        });
        std::iter::once(whole_list(&list)).chain(of_choices).collect::<Vec<_>>()
    };
    let lists = List::all(contract).filter(List::is_paged);
    lists.filter(|list| list.operation.path_parameters.is_empty()).flat_map(of_list).collect()
}

/// Pages of several sizes show all records, in order; the first one needs no number.
fn whole_list(list: &List<'_>) -> Draft {
    let expect = |step: Step| list.ordered(list.shows(step));
    list.scenario("", "Small pages show all records of the list")
        .step(expect(list.call()))
        .steps(SMALL.map(|size| list.call_for_first_page_of(size)).into_iter().flatten())
        .steps(SMALL.map(|size| expect(list.call_in_pages_of(size))))
        .step(expect(list.call_in_pages_of(MEDIUM)))
        .step(expect(list.call()))
}

/// A filter applies to every page.
fn filtered(list: &List<'_>, choice: &Choice<'_>) -> Draft {
    let title = format!("{} applies to every page", choice.title());
    let alone = for_each(&[choice], |name| choice.send(list.call(), name));
    let in_pages = || list.call_in_pages_of(MEDIUM);
    let is_named = choice.bounds().is_some_and(|bounds| bounds.is_named);
    let passing = for_each(&[choice], |name| {
        let step = choice.send(in_pages(), name);
        if is_named { step.shows([id(name)]).proves([choice.filter_clause(list)]) } else { step }
    });
    let failing = NAMES.into_iter().filter_map(|name| {
        let step = choice.send_failing(in_pages(), name)?;
        Some(if is_named {
            step.hides([id(name)]).proves([choice.filter_clause(list)])
        } else {
            step
        })
    });
    list.scenario(&choice.name(), title)
        .step(list.call())
        .steps(alone.clone())
        .steps(passing)
        .steps(failing)
        .steps(alone)
        .step(list.call())
}

/// The order continues from page to page.
fn sorted(list: &List<'_>, choice: &Choice<'_>) -> Draft {
    let title = format!("{} sorts the list before it is divided into pages", choice.title());
    let sorted = || choice.send(list.call(), FIRST);
    Draft::new(list.operation, &choice.name(), title)
        .step(list.call())
        .step(sorted())
        .step(choice.send(list.call_in_pages_of(MEDIUM), FIRST))
        .step(sorted())
        .step(list.call())
}

/// An expansion adds its data on every page, and changes no page.
fn expanded(list: &List<'_>, choice: &Choice<'_>, fact: &str) -> Draft {
    let title = format!("{} adds data on every page", choice.title());
    let size = SMALL[0];
    let plain = || list.ordered(list.shows(list.call_in_pages_of(size)));
    let same = list.ordered(list.shows(choice.send(list.call_in_pages_of(size), FIRST)));
    let adds = for_each_fixture(|name| {
        let step = choice.send(list.call_in_pages_of(size), name);
        step.shows([id(name)]).adds(format!("{{{name}.{fact}}}"))
    });
    list.scenario(&choice.name(), title)
        .step(plain().named("plain"))
        .step(same.same_as("plain"))
        .steps(adds)
        .step(plain())
}
