//! A write is acknowledged, and what it should have made does not exist.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{InputPart, Operation};

use super::Way;
use crate::bend::{Answers, Bend, Next, Seen};
use crate::{answer, edit, json};

/// Where an input must be unique, another thing is created in its place: so the server behind still
/// refuses what it should. What nothing tells apart can only be left uncreated.
pub(super) fn ways(operation: Option<&Operation>) -> Vec<Way> {
    let mut body = operation
        .map_or(&[][..], |operation| &operation.body)
        .iter();
    let statement = "the thing is acknowledged, and does not exist";
    vec![match body.find(|field| field.unique) {
        Some(field) => Way::new(
            "lost",
            statement,
            Misnamed {
                field: field.wire.clone(),
            },
        ),
        None => Way::new("lost", statement, Forgotten),
    }]
}

/// Something of another name is created, and the answer tells of the one that was asked for.
struct Misnamed {
    field: String,
}

/// What is created under another name; in front, where an e-mail address stays one.
const PREFIX: &str = "lost-";

impl Bend for Misnamed {
    fn request(&self, seen: &Seen<'_>) -> Next {
        let named = seen
            .call
            .text(InputPart::Body, &self.field)
            .filter(|name| !name.is_empty());
        Next::Forward(match named {
            Some(name) => {
                let other = Json::Text(format!("{PREFIX}{name}"));
                edit::with_body_member(seen.request, &self.field, other)
            }
            None => seen.request.clone(),
        })
    }

    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let Some(name) = seen.call.text(InputPart::Body, &self.field) else {
            return answers.main;
        };
        let other = format!("{PREFIX}{name}");
        answer::edited(answers.main, |body| {
            json::each_text(body, &mut |text| *text = text.replace(&other, name));
        })
    }
}

/// Nothing is sent on.
struct Forgotten;

impl Bend for Forgotten {
    fn request(&self, seen: &Seen<'_>) -> Next {
        match seen.call.has_required() {
            true => Next::Answer(answer::acceptance(seen)),
            false => Next::Forward(seen.request.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn another_name_is_created_and_nobody_sees_it() {
        let toy = Toy::new();
        let bend = Misnamed {
            field: "isbn".to_owned(),
        };
        let sent = request("POST", "/books", Some(r#"{"isbn":"978","title":"Emma"}"#));
        let Next::Forward(changed) = toy.request(&bend, &sent) else {
            panic!("answered")
        };
        assert_eq!(
            changed.body.as_deref(),
            Some(r#"{"isbn":"lost-978","title":"Emma"}"#)
        );
        let answer = toy.response(
            &bend,
            &sent,
            response(201, r#"{"book":{"isbn":"lost-978"}}"#),
        );
        assert_eq!(answer, response(201, r#"{"book":{"isbn":"978"}}"#));
        let nameless = request("POST", "/books", Some(r#"{"title":"Emma"}"#));
        assert_eq!(toy.request(&bend, &nameless), Next::Forward(nameless));
    }

    #[test]
    fn what_has_no_name_is_not_sent_on() {
        let mut toy = Toy::new();
        let sent = request(
            "POST",
            "/books/b1/loans",
            Some(r#"{"member":"ann@x.example"}"#),
        );
        let lent = r#"{"loan":{"book_uuid":"b1","member":"ann@x.example"}}"#;
        toy.keep(&sent, &response(201, lent));
        assert_eq!(
            toy.request(&Forgotten, &sent),
            Next::Answer(response(201, lent))
        );
        let wrong = request("POST", "/books/b1/loans", Some("{}"));
        assert_eq!(toy.request(&Forgotten, &wrong), Next::Forward(wrong));
    }
}
