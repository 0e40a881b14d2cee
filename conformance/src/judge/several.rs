//! Several values in one parameter: what a list shows for them together, beside what it shows for each.
//!
//! Whether a thing must meet any of the values or all of them is not said. Either way what each of them keeps is kept by
//! all together, and what none of them keeps is not; and nothing is listed once for each of the values.

use std::collections::{BTreeMap, BTreeSet};

use spec::InputRef;

use crate::json::Json;
use crate::reason::Reason;

use super::Judged;
use super::accepted;
use super::lists::{Lists, narrowing};
use super::scene::{Acceptance, Way};
use super::view::View;

pub(super) fn judge(view: &View<'_>, at: &InputRef) -> Judged {
    let judged = accepted::extra(view, at);
    if judged == Judged::HELD
        && let Some(expected) = broken(view, at)
    {
        return view.breach(expected);
    }
    // Whether one value can be sent twice is not said.
    if view.acceptance() == Acceptance::Refused && repeats(view, at) {
        return Judged::Inconclusive(Reason::OtherOutcome);
    }
    judged
}

fn repeats(view: &View<'_>, at: &InputRef) -> bool {
    let sent = view.way().and_then(|way| way.sent.get(at)?.text());
    let values: Vec<_> = sent.unwrap_or_default().split(',').collect();
    values.iter().collect::<BTreeSet<_>>().len() < values.len()
}

/// What should have been shown, where values together and alone do not fit.
fn broken(view: &View<'_>, at: &InputRef) -> Option<String> {
    let together = Together::of(view, at)?;
    let left_out = together.left_out();
    let left_out = left_out.map(|name| format!("`{name}` in the list, as for each of the values"));
    let added = || together.added();
    let added = || added().map(|name| format!("nothing of `{name}`, as for each of the values"));
    let repeated = || together.repeated().map(|name| format!("`{name}` once"));
    left_out.or_else(added).or_else(repeated)
}

/// A call with several values, and the calls with one of them.
struct Together<'v, 'a> {
    view: &'v View<'a>,
    lists: Lists<'v, 'a>,
    at: &'v InputRef,
    values: BTreeSet<&'v str>,
    rest: BTreeMap<&'v InputRef, &'v Json>,
}

impl<'v, 'a> Together<'v, 'a> {
    fn of(view: &'v View<'a>, at: &'v InputRef) -> Option<Self> {
        let lists = Lists::of(view)?;
        let sent = &view.way()?.sent;
        let mut rest = narrowing(view.operation, sent);
        rest.remove(at);
        let values = sent.get(at)?.text()?.split(',').collect();
        Some(Self {
            view,
            lists,
            at,
            values,
            rest,
        })
    }

    /// A thing that is listed for each value alone, before and after, and not for all together.
    fn left_out(&self) -> Option<&'v str> {
        let mut values = self.values.iter();
        let first = values.next()?;
        let mut kept = self.lists.known(|way| self.is_of(way, first));
        for value in values {
            let names: BTreeSet<_> = {
                let known = self.lists.known(|way| self.is_of(way, value));
                known.into_iter().map(|thing| thing.name).collect()
            };
            kept.retain(|thing| names.contains(thing.name));
        }
        self.lists.missing(self.view.index, kept)
    }

    /// A thing that is listed for all together whenever they are asked for, and for none of them alone.
    fn added(&self) -> Option<&'v str> {
        let sent = &self.view.way()?.sent;
        let shown = self.lists.records(|index, _| index == self.view.index);
        let again = self
            .lists
            .records(|index, way| index != self.view.index && way.sent == *sent);
        let alone = self
            .lists
            .records(|_, way| self.values.iter().any(|value| self.is_of(way, value)));
        let mut added = shown
            .into_iter()
            .filter(|(name, _)| again.contains_key(name) && !alone.contains_key(name));
        let added =
            added.find(|(_, thing)| self.values.iter().all(|value| self.is_not_of(value, thing)));
        added.map(|(name, _)| name)
    }

    /// A thing that is listed twice for all together, and once for one of them.
    fn repeated(&self) -> Option<&'v str> {
        let is_alone = |way: &Way| self.values.iter().any(|value| self.is_of(way, value));
        self.lists.repeated(self.view.index, is_alone)
    }

    /// Whether a call asks for one of the values, and else for what the step asks for.
    fn is_of(&self, way: &Way, value: &str) -> bool {
        let mut rest = narrowing(self.view.operation, &way.sent);
        let asked = rest.remove(self.at).and_then(Json::text);
        asked == Some(value) && rest == self.rest
    }

    /// Whether calls with one of the values, before and after, would have shown the thing.
    fn is_not_of(&self, value: &str, thing: &Json) -> bool {
        let at = self.view.index;
        let calls = self.view.scene.calls(&self.view.operation.id);
        let reached = calls.filter(|index| {
            let way = self.view.scene.way(*index);
            way.is_some_and(|way| self.is_of(way, value)) && self.lists.reaches(*index, thing)
        });
        let reached: Vec<_> = reached.collect();
        reached.iter().any(|index| *index < at) && reached.iter().any(|index| *index > at)
    }
}
