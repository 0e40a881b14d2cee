//! What is right alone goes wrong where more is asked for by the same request.

use referral_conformance::exchange::Response;
use spec::{InputPart, Operation};

use super::Way;
use super::order::Reversed;
use super::unsent::MemberUnsent;
use crate::bend::{Answers, Bend, Next, Seen};

/// Ways to break the order of a list that has expansions.
pub(super) fn ways_of_order(operation: Option<&Operation>) -> Vec<Way> {
    let statement = "with an expansion the list comes in reverse";
    let expands = operation.is_some_and(|operation| {
        let mut values = operation.query.iter().flat_map(|query| &query.values);
        values.any(|value| value.expansion.is_some())
    });
    let way = expands.then(|| Way::new("reversed_beside_expansion", statement, Expanded));
    way.into_iter().collect()
}

/// Ways to break the change of a member where others can change, too.
pub(super) fn ways_of_update(operation: Option<&Operation>, field: &str) -> Vec<Way> {
    let statement = "the change is not stored where another member comes with it";
    let others = operation.is_some_and(|operation| operation.body.len() > 1);
    let bend = Accompanied(MemberUnsent {
        member: field.to_owned(),
        value: None,
    });
    let way = others.then(|| Way::new("not_stored_beside_others", statement, bend));
    way.into_iter().collect()
}

struct Expanded;

impl Bend for Expanded {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let mut query = seen.call.operation.query.iter();
        let expanded = query.any(|query| {
            let asked = seen.call.text(InputPart::Query, &query.name);
            let mut values = query.values.iter();
            values.any(|value| value.expansion.is_some() && asked == Some(value.wire.as_str()))
        });
        match expanded {
            true => Reversed.response(seen, answers),
            false => answers.main,
        }
    }
}

struct Accompanied(MemberUnsent);

impl Bend for Accompanied {
    fn request(&self, seen: &Seen<'_>) -> Next {
        let mut body = seen.call.operation.body.iter();
        let accompanied = body.any(|field| {
            let sent = seen.call.input(InputPart::Body, &field.wire);
            field.wire != self.0.member && sent.is_some()
        });
        match accompanied {
            true => self.0.request(seen),
            false => Next::Forward(seen.request.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn what_comes_alone_passes() {
        let toy = Toy::new();
        let bend = Accompanied(MemberUnsent {
            member: "title".to_owned(),
            value: None,
        });
        let alone = request("PATCH", "/books/b1", Some(r#"{"title":"Emma"}"#));
        assert_eq!(toy.request(&bend, &alone), Next::Forward(alone.clone()));
        let both = r#"{"title":"Emma","state":"available"}"#;
        let both = request("PATCH", "/books/b1", Some(both));
        let state = request("PATCH", "/books/b1", Some(r#"{"state":"available"}"#));
        assert_eq!(toy.request(&bend, &both), Next::Forward(state));
        let shown = |body: &str| response(200, body);
        let listed = shown(r#"{"books":[1,2]}"#);
        let plain = request("GET", "/books?room=lending", None);
        assert_eq!(toy.response(&Expanded, &plain, listed.clone()), listed);
        let expanded = request("GET", "/books?room=lending&cover=colour", None);
        let reversed = toy.response(&Expanded, &expanded, listed);
        assert_eq!(reversed, shown(r#"{"books":[2,1]}"#));
    }
}
