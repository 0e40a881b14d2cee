//! The condition of a refusal in words, for comments and for the OpenAPI document.

use spec::{Condition, Constraint, Defect, ErrorCase, InputPart, InputRef};

/// ``when `title` in the body is missing``; `None` where that is not shown.
pub fn condition(case: &ErrorCase) -> Option<String> {
    Some(match case.when.value()? {
        Condition::Missing(at) => format!("when {} is missing", input(at)),
        Condition::Blank(at) => format!("when {} is blank", input(at)),
        Condition::Malformed(at) => format!("when {} is malformed", input(at)),
        Condition::Breaks { input: at, constraint } => {
            let breach = constraint.map_or("outside its constraints", Constraint::breach);
            format!("when {} is {breach}", input(at))
        }
        Condition::Invalid(at) => {
            format!("when {} is missing, of another type, or outside its bounds", input(at))
        }
        Condition::OfAny { defect, part } => of_any(*defect, *part),
        Condition::Taken(at) => format!("when another record has the value of {}", input(at)),
        Condition::Unknown(at) => format!("when {} identifies no record", input(at)),
        Condition::NotInState { record, state } => {
            format!("when the `{record}` is not `{state}`")
        }
        Condition::InState { record, state } => format!("when the `{record}` is `{state}`"),
        Condition::Compares(comparison) => format!("when {}", comparison.in_words()),
        Condition::Repeated => "when the same request was accepted before".to_owned(),
        Condition::KeyAbsent => "without a key".to_owned(),
        Condition::KeyInvalid => "with an invalid key".to_owned(),
        Condition::KeyUserless => "with a key whose user does not exist".to_owned(),
        Condition::KeyOf(kind) => format!("with a key of the kind `{kind}`"),
        Condition::Prose(when) => format!("when {}", when.trim_end_matches('.')),
    })
}

/// ``Sent when `title` in the body is missing, with 400.``; `None` where neither is shown.
pub fn answered(case: &ErrorCase) -> Option<String> {
    let status = case.status.value().map(|status| format!("with {status}"));
    let parts: Vec<_> = condition(case).into_iter().chain(status).collect();
    (!parts.is_empty()).then(|| format!("Sent {}.", parts.join(", ")))
}

fn of_any(defect: Defect, part: Option<InputPart>) -> String {
    let place = part.map_or_else(String::new, |part| format!(" in the {}", part.name()));
    match defect {
        Defect::Missing => format!("when a required input{place} is missing"),
        Defect::Breaks(constraint) => {
            let breach = constraint.map_or("outside its constraints", Constraint::breach);
            format!("when an input{place} is {breach}")
        }
        Defect::Unknown => format!("when an identifier{place} identifies no record"),
        Defect::Invalid => {
            format!("when an input{place} is missing, of another type, or outside its bounds")
        }
    }
}

fn input(at: &InputRef) -> String {
    format!("`{}` in the {}", at.name, at.part.name())
}
