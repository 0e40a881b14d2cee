//! Timestamp form: a time in a documented form is refused.

use spec::{InputPart, TimestampForm};

use super::parts::*;

pub(super) fn mutations(field: &str, form: TimestampForm) -> Vec<Mutation> {
    let field = field.to_owned();
    reject_calls_if("requests with a time in this form are refused", move |cx| {
        cx.call.text(InputPart::Body, &field).is_some_and(|text| has_form(text, form))
    })
}

fn has_form(text: &str, form: TimestampForm) -> bool {
    let Some((_, time)) = text.split_once('T') else {
        return false;
    };
    match form {
        TimestampForm::Utc => time.ends_with('Z') && !time.contains('.'),
        TimestampForm::OffsetAhead => time.contains('+'),
        TimestampForm::OffsetBehind => time.contains('-'),
        TimestampForm::Fraction => time.contains('.'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamp_forms_are_distinguished() {
        for (form, text) in [
            (TimestampForm::Utc, "2026-01-31T12:00:00Z"),
            (TimestampForm::OffsetAhead, "2026-01-31T12:00:00+02:00"),
            (TimestampForm::OffsetBehind, "2026-01-31T12:00:00-02:00"),
            (TimestampForm::Fraction, "2026-01-31T12:00:00.25Z"),
        ] {
            for other in TimestampForm::ALL {
                assert_eq!(has_form(text, other), other == form, "{text}");
            }
        }
    }
}
