//! A change is acknowledged, and the thing stays as it was, or others change as well.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{InputPart, Operation, Type};

use super::unsent::MemberUnsent;
use super::{Way, spilled};
use crate::bend::{Answers, Bend, Next, Seen};
use crate::{answer, edit, json};

pub(super) fn ways(operation: Option<&Operation>, field: &str) -> Vec<Way> {
    let unsent = |value: Option<&str>| MemberUnsent {
        member: field.to_owned(),
        value: value.map(str::to_owned),
    };
    let not_stored = "the change is acknowledged, and not stored";
    let only_shown = "the answer shows the change, and it is not stored";
    let mut ways = vec![
        Way::new("not_stored", not_stored, unsent(None)),
        Way::new("only_shown", only_shown, OnlyShown(unsent(None))),
    ];
    let mut fields = operation.into_iter().flat_map(|operation| &operation.body);
    let ty = fields
        .find(|known| known.wire == field)
        .map(|known| &known.ty);
    match ty {
        Some(Type::Boolean) => {
            let statement = "one of the two values is not stored";
            ways.push(Way::new("true_not_stored", statement, unsent(Some("true"))));
            ways.push(Way::new(
                "false_not_stored",
                statement,
                unsent(Some("false")),
            ));
        }
        Some(Type::Text(_)) => {
            let field = field.to_owned();
            ways.push(Way::new("cut", "the last letter is not stored", Cut(field)));
        }
        _ => {}
    }
    ways.extend(operation.map(|operation| {
        let bend = spilled::Value {
            operation: operation.id.clone(),
            field: field.to_owned(),
        };
        let statement = "others show the change as well";
        Way::new("spilled", statement, bend).in_every_operation()
    }));
    ways
}

/// A text loses its last letter on the way.
struct Cut(String);

impl Bend for Cut {
    fn request(&self, seen: &Seen<'_>) -> Next {
        let mut text = seen.call.text(InputPart::Body, &self.0).map(str::to_owned);
        let cut = text.as_mut().and_then(String::pop);
        Next::Forward(match text.filter(|_| cut.is_some()) {
            Some(text) => edit::with_body_member(seen.request, &self.0, Json::Text(text)),
            None => seen.request.clone(),
        })
    }
}

/// The answer has the new value wherever it has one.
struct OnlyShown(MemberUnsent);

impl Bend for OnlyShown {
    fn request(&self, seen: &Seen<'_>) -> Next {
        self.0.request(seen)
    }

    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let sent = seen.call.input(InputPart::Body, &self.0.member);
        let Some(sent) = sent.filter(|_| seen.accepts(&answers.main)) else {
            return answers.main;
        };
        answer::edited(answers.main, |body| {
            json::each_object(body, &mut |members| {
                for (_, value) in members
                    .iter_mut()
                    .filter(|(name, _)| *name == self.0.member)
                {
                    value.clone_from(sent);
                }
            });
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn the_answer_shows_what_is_not_stored() {
        let toy = Toy::new();
        let bend = OnlyShown(MemberUnsent {
            member: "remarks".to_owned(),
            value: None,
        });
        let sent = request("PATCH", "/loans/l-1/return", Some(r#"{"remarks":"wet"}"#));
        let forwarded = request("PATCH", "/loans/l-1/return", Some("{}"));
        assert_eq!(toy.request(&bend, &sent), Next::Forward(forwarded));
        let answer = toy.response(&bend, &sent, response(200, r#"{"loan":{"remarks":"dry"}}"#));
        assert_eq!(answer, response(200, r#"{"loan":{"remarks":"wet"}}"#));
    }
}
