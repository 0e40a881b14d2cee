//! A derived scenario, and its file.

use serde_yaml::Value;
use spec::Operation;

use super::depth::Depth;
use super::render::flow;
use super::step::Step;
use super::subject::Subject;

/// A scenario under construction.
#[derive(Clone, Debug)]
pub(crate) struct Scenario {
    address: String,
    what: String,
    title: String,
    depth: Depth,
    /// Name for the steps, and the value of the need: a kind of fixture, or the long form.
    needs: Vec<(String, Value)>,
    steps: Vec<Step>,
    finally: Vec<Step>,
}

impl Scenario {
    /// A scenario about an operation. `what` is the end of its file's name, a few words in snake_case.
    pub(crate) fn new(operation: &Operation, what: &str, title: impl Into<String>) -> Self {
        Self {
            address: operation.address(),
            what: what.to_owned(),
            title: title.into(),
            depth: Depth::Standard,
            needs: Vec::new(),
            steps: Vec::new(),
            finally: Vec::new(),
        }
    }

    /// Replays it in thorough runs only.
    pub(crate) fn thorough(mut self) -> Self {
        self.depth = Depth::Thorough;
        self
    }

    /// Needs a fixture of a kind, or what the long form describes. A need that is there already stays.
    pub(crate) fn need(mut self, name: &str, need: impl Into<Value>) -> Self {
        if self.needs.iter().all(|(known, _)| known != name) {
            self.needs.push((name.to_owned(), need.into()));
        }
        self
    }

    /// Needs a fixture if there is one. Steps that name it are left out otherwise.
    pub(crate) fn optional_need(self, name: &str, kind: &str) -> Self {
        let need = [("kind", Value::from(kind)), ("optional", Value::from(true))];
        let need = need.into_iter().map(|(key, value)| (Value::from(key), value));
        self.need(name, Value::Mapping(need.collect()))
    }

    /// Makes the calls that obtain a record, and tidies it up at the end.
    pub(crate) fn obtain(mut self, subject: &Subject) -> Self {
        for (name, kind) in &subject.needs {
            self = self.need(name, kind.as_str());
        }
        self.steps.extend(subject.steps.iter().cloned());
        // What was created last is removed first.
        self.finally.splice(0..0, subject.finally.iter().cloned());
        self
    }

    /// Adds a step.
    pub(crate) fn step(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }

    /// Adds steps.
    pub(crate) fn steps(mut self, steps: impl IntoIterator<Item = Step>) -> Self {
        self.steps.extend(steps);
        self
    }

    /// Adds a call that restores what the steps changed.
    pub(crate) fn finally(mut self, step: Step) -> Self {
        self.finally.push(step);
        self
    }

    /// Id below the folder of derived scenarios.
    pub(super) fn id(&self, family: &str) -> String {
        let Self { address, what, .. } = self;
        if what.is_empty() {
            format!("{address}/{family}")
        } else {
            format!("{address}/{family}_{what}")
        }
    }

    /// The file of the contract that declares the operation.
    pub(super) fn source(&self) -> String {
        format!("{}.yaml", self.address)
    }

    /// The text of the file without its head.
    pub(super) fn render(&self) -> String {
        // The folder is one deeper than that of a hand-written scenario.
        let mut out =
            "# yaml-language-server: $schema=../../../../schema/scenario.schema.json\nscenario: 1\n"
                .to_owned();
        let mut line = |key: &str, value: String| out.push_str(&format!("{key}: {value}\n"));
        line("title", flow(&Value::from(self.title.as_str())));
        line("depth", self.depth.name().to_owned());
        if !self.needs.is_empty() {
            let needs =
                self.needs.iter().map(|(name, need)| (Value::from(name.as_str()), need.clone()));
            line("needs", flow(&Value::Mapping(needs.collect())));
        }
        for (key, steps) in [("steps", &self.steps), ("finally", &self.finally)] {
            if !steps.is_empty() {
                out.push_str(&format!("{key}:\n"));
                let is_named = |name: &str| self.refers_to(name);
                steps.iter().for_each(|step| step.render(&is_named, &mut out));
            }
        }
        out
    }

    /// Whether a step refers to the one of that name.
    fn refers_to(&self, name: &str) -> bool {
        self.steps.iter().chain(&self.finally).any(|step| step.refers_to(name))
    }
}
