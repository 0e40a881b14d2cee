//! What is right alone goes wrong where more is asked for by the same request.

use referral_conformance::exchange::Response;
use spec::{InputPart, Operation};

use super::Way;
use super::expansion::Asked;
use super::order::Reversed;
use super::unsent::MemberUnsent;
use crate::bend::{Answers, Bend, Next, Seen};

/// Ways to break the order of a list that has expansions.
pub(super) fn ways_of_order(operation: Option<&Operation>) -> Vec<Way> {
    let statement = "with an expansion the list comes in reverse";
    let queries = operation.into_iter().flat_map(|operation| &operation.query);
    let mut expansions = queries.flat_map(|query| {
        let values = query.values.iter().filter(|it| it.expansion.is_some());
        values.map(|value| Asked {
            parameter: query.name.clone(),
            value: value.wire.clone(),
        })
    });
    let first = expansions.next();
    let way = first.map(|asked| Way::new("reversed_beside_expansion", statement, Expanded(asked)));
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

/// The order of the answers to requests for an expansion.
struct Expanded(Asked);

impl Bend for Expanded {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        match self.0.is_in(seen) {
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
        let listed = shown(r#"{"books":[{"uuid":"a"},{"uuid":"b"}]}"#);
        let plain = request("GET", "/books?room=lending", None);
        let bend = Expanded(Asked {
            parameter: "cover".to_owned(),
            value: "colour".to_owned(),
        });
        assert_eq!(toy.response(&bend, &plain, listed.clone()), listed);
        let expanded = request("GET", "/books?room=lending&cover=colour", None);
        let reversed = toy.response(&bend, &expanded, listed);
        assert_eq!(reversed, shown(r#"{"books":[{"uuid":"b"},{"uuid":"a"}]}"#));
    }
}
