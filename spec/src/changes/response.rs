//! Changes of the success response.

use super::change::Place;
use super::pairs::{Pair, pair};
use super::types::{self, Use};
use crate::{Body, EnvelopeMember, Success};

pub(super) fn compare(old: &Success, new: &Success, place: &mut Place<'_>) {
    place.value_slot("the status of the success", (&old.status, &new.status), u16::to_string);
    place.slot("the success body", (&old.body, &new.body), show, body);
    let echo = |echo: &crate::Echo| {
        let when = echo.when.map(|kind| format!(", if it is the {}", kind.name()));
        format!(
            "`{}.{}` repeats `{}`{}",
            echo.member,
            echo.field,
            echo.from,
            when.unwrap_or_default()
        )
    };
    sentences(old.echoes.iter().map(echo), new.echoes.iter().map(echo), place);
    let call_time = |at: &crate::AnswerField| {
        format!("`{}.{}` holds the time of the call", at.member, at.field)
    };
    let (old, new) = (&old.call_time_fields, &new.call_time_fields);
    sentences(old.iter().map(call_time), new.iter().map(call_time), place);
}

/// Compares promises, which are identified by their sentences.
fn sentences(
    old: impl Iterator<Item = String>,
    new: impl Iterator<Item = String>,
    place: &mut Place<'_>,
) {
    let (old, new): (Vec<_>, Vec<_>) = (old.collect(), new.collect());
    for pair in pair(&old, &new, |sentence| sentence) {
        match pair {
            Pair::Removed(old) => place.breaking(format!("no longer stated: {old}")),
            Pair::Added(new) => place.compatible(new.clone()),
            Pair::Kept(..) => {}
        }
    }
}

fn show(body: &Body) -> String {
    match body {
        Body::Empty => "is empty".to_owned(),
        Body::Envelope(members) => {
            let names: Vec<_> = members.iter().map(|member| format!("`{}`", member.wire)).collect();
            format!("is an object with {}", names.join(", "))
        }
    }
}

fn body(place: &mut Place<'_>, old: &Body, new: &Body) {
    match (old, new) {
        (Body::Envelope(old), Body::Envelope(new)) => members(place, old, new),
        (Body::Empty, Body::Empty) => {}
        (old, new) => {
            place.breaking(format!("the success body {} (before: {})", show(new), show(old)));
        }
    }
}

fn members(place: &mut Place<'_>, old: &[EnvelopeMember], new: &[EnvelopeMember]) {
    for pair in pair(old, new, |member| &member.wire) {
        match pair {
            Pair::Removed(old) => {
                place.breaking(format!("the success body no longer has `{}`", old.wire));
            }
            Pair::Added(new) => place.compatible(format!("the success body has `{}`", new.wire)),
            Pair::Kept(old, new) => {
                let what = format!("`{}` of the success body", new.wire);
                types::compare(&what, &old.ty, &new.ty, Use::Read, place);
            }
        }
    }
}
