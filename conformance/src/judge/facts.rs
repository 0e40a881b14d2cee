//! What a whole run shows before any clause is judged: which keys work, and how things can be
//! addressed.

use std::collections::BTreeSet;

use spec::{Identifier, InputPart};

use crate::contract;
use crate::json::Json;
use crate::scenario::{Expectation, KeyChoice};

use super::scene::{Acceptance, Scene, Way};
use super::sent::Sent;

/// What is known of the run as a whole.
#[derive(Clone, Debug, Default)]
pub(super) struct RunFacts {
    /// Kinds of keys that were shown to work.
    keys: BTreeSet<String>,
    /// Operation, path parameter and way in which something was addressed with success.
    addressed: BTreeSet<(String, String, Identifier)>,
}

impl RunFacts {
    pub(super) fn of(scenes: &[Scene<'_>]) -> Self {
        let mut facts = Self::default();
        for scene in scenes {
            for index in 0..scene.scenario.steps.len() {
                facts.learn(scene, index);
            }
        }
        facts
    }

    fn learn(&mut self, scene: &Scene<'_>, index: usize) {
        let (Some(step), Some(operation)) = (scene.step(index), scene.operation(index)) else {
            return;
        };
        let accepted =
            step.expect == Expectation::Accepted && scene.acceptance(index) == Acceptance::Shown;
        // Only a server that looked at the request knows which documented refusal it deserves.
        let mut cases = operation
            .errors
            .iter()
            .filter(|case| !contract::is_about_key(&case.when));
        let answered = cases.any(|case| scene.is_answered_as(index, &case.id));
        if let KeyChoice::Kind(kind) = &step.key
            && (accepted || answered)
        {
            self.keys.insert(kind.clone());
        }
        if let Some(way) = scene.way(index).filter(|_| accepted) {
            for (parameter, by) in addresses(way) {
                self.addressed.insert((operation.id.clone(), parameter, by));
            }
        }
    }

    /// Whether a key of the kind was shown to work.
    pub(super) fn key_works(&self, kind: &str) -> bool {
        self.keys.contains(kind)
    }

    /// Whether something was addressed through the parameter in this way.
    pub(super) fn is_addressed_by(&self, operation: &str, parameter: &str, by: Identifier) -> bool {
        self.addressed
            .contains(&(operation.to_owned(), parameter.to_owned(), by))
    }

    /// Whether something was addressed through the parameter in another way.
    pub(super) fn is_addressed_otherwise(
        &self,
        operation: &str,
        parameter: &str,
        by: Identifier,
    ) -> bool {
        self.addressed
            .iter()
            .any(|(known, name, way)| known == operation && name == parameter && *way != by)
    }
}

/// How each parameter of the path addresses its thing, seen from what was sent.
pub(super) fn addresses(way: &Way) -> Vec<(String, Identifier)> {
    let path = way
        .sent
        .iter()
        .filter(|(input, _)| input.part == InputPart::Path);
    path.map(|(input, _)| (input.name.clone(), address(&way.sent, &input.name)))
        .collect()
}

/// How a parameter of the path addresses its thing.
pub(super) fn address(sent: &Sent, parameter: &str) -> Identifier {
    let input = spec::InputRef {
        part: InputPart::Path,
        name: parameter.to_owned(),
    };
    let email = sent
        .get(&input)
        .and_then(Json::text)
        .is_some_and(|text| text.contains('@'));
    if email {
        Identifier::Email
    } else {
        Identifier::Uuid
    }
}
