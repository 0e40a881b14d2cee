//! A change is acknowledged, and the thing stays as it was.

use referral_conformance::exchange::Response;
use spec::InputPart;

use super::Way;
use super::unsent::MemberUnsent;
use crate::bend::{Answers, Bend, Next, Seen};
use crate::{answer, json};

pub(super) fn ways(field: &str) -> Vec<Way> {
    let unsent = || MemberUnsent {
        member: field.to_owned(),
        value: None,
    };
    vec![
        Way::new(
            "not_stored",
            "the change is acknowledged, and not stored",
            unsent(),
        ),
        Way::new(
            "only_shown",
            "the answer shows the change, and it is not stored",
            OnlyShown(unsent()),
        ),
    ]
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
