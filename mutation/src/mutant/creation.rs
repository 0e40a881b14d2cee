//! A write is acknowledged, and what it should have made does not exist.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{Condition, ErrorCase, InputPart, Operation};

use super::{Way, When};
use crate::bend::{Answers, Bend, Next, Seen};
use crate::memory::{Outcome, Past};
use crate::{answer, edit, json};

/// Where an input must be unique, another thing is created in its place: so the server behind still
/// refuses what it should. Where a repeated call is refused, that shows a creation, once the refusal is
/// known to be given: so what comes first is created. Else nothing is.
pub(super) fn ways(operation: Option<&Operation>) -> Vec<Way> {
    let fields = operation.map_or(&[][..], |operation| &operation.body);
    let cases = operation.map_or(&[][..], |operation| &operation.errors);
    let unique = fields.iter().find(|field| field.unique);
    let is_repeated = |case: &ErrorCase| case.when.known() == Some(&Condition::Repeated);
    let lost = "the thing is acknowledged, and does not exist";
    let later = "all but the first is acknowledged, and does not exist";
    let forgotten = || {
        let statement = "what is of another thing is acknowledged, and does not exist";
        Way::sometimes("lost_for_others", statement, Forgotten, When::AnotherThing)
    };
    match unique {
        Some(unique) => {
            let misnamed = || Misnamed {
                field: unique.wire.clone(),
            };
            let beside = "the thing does not exist if several optional members were sent";
            vec![
                Way::new("lost", lost, misnamed()),
                Way::sometimes("lost_later", later, misnamed(), When::Again),
                Way::sometimes("lost_beside_others", beside, misnamed(), When::Several),
            ]
        }
        None if cases.iter().any(is_repeated) => {
            let others = "with one thing, another one is created as well";
            vec![
                Way::new("lost_later", later, Later),
                forgotten(),
                Way::new("spilled", others, Spilled),
            ]
        }
        None => vec![
            Way::new("lost", lost, Forgotten),
            Way::sometimes("lost_later", later, Forgotten, When::Again),
            forgotten(),
        ],
    }
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

/// Once something was created, nothing else is sent on.
struct Later;

impl Bend for Later {
    fn request(&self, seen: &Seen<'_>) -> Next {
        let mut calls = seen.memory.all();
        let is_first = seen.memory.accepted(seen.call).is_none();
        let again = calls.any(|past| {
            past.operation == seen.call.operation.id
                && past.sent == seen.call.sent
                && past.outcome == Outcome::Accepted
        });
        match is_first || again || !seen.is_about_known_things() {
            true => Next::Forward(seen.request.clone()),
            false => Forgotten.request(seen),
        }
    }
}

/// What was to be created for one thing is there for those as well that were known by then.
struct Spilled;

impl Bend for Spilled {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let names = seen.call.names();
        let is_known = |past: &&Past| {
            let shown = Json::parse(&past.response.body);
            let is_told = |name: &String| {
                let mut sent = past.sent.iter();
                sent.any(|(_, value)| value.holds_text(name))
                    || shown.as_ref().is_some_and(|shown| shown.holds_text(name))
            };
            names.last().is_some_and(is_told)
        };
        let is_of_other = |past: &&Past| {
            past.operation == seen.call.operation.id
                && past.outcome == Outcome::Accepted
                && past.sent != seen.call.sent
        };
        // The last comes first.
        let calls: Vec<_> = seen.memory.all().collect();
        let known = calls.iter().rposition(is_known);
        let created = calls.iter().position(is_of_other);
        let spilled = matches!((known, created), (Some(known), Some(created)) if known > created);
        let repeated = |when: &Condition| *when == Condition::Repeated;
        let case = answer::case_when(seen.contract, Some(seen.call.operation), repeated);
        match case.filter(|_| spilled && seen.accepts(&answers.main)) {
            Some(case) => answer::refusal(seen, case),
            None => answers.main,
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

    #[test]
    fn only_what_comes_first_is_created() {
        let mut toy = Toy::new();
        for book in ["b1", "b2"] {
            let get = request("GET", &format!("/books/{book}"), None);
            let shown = format!(r#"{{"book":{{"uuid":"{book}"}}}}"#);
            toy.keep(&get, &response(200, &shown));
        }
        let lend = |book: &str| {
            let body = Some(r#"{"member":"ann@x.example"}"#);
            request("POST", &format!("/books/{book}/loans"), body)
        };
        let first = lend("b1");
        assert_eq!(toy.request(&Later, &first), Next::Forward(first.clone()));
        toy.keep(&first, &response(201, r#"{"loan":{"uuid":"l-1"}}"#));
        assert_eq!(toy.request(&Later, &first), Next::Forward(first.clone()));
        assert!(matches!(toy.request(&Later, &lend("b2")), Next::Answer(_)));
        let unknown = lend("b3");
        assert_eq!(toy.request(&Later, &unknown), Next::Forward(unknown));
    }
}
