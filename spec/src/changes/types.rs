//! How the values of a type change between two versions, for those who send and those who read them.

use super::change::{Effect, Place};
use crate::{Type, a_value_of};

/// Who handles values of the type.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Use {
    /// Callers send them.
    Sent,
    /// Callers read them.
    Read,
}

/// How the set of values changed.
#[derive(PartialEq)]
enum Shift {
    /// Every old value is still one.
    Wider,
    /// Every new value was one before.
    Narrower,
    /// Listed values of an open list changed; whether one is gone.
    Listed { gone: bool },
    /// Neither.
    Other,
}

/// Compares the types of a member or parameter.
pub(super) fn compare(what: &str, old: &Type, new: &Type, used: Use, place: &mut Place<'_>) {
    match (gap(old), gap(new)) {
        (Some(_), Some(_)) => {}
        (Some(gap), None) => {
            place.documented(gap, format!("{what} is {}, which was a gap", describe(new)));
        }
        (None, Some(gap)) => {
            place.withdrawn(gap, format!("now a gap: {what} is {}", describe(old)));
        }
        (None, None) => {
            let Some(shift) = shift(old, new) else { return };
            let breaks = match shift {
                Shift::Wider => used == Use::Read,
                Shift::Narrower => used == Use::Sent,
                Shift::Listed { gone } => gone && used == Use::Sent,
                Shift::Other => true,
            };
            let effect = if breaks { Effect::Breaking } else { Effect::Compatible };
            place.add(effect, format!("{what} is {}; it was {}", describe(new), describe(old)));
        }
    }
}

/// The gap in a type, or in that of its items.
fn gap(ty: &Type) -> Option<&str> {
    match ty {
        Type::Unknown(gap) => Some(gap),
        Type::List(item) => gap(item),
        _ => None,
    }
}

fn shift(old: &Type, new: &Type) -> Option<Shift> {
    use Type::{Enumeration, Integer, List, Number, Text, Timestamp};
    Some(match (old, new) {
        (old, new) if old == new => return None,
        (Integer, Number) | (Timestamp(_), Text(None)) => Shift::Wider,
        (Number, Integer) | (Text(None), Timestamp(_)) => Shift::Narrower,
        (Text(Some(_)), Text(None)) => Shift::Wider,
        (Text(None), Text(Some(_))) => Shift::Narrower,
        (Enumeration(_), Text(None)) => Shift::Listed { gone: false },
        (Text(None), Enumeration(_)) => Shift::Listed { gone: true },
        (Enumeration(old), Enumeration(new)) => {
            if old.iter().all(|value| new.contains(value)) && old.len() == new.len() {
                return None;
            }
            Shift::Listed { gone: !old.iter().all(|value| new.contains(value)) }
        }
        // No forms: any form.
        (Timestamp(old), Timestamp(new)) => {
            let within = |one: &[_], other: &[_]| {
                other.is_empty() || !one.is_empty() && one.iter().all(|form| other.contains(form))
            };
            match (within(old, new), within(new, old)) {
                (true, true) => return None,
                (true, false) => Shift::Wider,
                (false, true) => Shift::Narrower,
                (false, false) => Shift::Other,
            }
        }
        (List(old), List(new)) => return shift(old, new),
        _ => Shift::Other,
    })
}

/// The type, with the forms of a timestamp.
pub(super) fn describe(ty: &Type) -> String {
    let forms = match ty {
        Type::Timestamp(forms) if !forms.is_empty() => {
            let names: Vec<_> = forms.iter().map(|form| form.name()).collect();
            format!(" ({})", names.join(", "))
        }
        Type::Text(Some(crate::Format::Identifier)) => " that is an identifier".to_owned(),
        _ => String::new(),
    };
    a_value_of(ty) + &forms
}
