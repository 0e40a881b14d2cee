//! Lists: the records that a scenario knows to be listed, and what it can send as query parameters.

use conformance_model::scenario::ClauseRef;
use spec::{
    Bound, ClauseKind, Contract, FactUsage, Filter, Fixture, Operation, PageParameter,
    PageSelection, PageStart, QueryParameter, QueryValue, Type,
};

use super::reading::whole;
use super::scenario::{Draft, DraftNeed};
use super::subject::kinds;
use conformance_model::scenario::Step;

/// Names of the fixtures of a scenario. All but the first are optional.
pub(super) const NAMES: [&str; 4] = [FIRST, "two", "three", "four"];
/// Name of the first fixture.
pub(super) const FIRST: &str = "one";
/// A reference to the id of a fixture.
pub(super) fn id(name: &str) -> String {
    format!("{{{name}.id}}")
}

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
    Filter(Bounds),
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
    /// Whether the response does not show what the filter compares, so that a step names what passes and what fails.
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
        self.on(Step::call(&self.operation.id))
    }

    /// A call of the list that reads it to its end.
    pub(super) fn on(&self, step: Step) -> Step {
        if self.is_paged() { step.all_pages() } else { step }
    }

    /// A call that reads all records to the end. `None` if a default leaves some out.
    pub(super) fn whole(&self) -> Option<Step> {
        Some(self.on(whole(self.operation)?))
    }

    /// The same with pages of a size.
    pub(super) fn call_in_pages_of(&self, size: u32) -> Step {
        self.in_pages_of(self.call(), size)
    }

    /// A call that reads the list to its end, with pages of a size if one can be requested.
    pub(super) fn in_pages_of(&self, step: Step, size: u32) -> Step {
        match (self.selection(), self.size()) {
            (Some(_), Some(parameter)) => {
                let size = near_size(parameter, size);
                step.query(&parameter.wire, size)
            }
            (Some(_), None) => step,
            (None, _) => step.page_size(size),
        }
    }

    /// The same with large pages if a size can be requested: a run reads a limited number of pages.
    pub(super) fn in_large_pages(&self, step: Step) -> Step {
        match self.size() {
            Some(parameter) => step.query(&parameter.wire, near_size(parameter, LARGE)),
            None => step,
        }
    }

    fn selection(&self) -> Option<&'c PageSelection> {
        self.paging()?.selection.stated()
    }

    fn size(&self) -> Option<&'c PageParameter> {
        self.selection()?.size.as_ref()
    }

    /// A call for a page after the last one, if the document says what such a page contains.
    pub(super) fn after_last(&self, call: Step) -> Option<Step> {
        let selection = self
            .selection()
            .filter(|_| self.paging().is_some_and(|paging| paging.empty_after_last))?;
        let is_number = matches!(selection.by, PageStart::Number | PageStart::Offset);
        let most = selection.start.constraints.maximum;
        let fits = most.is_none_or(|most| f64::from(FAR) <= most);
        (is_number && fits).then(|| call.query(&selection.start.wire, FAR))
    }

    /// A call for the first page of a size, without a page number, if the size can be requested.
    pub(super) fn call_for_first_page_of(&self, size: u32) -> Option<Step> {
        self.first_page_of(Step::call(&self.operation.id), size)
    }

    pub(super) fn first_page_of(&self, call: Step, size: u32) -> Option<Step> {
        let parameter = self.size()?;
        let size = near_size(parameter, size);
        Some(call.query(&parameter.wire, size))
    }

    /// A scenario that has the known records.
    pub(super) fn scenario(&self, what: &str, title: impl Into<String>) -> Draft {
        let scenario = Draft::new(self.operation, what, title);
        let Some(fixture) = self.fixture else {
            return scenario;
        };
        NAMES.into_iter().fold(scenario, |scenario, name| {
            if name == FIRST {
                return scenario.need(DraftNeed::new(name, &fixture.kind));
            }
            scenario.optional_need(name, &fixture.kind)
        })
    }

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
            step.order(format!("{{{name}.id}}"), format!("{{{name}.{fact}}}"))
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
            Filter::Compares { field, bound } => {
                let mut facts = fixture.facts.iter();
                facts.find(|fact| fact.name == *field && fact.ty == Type::Integer)?;
                let (value, less) = (field.clone(), format!("{field} - 1"));
                let (passes, fails) = match bound {
                    Bound::Above => (less, Some(value)),
                    Bound::AtLeast => (value, None),
                    Bound::AtMost => (value, Some(less)),
                    Bound::Below => return None,
                };
                Some(Bounds { passes, fails, is_named: false })
            }
            // A scenario of its own creates what it compares.
            Filter::Equals { .. } | Filter::Includes { .. } => None,
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

    /// Its values, if it is a filter.
    pub(super) fn bounds(&self) -> Option<&Bounds> {
        match &self.effect {
            Effect::Filter(bounds) => Some(bounds),
            _ => None,
        }
    }

    /// Sends the value, or one that keeps the fixture with this name.
    pub(super) fn send(&self, step: Step, name: &str) -> Step {
        let sent = match &self.effect {
            Effect::Filter(bounds) => format!("{{{name}.{}}}", bounds.passes),
            _ => self.value().map_or_else(String::new, |value| value.wire.clone()),
        };
        step.query(&self.parameter.name, sent)
    }

    /// Sends a value that leaves the fixture out, if one is known.
    pub(super) fn send_failing(&self, step: Step, name: &str) -> Option<Step> {
        let fails = self.bounds()?.fails.as_ref()?;
        Some(step.query(&self.parameter.name, format!("{{{name}.{fails}}}")))
    }

    /// The clause about what it keeps.
    pub(super) fn filter_clause(&self, list: &List<'_>) -> ClauseRef {
        let parameter = self.parameter.name.clone();
        ClauseRef::new(list.operation, ClauseKind::Filter { parameter })
    }
}

/// The size of the pages of a list that may be long.
const LARGE: u32 = 100;

/// A page number or an offset that is after the last page.
const FAR: u32 = 1_000_000;

/// The page size to request: `size`, or the nearest size within the documented bounds.
fn near_size(parameter: &PageParameter, size: u32) -> u32 {
    let (least, most) = (parameter.constraints.minimum, parameter.constraints.maximum);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small size")]
    let bound = |bound: f64| bound as u32;
    let size = most.map_or(size, |most| size.min(bound(most)));
    least.map_or(size, |least| size.max(bound(least)))
}

/// Makes the call for each fixture.
pub(super) fn for_each_fixture(make: impl Fn(&str) -> Step) -> Vec<Step> {
    NAMES.into_iter().map(make).collect()
}

/// Makes the call for each fixture, if one of the choices refers to it.
pub(super) fn for_each(choices: &[&Choice<'_>], make: impl Fn(&str) -> Step) -> Vec<Step> {
    let is_filtered = choices.iter().any(|choice| choice.bounds().is_some());
    let mut steps = for_each_fixture(make);
    steps.truncate(if is_filtered { NAMES.len() } else { 1 });
    steps
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
