//! Changes of what holds for the whole service, and of what a target file names.

use super::change::{Changes, Effect, Place};
use super::pairs::{Pair, pair};
use super::refusals;
use super::types::{self, Use};
use crate::{FactUsage, Fixture, Service};

pub(super) fn compare(old: &Service, new: &Service, changes: &mut Changes) {
    let mut place = changes.at("service");
    facts(old, new, &mut place);
    for case in refusals::compare(&old.errors, &new.errors, &mut place) {
        changes.whole(format!("service.errors.{case}."));
    }
    for pair in pair(&old.keys, &new.keys, |key| &key.name) {
        let (effect, key, text) = match pair {
            Pair::Removed(key) => (Effect::Breaking, key, "the kind of key is removed"),
            Pair::Added(key) => (Effect::Compatible, key, "the kind of key is added"),
            Pair::Kept(old, new) if old == new => continue,
            Pair::Kept(_, new) => (Effect::Wording, new, "the description changed"),
        };
        changes.at(&key.name).add(effect, text);
    }
    for pair in pair(&old.fixtures, &new.fixtures, |fixture| &fixture.kind) {
        match pair {
            Pair::Removed(old) => {
                changes.at(&old.kind).breaking("the fixture kind is removed from target files");
            }
            Pair::Added(new) => {
                changes.at(&new.kind).compatible("the fixture kind is added to target files");
            }
            Pair::Kept(old, new) => fixture(old, new, &mut changes.at(&new.kind)),
        }
    }
}

fn facts(old: &Service, new: &Service, place: &mut Place<'_>) {
    let quoted = |name: &String| format!("`{name}`");
    let (old_auth, new_auth) = (&old.auth, &new.auth);
    if old_auth.header.eq_ignore_ascii_case(&new_auth.header) {
        place.text("the spelling of the key header", &old_auth.header, &new_auth.header);
    } else {
        place.value("the key header", &old_auth.header, &new_auth.header, quoted);
    }
    let slots = (&old_auth.case_insensitive, &new_auth.case_insensitive);
    let case = ["may be in any letter case", "must be spelled in its letter case"];
    place.flag_slot("the name of the key header", slots, false, case);
    let slots = (&old_auth.identifies_account, &new_auth.identifies_account);
    place.flag_slot("the key", slots, false, ["identifies the account", "identifies no account"]);
    let (old_body, new_body) = (&old.error_body, &new.error_body);
    place.value(
        "the member with the message of an error",
        &old_body.member,
        &new_body.member,
        quoted,
    );
    let slots = (&old_body.further_members, &new_body.further_members);
    let further = ["may have members besides the message", "has the message only"];
    place.flag_slot("an error body", slots, true, further);
    let prefixes = |service: &Service| {
        service.versions.as_ref().map(|versions| versions.prefixes.clone()).unwrap_or_default()
    };
    let (old_prefixes, new_prefixes) = (prefixes(old), prefixes(new));
    for pair in pair(&old_prefixes, &new_prefixes, |prefix| prefix) {
        match pair {
            Pair::Removed(old) => place.breaking(format!("the version `{old}` is removed")),
            Pair::Added(new) => place.compatible(format!("the version `{new}` is added")),
            Pair::Kept(..) => {}
        }
    }
    if old.package != new.package || old.id != new.id {
        place.compatible("the names of the service in packages changed; requests are the same");
    }
    place.text("the title", &old.title, &new.title);
    place.text("the description", &old.description, &new.description);
}

/// Target files name kinds and facts of fixtures.
fn fixture(old: &Fixture, new: &Fixture, place: &mut Place<'_>) {
    place.value("the record of the fixture kind", &old.record, &new.record, |name| {
        format!("`{name}`")
    });
    for pair in pair(&old.facts, &new.facts, |fact| &fact.name) {
        match pair {
            Pair::Removed(old) => place.breaking(format!("the fact `{}` is removed", old.name)),
            Pair::Added(new) => place.compatible(format!("the fact `{}` is added", new.name)),
            Pair::Kept(old, new) => {
                types::compare(
                    &format!("the fact `{}`", new.name),
                    &old.ty,
                    &new.ty,
                    Use::Sent,
                    place,
                );
            }
        }
    }
    place.flag(old.consumed, new.consumed, true, "a scenario {} consumes it");
    // What a run makes of a fixture: target files stay as they are.
    let usages = |fixture: &Fixture| -> Vec<String> {
        fixture
            .facts
            .iter()
            .map(|fact| format!("{} {:?}", fact.name, names(&fact.usages)))
            .collect()
    };
    place.text("what its facts mean for lists", &usages(old), &usages(new));
    let told_apart = |fixture: &Fixture| -> Vec<(String, String)> {
        let members = fixture.discriminated_by.iter();
        members.map(|each| (each.member.clone(), each.value.value.clone())).collect()
    };
    place.text("what tells it apart", &told_apart(old), &told_apart(new));
    let clauses = |fixture: &Fixture| -> Vec<String> {
        fixture.clauses.iter().map(|glob| glob.value.clone()).collect()
    };
    place.text("the clauses that need it", &clauses(old), &clauses(new));
    place.text("the description", &old.description, &new.description);
    place.text("the setup", &old.setup, &new.setup);
}

/// The usages of a fact without their places.
fn names(usages: &[FactUsage]) -> Vec<(&'static str, &str)> {
    usages.iter().map(name).collect()
}

fn name(usage: &FactUsage) -> (&'static str, &str) {
    match usage {
        FactUsage::Passes(filter) => ("passes", &filter.value),
        FactUsage::Fails(filter) => ("fails", &filter.value),
        FactUsage::AddedBy(expansion) => ("added by", &expansion.value),
        FactUsage::SortKey => ("sorts", ""),
    }
}
