//! A derived scenario under construction.

use conformance_model::depth::Depth;
use conformance_model::level::Level;
use conformance_model::scenario::{Need, Scenario, Step};
use spec::{Contract, Operation};

use super::numbers::without_numbers;
use super::subject::Subject;

/// A scenario whose family is not known yet.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    address: String,
    what: String,
    title: String,
    depth: Depth,
    needs: Vec<DraftNeed>,
    steps: Vec<Step>,
    finally: Vec<Step>,
}

/// A fixture that must exist.
#[derive(Clone, Debug, Default)]
pub(crate) struct DraftNeed {
    /// Name for the steps.
    pub(crate) name: String,
    pub(crate) kind: String,
    /// Kind of the key of its account, if it is not the first one.
    pub(crate) key: Option<String>,
    /// Whether the scenario also runs without the fixture. Steps that refer to it are then left out.
    pub(crate) optional: bool,
}

impl Draft {
    /// A scenario about an operation. `what` is the end of its id, a few words in snake_case.
    pub(crate) fn new(operation: &Operation, what: &str, title: impl Into<String>) -> Self {
        Self {
            address: operation.address(),
            what: what.replace('.', "_"),
            title: title.into(),
            depth: Depth::Standard,
            needs: Vec::new(),
            steps: Vec::new(),
            finally: Vec::new(),
        }
    }

    /// Replays it in thorough runs only.
    pub(crate) fn thorough(self) -> Self {
        Self { depth: Depth::Thorough, ..self }
    }

    /// Needs a fixture. A need of this name that is there already stays.
    pub(crate) fn need(mut self, need: DraftNeed) -> Self {
        if self.needs.iter().all(|known| known.name != need.name) {
            self.needs.push(need);
        }
        self
    }

    /// Needs a fixture if there is one. Steps that name it are left out otherwise.
    pub(crate) fn optional_need(self, name: &str, kind: &str) -> Self {
        self.need(DraftNeed { optional: true, ..DraftNeed::new(name, kind) })
    }

    /// Makes the calls that obtain a record, and removes it at the end.
    pub(crate) fn obtain(mut self, subject: &Subject) -> Self {
        for (name, kind) in &subject.needs {
            self = self.need(DraftNeed::new(name, kind));
        }
        self.steps.extend(subject.steps.iter().cloned());
        // What was created last is removed first.
        self.finally.splice(0..0, subject.finally.iter().cloned());
        self
    }

    pub(crate) fn step(self, step: Step) -> Self {
        self.steps([step])
    }

    pub(crate) fn steps(mut self, steps: impl IntoIterator<Item = Step>) -> Self {
        self.steps.extend(steps);
        self
    }

    /// Adds a call that restores what the steps changed.
    pub(crate) fn finally(mut self, step: Step) -> Self {
        self.finally.push(step);
        self
    }

    /// The scenario in a family.
    pub(crate) fn into_scenario(self, family: &str, contract: &Contract) -> Scenario {
        let first = contract.service.keys.first().map(|key| key.name.clone()).unwrap_or_default();
        let needs = self.needs.into_iter().map(|need| {
            let account = need.key.as_ref().unwrap_or(&first);
            Need { optional: need.optional, ..Need::new(&need.name, &need.kind, account) }
        });
        let end = if self.what.is_empty() { String::new() } else { format!("_{}", self.what) };
        let id = format!("derived/{}/{family}{end}", self.address);
        let scenario = Scenario {
            path: format!("{id}.yaml"),
            id,
            title: self.title,
            about: None,
            level: Level::Read,
            depth: self.depth,
            needs: needs.collect(),
            steps: self.steps,
            finally: self.finally.into_iter().map(Step::final_call).collect(),
            span: None,
        };
        without_numbers(scenario, contract).without_unused_names().complete(contract, true)
    }
}

impl DraftNeed {
    /// A fixture of a kind in the account of the first key.
    pub(crate) fn new(name: &str, kind: &str) -> Self {
        Self { name: name.to_owned(), kind: kind.to_owned(), ..Self::default() }
    }
}
