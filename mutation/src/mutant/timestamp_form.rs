//! A point in time is refused if it is written in one of the documented forms.

use spec::{InputPart, TimestampForm};

use super::Mutation;
use super::rejection::Rejection;
use crate::intercept::{Intercept, InterceptContext, RequestAction};

pub(super) fn mutations(field: &str, form: TimestampForm) -> Vec<Mutation> {
    let statement = "a request with a time written in this form is turned away";
    Rejection::mutations(statement, |rejection| Refused {
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

impl Intercept for Refused {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        let written = context.call.text(InputPart::Body, &self.field);
        if written.is_some_and(|text| is_of(text, self.form)) {
            return RequestAction::Respond(self.rejection.answer(context));
        }
        RequestAction::Forward(context.request.clone())
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
    use crate::testing::{FakeServer, request};

    #[test]
    fn timestamp_forms_are_distinguished() {
        let server = FakeServer::new();
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
                let intercept = Refused {
                    field: "acquired_at".to_owned(),
                    form: refused,
                    rejection: Rejection::Undocumented,
                };
                let answered =
                    matches!(server.request(&intercept, &sent), RequestAction::Respond(_));
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
