//! Parts of the model in words, for the statements of clauses.

use crate::model::{
    Condition, Constraint, Defect, Direction, Format, Identifier, InputPart, InputRef, Order,
    TimestampForm, Type,
};

/// A noun with its indefinite article: `a book`, `an atlas`, `a user`.
pub(super) fn a(noun: &str) -> String {
    let lower = noun.to_lowercase();
    let sounds_like_a_consonant = ["eu", "one", "uni", "us", "uti", "uu"];
    let vowel = lower.starts_with(['a', 'e', 'i', 'o', 'u'])
        && !sounds_like_a_consonant.iter().any(|start| lower.starts_with(start));
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// A type: `a string that holds an e-mail address`.
pub fn a_value_of(ty: &Type) -> String {
    match ty {
        Type::Text(None | Some(Format::Identifier)) => "a string".to_owned(),
        Type::Enumeration(values) => format!("a string such as {}", alternatives(values)),
        Type::Text(Some(Format::Email)) => "a string that holds an e-mail address".to_owned(),
        Type::Text(Some(Format::Url)) => "a string that holds a URL".to_owned(),
        Type::Text(Some(Format::Country)) => "a string that holds a country code".to_owned(),
        Type::Text(Some(Format::Decimal)) => "a string that holds a decimal number".to_owned(),
        Type::Date => "a string that holds a date".to_owned(),
        Type::UnixTime => "an integer that counts the seconds since 1970".to_owned(),
        Type::Json => "any JSON value".to_owned(),
        Type::Integer => "an integer".to_owned(),
        Type::Number => "a number".to_owned(),
        Type::Boolean => "true or false".to_owned(),
        Type::Timestamp(_) => "a string that holds a point in time".to_owned(),
        Type::Record(name) => format!("{} record", a(name)),
        Type::List(item) => format!("a list of {}", values_of(item)),
        Type::Map(item) => format!("an object whose values are {}", values_of(item)),
        Type::Unknown(_) => "of a type that is not shown".to_owned(),
    }
}

/// A type in the plural: `strings that hold e-mail addresses`.
fn values_of(ty: &Type) -> String {
    match ty {
        Type::Text(None | Some(Format::Identifier)) => "strings".to_owned(),
        Type::Enumeration(values) => format!("strings such as {}", alternatives(values)),
        Type::Text(Some(Format::Email)) => "strings that hold e-mail addresses".to_owned(),
        Type::Text(Some(Format::Url)) => "strings that hold URLs".to_owned(),
        Type::Text(Some(Format::Country)) => "strings that hold country codes".to_owned(),
        Type::Text(Some(Format::Decimal)) => "strings that hold decimal numbers".to_owned(),
        Type::Date => "strings that hold dates".to_owned(),
        Type::UnixTime => "integers that count the seconds since 1970".to_owned(),
        Type::Json => "any JSON values".to_owned(),
        Type::Integer => "integers".to_owned(),
        Type::Number => "numbers".to_owned(),
        Type::Boolean => "values that are true or false".to_owned(),
        Type::Timestamp(_) => "strings that hold points in time".to_owned(),
        Type::Record(name) => format!("{name} records"),
        Type::List(item) => format!("lists of {}", values_of(item)),
        Type::Map(item) => format!("objects whose values are {}", values_of(item)),
        Type::Unknown(_) => "values of a type that is not shown".to_owned(),
    }
}

/// Values as alternatives: `` `new` or `used` ``.
fn alternatives(values: &[String]) -> String {
    let quoted: Vec<_> = values.iter().map(|value| format!("`{value}`")).collect();
    quoted.join(" or ")
}

/// Words in brackets after a noun, unless they are empty.
pub(super) fn bracketed(words: &str) -> String {
    if words.is_empty() { String::new() } else { format!(" ({words})") }
}

/// An input: `` `title` in the body ``.
pub(super) fn input(at: &InputRef) -> String {
    format!("`{}` in the {}", at.name, at.part.name())
}

/// The defect of a request, as it follows the request in a statement: `without a key`.
pub(crate) fn defect(condition: &Condition) -> String {
    match condition {
        Condition::Missing(at) => format!("without {}", input(at)),
        Condition::Blank(at) => format!("with a blank {}", input(at)),
        Condition::Malformed(at) => format!("with a malformed {}", input(at)),
        Condition::Breaks { input: at, constraint } => {
            let breach = constraint.map_or("outside its constraints", Constraint::breach);
            format!("with {} {breach}", input(at))
        }
        Condition::Taken(at) => format!("with a value of {} that another record has", input(at)),
        Condition::Unknown(at) => format!("with a value of {} that names nothing", input(at)),
        Condition::NotInState { record, state } => {
            format!("on {} that is not {state}", a(record))
        }
        Condition::InState { record, state } => format!("on {} that is {state}", a(record)),
        Condition::Invalid(at) => format!("with an invalid {}", input(at)),
        Condition::OfAny { defect, part } => of_any(*defect, *part),
        Condition::Compares(comparison) => format!("when {}", comparison.in_words()),
        Condition::Repeated => "when the same was accepted before and still stands".to_owned(),
        Condition::KeyAbsent => "without a key".to_owned(),
        Condition::KeyInvalid => "with an invalid key".to_owned(),
        Condition::KeyUserless => "with a key whose user does not exist".to_owned(),
        Condition::KeyOf(kind) => format!("with a key of the kind `{kind}`"),
        Condition::Prose(when) => format!("when {when}"),
    }
}

/// Words for a defect that any input can have.
fn of_any(defect: Defect, part: Option<InputPart>) -> String {
    let place = match part {
        Some(part) => format!(" in the {}", part.name()),
        None => String::new(),
    };
    match defect {
        Defect::Missing => format!("without a required input{place}"),
        Defect::Breaks(constraint) => {
            let breach = constraint.map_or("outside its constraints", Constraint::breach);
            format!("with an input{place} {breach}")
        }
        Defect::Unknown => format!("with an identifier{place} that names nothing"),
        Defect::Invalid => format!("with an invalid input{place}"),
    }
}

pub(super) fn an_identifier(by: Identifier) -> &'static str {
    match by {
        Identifier::Uuid => "a UUID",
        Identifier::String => "an identifier",
        Identifier::Integer => "an integer",
        Identifier::Email => "an e-mail address",
    }
}

/// How a point in time is written.
pub(super) fn timestamp_form(form: TimestampForm) -> &'static str {
    match form {
        TimestampForm::Utc => "with `Z`",
        TimestampForm::OffsetAhead => "with an offset `+hh:mm`",
        TimestampForm::OffsetBehind => "with an offset `-hh:mm`",
        TimestampForm::Fraction => "with a fraction of a second",
    }
}

/// The order of a list, after "comes".
pub(crate) fn order(order: &Order) -> String {
    let Order { by, direction, collation } = order;
    match (by, direction) {
        (None, Direction::Descending) => "newest first".to_owned(),
        (None, Direction::Ascending) => "oldest first".to_owned(),
        (Some(by), _) if collation.is_some() => {
            format!("by the code points of `{by}`, {}", direction.name())
        }
        (Some(by), Direction::Descending) => format!("by `{by}`, highest or latest first"),
        (Some(by), Direction::Ascending) => format!("by `{by}`, lowest or earliest first"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_follow_the_sound() {
        for noun in ["Atlas", "Event", "Item", "Order", "Upload", "Update"] {
            assert_eq!(a(noun), format!("an {noun}"));
        }
        for noun in ["Book", "User", "Unit", "UUID", "Utility", "European", "OneOff"] {
            assert_eq!(a(noun), format!("a {noun}"));
        }
    }

    #[test]
    fn lists_are_in_the_plural() {
        let list = |item| a_value_of(&Type::List(Box::new(item)));
        assert_eq!(list(Type::Text(None)), "a list of strings");
        assert_eq!(list(Type::Record("Book".to_owned())), "a list of Book records");
        assert_eq!(list(Type::List(Box::new(Type::Integer))), "a list of lists of integers");
    }
}
