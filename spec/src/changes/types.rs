//! How the values of a type change between two versions.

use crate::{Type, a_value_of};

/// Who handles values of the type.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Use {
    /// Callers send them.
    Sent,
    /// Callers read them.
    Read,
    /// Callers read the values, and the listed values are the only possible ones.
    ReadComplete,
}

/// The type of an object with listed members, or of a list of such objects, whatever the name of its record is.
pub(super) fn object(ty: &Type) -> Type {
    match ty {
        Type::List(item) => Type::List(Box::new(object(item))),
        _ => Type::Record(String::new()),
    }
}

/// Whether the type, or that of its items, is a gap.
pub(super) fn is_gap(ty: &Type) -> bool {
    match ty {
        Type::Unknown(_) => true,
        Type::List(item) | Type::Map(item) => is_gap(item),
        _ => false,
    }
}

/// Whether programs for the old type work with the new one; `None` if the values are the same.
pub(super) fn is_compatible(old: &Type, new: &Type, used: Use) -> Option<bool> {
    let (wider, narrower) = (is_within(old, new), is_within(new, old));
    if wider && narrower {
        return None;
    }
    Some(match used {
        Use::Sent => wider,
        // Lists of values are open to those who read them.
        Use::Read => narrower || is_open(old) && is_open(new),
        Use::ReadComplete => narrower,
    })
}

fn is_open(ty: &Type) -> bool {
    match ty {
        Type::List(item) => is_open(item),
        ty => matches!(ty, Type::Enumeration(_) | Type::Text(None)),
    }
}

/// Whether each value of a type is one of another.
fn is_within(narrow: &Type, wide: &Type) -> bool {
    use Type::{Date, Enumeration, Integer, Json, List, Map, Number, Text, Timestamp, UnixTime};
    match (narrow, wide) {
        (Integer | UnixTime, Number)
        | (UnixTime, Integer)
        | (Date | Timestamp(_) | Text(_) | Enumeration(_), Text(None))
        | (_, Json) => true,
        (Enumeration(narrow), Enumeration(wide)) => narrow.iter().all(|each| wide.contains(each)),
        // No forms: any form.
        (Timestamp(narrow), Timestamp(wide)) => {
            wide.is_empty() || !narrow.is_empty() && narrow.iter().all(|form| wide.contains(form))
        }
        (List(narrow), List(wide)) | (Map(narrow), Map(wide)) => is_within(narrow, wide),
        (narrow, wide) => narrow == wide,
    }
}

/// The type, with the forms of a timestamp.
pub(super) fn describe(ty: &Type) -> String {
    if ty.record() == Some("") {
        let what = if matches!(ty, Type::List(_)) { "a list of objects" } else { "an object" };
        return what.to_owned();
    }
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
