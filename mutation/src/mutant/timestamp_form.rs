//! A point in time is refused if it is written in one of the documented forms.

use spec::{InputPart, TimestampForm};

use super::Way;
use super::rejection::Rejection;
use crate::bend::{Bend, Next, Seen};

pub(super) fn ways(field: &str, form: TimestampForm) -> Vec<Way> {
    let statement = "a request with a time written in this form is turned away";
    Rejection::ways(statement, |rejection| Refused {
        field: field.to_owned(),
        form,
        rejection,
    })
}

struct Refused {
    field: String,
    form: TimestampForm,
    rejection: Rejection,
}

impl Bend for Refused {
    fn request(&self, seen: &Seen<'_>) -> Next {
        let written = seen.call.text(InputPart::Body, &self.field);
        if written.is_some_and(|text| is_of(text, self.form)) {
            return Next::Answer(self.rejection.answer(seen));
        }
        Next::Forward(seen.request.clone())
    }
}

fn is_of(text: &str, form: TimestampForm) -> bool {
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
    use crate::toy::{Toy, request};

    #[test]
    fn each_form_is_told_from_the_others() {
        let toy = Toy::new();
        for (form, text) in [
            (TimestampForm::Utc, "2026-01-31T12:00:00Z"),
            (TimestampForm::OffsetAhead, "2026-01-31T12:00:00+02:00"),
            (TimestampForm::OffsetBehind, "2026-01-31T12:00:00-02:00"),
            (TimestampForm::Fraction, "2026-01-31T12:00:00.25Z"),
        ] {
            let sent = request(
                "POST",
                "/books",
                Some(&format!(r#"{{"acquired_at":"{text}"}}"#)),
            );
            for refused in TimestampForm::ALL {
                let bend = Refused {
                    field: "acquired_at".to_owned(),
                    form: refused,
                    rejection: Rejection::Undocumented,
                };
                let answered = matches!(toy.request(&bend, &sent), Next::Answer(_));
                assert_eq!(
                    answered,
                    refused == form,
                    "{text} where {} is refused",
                    refused.name()
                );
            }
        }
    }
}
