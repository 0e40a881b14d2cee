//! A write that is acknowledged, and of which the server never hears.

use std::borrow::Cow;

use referral_conformance::json::Json;
use spec::{InputPart, Operation};

use crate::bend::{Bend, Next, Seen};
use crate::{answer, edit};

/// Calls about known things are acknowledged; all others are the server's to refuse.
pub(super) struct Unsent;

impl Bend for Unsent {
    fn request(&self, seen: &Seen<'_>) -> Next {
        match seen.is_about_known_things() && seen.call.has_required() {
            true => Next::Answer(answer::unchanged(seen)),
            false => Next::Forward(seen.request.clone()),
        }
    }
}

/// One member of the body is not sent on.
pub(super) struct MemberUnsent {
    pub(super) member: String,
    /// The value with which it is not sent on, as text; `None` for any.
    pub(super) value: Option<String>,
}

impl MemberUnsent {
    fn is_for(&self, seen: &Seen<'_>) -> bool {
        let sent = seen.call.input(InputPart::Body, &self.member);
        let wanted = self.value.as_deref();
        sent.is_some_and(|sent| wanted.is_none_or(|wanted| plain(sent) == wanted))
    }
}

impl Bend for MemberUnsent {
    /// A member that must be there cannot be left out: then nothing is sent on.
    fn request(&self, seen: &Seen<'_>) -> Next {
        if !self.is_for(seen) {
            return Next::Forward(seen.request.clone());
        }
        match is_required(seen.call.operation, &self.member) {
            true => Unsent.request(seen),
            false => Next::Forward(edit::without_body_member(seen.request, &self.member)),
        }
    }
}

fn plain(value: &Json) -> Cow<'_, str> {
    let text = value.text().map(Cow::from);
    text.unwrap_or_else(|| value.to_string().into())
}

fn is_required(operation: &Operation, member: &str) -> bool {
    let mut body = operation.body.iter();
    body.any(|field| field.wire == member && field.required)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn known_things_are_acknowledged_as_they_are() {
        let mut toy = Toy::new();
        let sent = request("PATCH", "/loans/l-1/return", None);
        assert_eq!(
            toy.request(&Unsent, &sent),
            Next::Forward(sent.clone()),
            "nothing is known of it"
        );
        let lend = request(
            "POST",
            "/books/b1/loans",
            Some(r#"{"member":"ann@x.example"}"#),
        );
        let loan = r#"{"uuid":"l-1","member":"ann@x.example","returned_at":null}"#;
        toy.keep(&lend, &response(201, &format!(r#"{{"loan":{loan}}}"#)));
        let Next::Answer(answer) = toy.request(&Unsent, &sent) else {
            panic!("forwarded")
        };
        assert_eq!(answer, response(200, &format!(r#"{{"loan":{loan}}}"#)));
    }

    #[test]
    fn a_member_is_left_out() {
        let toy = Toy::new();
        let unsent = |value: Option<&str>| MemberUnsent {
            member: "remarks".to_owned(),
            value: value.map(str::to_owned),
        };
        let sent = request("PATCH", "/loans/l-1/return", Some(r#"{"remarks":"wet"}"#));
        let without = request("PATCH", "/loans/l-1/return", Some("{}"));
        for value in [None, Some("wet")] {
            let next = toy.request(&unsent(value), &sent);
            assert_eq!(next, Next::Forward(without.clone()), "{value:?}");
        }
        assert_eq!(
            toy.request(&unsent(Some("torn")), &sent),
            Next::Forward(sent.clone())
        );
    }
}
