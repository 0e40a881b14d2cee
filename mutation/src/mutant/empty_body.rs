//! Where there should be no body, there is one.

use referral_conformance::exchange::Response;

use super::Way;
use crate::answer;
use crate::bend::{Answers, Bend, Seen};

pub(super) fn ways() -> Vec<Way> {
    let filled = |kind, body| Way::new(kind, "there is a body", Filled(body));
    vec![
        filled("filled", r#"{"ok":true}"#),
        filled("null", "null"),
        filled("words", "removed"),
    ]
}

struct Filled(&'static str);

impl Bend for Filled {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        if answer::is_accepted(seen.contract, &answers.main) && answers.main.body.is_empty() {
            return Response {
                body: self.0.as_bytes().to_vec(),
                ..answers.main
            };
        }
        answers.main
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn an_empty_body_is_filled() {
        let toy = Toy::new();
        let sent = request("DELETE", "/books/b1", None);
        let bend = Filled("null");
        assert!(
            !toy.response(&bend, &sent, response(204, ""))
                .body
                .is_empty()
        );
        let refused = response(404, r#"{"message":"b1 not found!"}"#);
        assert_eq!(toy.response(&bend, &sent, refused.clone()), refused);
    }
}
