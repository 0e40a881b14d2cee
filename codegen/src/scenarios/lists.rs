//! Lists: the records that a scenario knows to be listed, and what it can send as query parameters.

use serde_yaml::{Mapping, Value};
use spec::{Contract, FactUsage, Filter, Fixture, Operation, QueryParameter, QueryValue, Type};

use super::scenario::Scenario;
use super::step::Step;
use super::subject::kinds;

/// Names of the fixtures of a scenario. All but the first are optional.
const NAMES: [&str; 4] = [FIRST, "two", "three", "four"];
/// Name of the first fixture.
pub(super) const FIRST: &str = "one";
/// An operation that lists records.
pub(super) struct List<'c> {
    pub(super) operation: &'c Operation,
    /// The kind of the records that it is known to contain.
    fixture: Option<&'c Fixture>,
}

/// A query parameter and what a scenario sends for it.
pub(super) struct Choice<'c> {
    pub(super) parameter: &'c QueryParameter,
    pub(super) effect: Effect<'c>,
}

/// What a query parameter does to a list.
pub(super) enum Effect<'c> {
    /// Keeps some records.
    Filter(Bounds),
    /// Sorts them.
    Sort(&'c QueryValue),
    /// Adds data to them. The name of the fact of a fixture that is added, if one is known.
    Expansion(&'c QueryValue, Option<&'c str>),
    /// The value that is assumed when the parameter is omitted.
    Default(&'c QueryValue),
}

/// Values of a filter, as facts of a fixture.
pub(super) struct Bounds {
    /// Keeps it.
    passes: String,
    /// Leaves it out.
    fails: Option<String>,
    /// Whether the answer does not show what the filter compares, so that a step names what passes and what fails.
    pub(super) is_named: bool,
}

impl<'c> List<'c> {
    /// All lists of the contract.
    pub(super) fn all(contract: &'c Contract) -> impl Iterator<Item = Self> {
        contract.operations().filter_map(|operation| {
            let record = operation.lists.as_deref()?;
            let fixture = fixture_of(contract, operation, record);
            Some(Self { operation, fixture })
        })
    }

    /// Whether the list is known to be paged.
    pub(super) fn is_paged(&self) -> bool {
        self.paging().is_some()
    }

    fn paging(&self) -> Option<&'c spec::Paging> {
        self.operation.paging.as_ref()?.stated()
    }

    /// A call that reads the list to its end.
    pub(super) fn call(&self) -> Step {
        let step = Step::call(&self.operation.id);
        if self.is_paged() { step.with("pages", "all") } else { step }
    }

    /// The same with pages of a size.
    pub(super) fn call_in_pages_of(&self, size: u64) -> Step {
        let selection = self.paging().and_then(|paging| paging.selection.stated());
        match selection {
            Some(selection) => self.call().query(&selection.per_page, size),
            None => self.call().with("page_size", size),
        }
    }

    /// A call for the first page of a size, without a page number, if the size can be requested.
    pub(super) fn call_for_first_page_of(&self, size: u64) -> Option<Step> {
        let selection = self.paging()?.selection.stated()?;
        Some(Step::call(&self.operation.id).query(&selection.per_page, size))
    }

    /// A scenario that has the known records.
    pub(super) fn scenario(&self, what: &str, title: impl Into<String>) -> Scenario {
        let scenario = Scenario::new(self.operation, what, title);
        let Some(fixture) = self.fixture else {
            return scenario;
        };
        let kind = Value::from(fixture.kind.as_str());
        NAMES.into_iter().fold(scenario, |scenario, name| {
            if name == FIRST {
                return scenario.need(name, kind.clone());
            }
            let need = [("kind".into(), kind.clone()), ("optional".into(), true.into())];
            scenario.need(name, Mapping::from_iter(need))
        })
    }

    /// Whether records are known.
    pub(super) fn is_known(&self) -> bool {
        self.fixture.is_some()
    }

    /// Expects the known records in a step.
    pub(super) fn shows(&self, step: Step) -> Step {
        if !self.is_known() {
            return step;
        }
        step.shows(NAMES.map(|name| format!("{{{name}.id}}")))
    }

    /// Expects the known records in their documented order.
    pub(super) fn ordered(&self, step: Step) -> Step {
        let fact = self.fact(|usage| *usage == FactUsage::SortKey);
        let Some(fact) = fact.filter(|_| is_ordered(self.operation)) else {
            return step;
        };
        NAMES.into_iter().fold(step, |step, name| {
            step.entry("order", &format!("{{{name}.id}}"), format!("{{{name}.{fact}}}"))
        })
    }

    /// What a scenario can send. What a value without a described effect selects is not known.
    pub(super) fn choices(&self) -> Vec<Choice<'c>> {
        let optional = self.operation.query.iter().filter(|query| !query.required);
        optional.flat_map(|parameter| self.choices_of(parameter)).collect()
    }

    fn choices_of(&self, parameter: &'c QueryParameter) -> Vec<Choice<'c>> {
        let effects: Vec<_> = match &parameter.filter {
            Some(filter) => {
                self.bounds(parameter, filter).map(Effect::Filter).into_iter().collect()
            }
            None => {
                let values = parameter.values.iter();
                values.filter_map(|value| self.effect(parameter, value)).collect()
            }
        };
        effects.into_iter().map(|effect| Choice { parameter, effect }).collect()
    }

    fn effect(&self, parameter: &QueryParameter, value: &'c QueryValue) -> Option<Effect<'c>> {
        if value.sorts.is_some() {
            return Some(Effect::Sort(value));
        }
        if value.expansion.is_some() {
            let adds = |usage: &FactUsage| matches!(usage, FactUsage::AddedBy(name) if name.value == value.wire);
            return Some(Effect::Expansion(value, self.fact(adds)));
        }
        let is_default = parameter.default.as_ref() == Some(&value.wire);
        is_default.then_some(Effect::Default(value))
    }

    /// Values of a filter: facts that the contract relates to it, or a fact with the name of the member that is compared.
    fn bounds(&self, parameter: &QueryParameter, filter: &Filter) -> Option<Bounds> {
        let fixture = self.fixture?;
        match filter {
            Filter::Above { field } => {
                let mut facts = fixture.facts.iter();
                facts.find(|fact| fact.name == *field && fact.ty == Type::Integer)?;
                let (passes, fails) = (format!("{field} - 1"), Some(field.clone()));
                Some(Bounds { passes, fails, is_named: false })
            }
            Filter::Meaning(_) => {
                let name = &parameter.name;
                let passes = self.fact(
                    |usage| matches!(usage, FactUsage::Passes(filter) if filter.value == *name),
                )?;
                let fails = self.fact(
                    |usage| matches!(usage, FactUsage::Fails(filter) if filter.value == *name),
                );
                let (passes, fails) = (passes.to_owned(), fails.map(str::to_owned));
                Some(Bounds { passes, fails, is_named: true })
            }
        }
    }

    /// The fact of the fixtures that has this meaning for the list.
    fn fact(&self, is_meant: impl Fn(&FactUsage) -> bool) -> Option<&'c str> {
        let mut facts = self.fixture?.facts.iter();
        facts.find(|fact| fact.usages.iter().any(&is_meant)).map(|fact| fact.name.as_str())
    }
}

impl Choice<'_> {
    /// Words for names of files: the parameter, and the value if there are several.
    pub(super) fn name(&self) -> String {
        let name = &self.parameter.name;
        let words =
            self.value().map_or_else(|| name.clone(), |value| format!("{name}_{}", value.wire));
        words
            .chars()
            .map(|char| if char.is_ascii_alphanumeric() { char.to_ascii_lowercase() } else { '_' })
            .collect()
    }

    /// The same for titles.
    pub(super) fn title(&self) -> String {
        let name = &self.parameter.name;
        self.value().map_or_else(|| format!("`{name}`"), |value| format!("`{name}={}`", value.wire))
    }

    fn value(&self) -> Option<&QueryValue> {
        match self.effect {
            Effect::Filter(_) => None,
            Effect::Sort(value) | Effect::Expansion(value, _) | Effect::Default(value) => {
                Some(value)
            }
        }
    }

    /// Its values for `each` fixture, if it is a filter.
    pub(super) fn bounds(&self) -> Option<&Bounds> {
        match &self.effect {
            Effect::Filter(bounds) => Some(bounds),
            _ => None,
        }
    }

    /// Sends the value, or one that keeps `each` fixture.
    pub(super) fn send(&self, step: Step) -> Step {
        self.send_for("each", step)
    }

    /// Sends the value, or one that keeps the fixture with this name.
    pub(super) fn send_for(&self, name: &str, step: Step) -> Step {
        let sent = match &self.effect {
            Effect::Filter(bounds) => format!("{{{name}.{}}}", bounds.passes),
            _ => self.value().map_or_else(String::new, |value| value.wire.clone()),
        };
        step.query(&self.parameter.name, sent)
    }

    /// Sends a value that leaves `each` fixture out, if one is known.
    pub(super) fn send_failing(&self, step: Step) -> Option<Step> {
        let fails = self.bounds()?.fails.as_ref()?;
        Some(step.query(&self.parameter.name, format!("{{each.{fails}}}")))
    }

    /// The clause about what it keeps, without the operation.
    pub(super) fn filter_clause(&self) -> String {
        format!("query.{}.filter", self.parameter.name)
    }
}

/// Makes the call for each fixture.
pub(super) fn for_each_fixture(step: Step) -> Step {
    step.with("each", NAMES.map(Value::from).to_vec())
}

/// Makes the call for each fixture, if one of the choices refers to it.
pub(super) fn for_each(step: Step, choices: &[&Choice<'_>]) -> Step {
    if choices.iter().any(|choice| choice.bounds().is_some()) {
        for_each_fixture(step)
    } else {
        step
    }
}

/// The kind of fixture whose clauses include those of the list, and that says most about it.
fn fixture_of<'c>(
    contract: &'c Contract,
    list: &Operation,
    record: &'c str,
) -> Option<&'c Fixture> {
    let prefix = format!("{}.", list.id);
    let is_listed =
        |fixture: &&Fixture| fixture.clauses.iter().any(|clause| clause.value.starts_with(&prefix));
    let facts =
        |fixture: &&Fixture| fixture.facts.iter().map(|fact| fact.usages.len()).sum::<usize>();
    kinds(contract, record).filter(is_listed).max_by_key(facts)
}

fn is_ordered(list: &Operation) -> bool {
    list.order.as_ref().is_some_and(|order| order.stated().is_some())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The lending library with a fixture that has facts about its list.
    pub(in crate::scenarios) fn library() -> Contract {
        const FIXTURE: &str = "
fixtures:
  known_book:
    record: Book
    description: A book with known facts. Its id is the UUID.
    setup: Create one with `add_book`.
    facts:
      title: { type: string, sort_key: true }
      pages: integer
      genre: { type: string, passes: genre }
      other_genre: { type: string, fails: genre }
      cover: { type: string, added_by: colour }
    clauses: [\"list_books.*\"]";
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../spec/tests/library/contract");
        let (mut files, _) = spec::read_folder(root.as_ref());
        for file in &mut files {
            file.text = file.text.replace(
                "\nfixtures:\n  book_elsewhere:",
                &format!("{FIXTURE}\n  book_elsewhere:"),
            );
        }
        let loaded = spec::load(&files, None);
        loaded.contract.unwrap()
    }

    /// The files of a generator that the predicate selects by name.
    pub(in crate::scenarios) fn files(
        generate: fn(&Contract) -> Vec<Scenario>,
        names: &[&str],
    ) -> String {
        let found =
            generate(&library()).into_iter().map(|scenario| (scenario.id("list"), scenario));
        let found = found.filter(|(id, _)| names.iter().any(|name| id.ends_with(name)));
        found.map(|(id, scenario)| format!("== {id}\n{}", scenario.render())).collect()
    }
}
