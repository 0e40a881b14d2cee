//! Two query parameters of a list sent together: each has its effect, as when it is sent alone.

use conformance_model::scenario::Step;

use super::lists::{Choice, Effect, FIRST, List, NAMES, for_each, id};
use super::scenario::Draft;
use spec::Contract;

/// The scenarios of all pairs, and thorough ones of three parameters.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    List::all(contract).flat_map(|list| combinations(&list)).collect()
}

fn combinations(list: &List<'_>) -> Vec<Draft> {
    let choices = list.choices();
    let choices: Vec<&Choice<'_>> = choices.iter().collect();
    let pairs = subsets(&choices, 2).into_iter().flat_map(|pair| pair_of(list, &pair));
    let triples = subsets(&choices, 3).into_iter();
    let triples =
        triples.filter(|three| is_filtered(three)).map(|three| filtered(list, &three).thorough());
    pairs.chain(triples).collect()
}

/// Choices of several different parameters.
fn subsets<'a, 'c>(choices: &[&'a Choice<'c>], size: usize) -> Vec<Vec<&'a Choice<'c>>> {
    let Some(rest_size) = size.checked_sub(1) else {
        return vec![Vec::new()];
    };
    let mut found = Vec::new();
    for (index, choice) in choices.iter().enumerate() {
        let others: Vec<_> = choices[index + 1..]
            .iter()
            .filter(|other| other.parameter.name != choice.parameter.name)
            .copied()
            .collect();
        let subsets = subsets(&others, rest_size).into_iter();
        found.extend(subsets.map(|rest| [vec![*choice], rest].concat()));
    }
    found
}

fn is_filtered(choices: &[&Choice<'_>]) -> bool {
    choices.iter().any(|choice| choice.bounds().is_some())
}

fn pair_of(list: &List<'_>, pair: &[&Choice<'_>]) -> Option<Draft> {
    let [one, two] = pair else {
        return None;
    };
    match (&one.effect, &two.effect) {
        (Effect::Default(_), _) => list.is_known().then(|| beside_default(list, two, one)),
        (_, Effect::Default(_)) => list.is_known().then(|| beside_default(list, one, two)),
        (Effect::Filter(_), _) | (_, Effect::Filter(_)) => Some(filtered(list, pair)),
        (_, Effect::Expansion(..)) => list.is_known().then(|| expanded(list, one, two)),
        (Effect::Expansion(..), _) => list.is_known().then(|| expanded(list, two, one)),
        _ => None,
    }
}

/// A name for the file, and a title.
fn titled(choices: &[&Choice<'_>], end: &str) -> (String, String) {
    let names: Vec<_> = choices.iter().map(|choice| choice.name()).collect();
    let titles: Vec<_> = choices.iter().map(|choice| choice.title()).collect();
    (names.join("_and_"), format!("{} {end}", titles.join(" and ")))
}

/// Filters beside each other, or beside a sort: what passes all of them is listed, what fails one is not. The controls
/// leave out one parameter each, before and after.
fn filtered(list: &List<'_>, choices: &[&Choice<'_>]) -> Draft {
    let (what, title) = titled(choices, "apply together");
    let send = |sent: &[&Choice<'_>]| for_each(sent, |name| send_all(list, sent, name));
    let controls: Vec<_> = (0..choices.len())
        .map(|left_out| {
            let rest = choices.iter().enumerate().filter(|(index, _)| *index != left_out);
            send(&rest.map(|(_, choice)| *choice).collect::<Vec<_>>())
        })
        .collect();
    // Whether an expansion adds data to what passes is not known.
    let is_expanded = choices.iter().any(|choice| matches!(choice.effect, Effect::Expansion(..)));
    let shown = choices.iter().filter(|_| !is_expanded);
    let named: Vec<_> = shown
        .filter(|choice| choice.bounds().is_some_and(|bounds| bounds.is_named))
        .map(|choice| choice.filter_clause(list))
        .collect();
    let passing = for_each(choices, |name| {
        let step = send_all(list, choices, name);
        if named.is_empty() { step } else { step.shows([id(name)]).proves(named.clone()) }
    });
    let failing = choices.iter().flat_map(|choice| {
        let of = |name: &str| {
            let step = choice.send_failing(send_all(list, choices, name), name)?;
            let is_named = choice.bounds()?.is_named;
            Some(if is_named {
                step.hides([id(name)]).proves([choice.filter_clause(list)])
            } else {
                step
            })
        };
        NAMES.into_iter().filter_map(of)
    });
    list.scenario(&what, title)
        .step(list.call())
        .steps(controls.iter().flatten().cloned())
        .steps(passing)
        .steps(failing)
        .steps(controls.iter().rev().flatten().cloned())
}

/// A call with all of the choices.
fn send_all(list: &List<'_>, choices: &[&Choice<'_>], name: &str) -> Step {
    choices.iter().fold(list.call(), |step, choice| choice.send(step, name))
}

/// An expansion beside another parameter: the list has the same records.
fn expanded(list: &List<'_>, other: &Choice<'_>, expansion: &Choice<'_>) -> Draft {
    let (what, title) = titled(&[other, expansion], "apply together");
    let plain = || list.shows(other.send(list.call(), FIRST));
    list.scenario(&what, title)
        .step(plain().named("plain"))
        .step(expansion.send(plain(), FIRST).same_as("plain"))
        .step(plain())
}

/// A default beside another parameter changes nothing.
fn beside_default(list: &List<'_>, other: &Choice<'_>, default: &Choice<'_>) -> Draft {
    let (what, title) = titled(&[default, other], "list the same as without the default");
    let plain = || other.send(list.call(), FIRST);
    let both = list.shows(default.send(plain(), FIRST));
    list.scenario(&what, title)
        .step(plain().named("plain"))
        .step(both.same_as("plain"))
        .step(plain())
}
