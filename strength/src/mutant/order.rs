//! Lists come in reverse, wherever in the body they are.

use referral_conformance::exchange::Response;

use super::Way;
use crate::bend::{Answers, Bend, Seen};
use crate::{answer, json};

pub(super) fn ways() -> Vec<Way> {
    vec![Way::new("reversed", "the list comes in reverse", Reversed)]
}

struct Reversed;

impl Bend for Reversed {
    fn response(&self, _: &Seen<'_>, answers: Answers) -> Response {
        answer::edited(answers.main, |body| {
            json::each_list(body, &mut |items| items.reverse())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn lists_of_things_are_reversed() {
        let toy = Toy::new();
        let sent = request("GET", "/books", None);
        let listed = response(
            200,
            r#"{"a":{"b":[{"n":1},{"n":2},{"n":3}]},"marks":[1,2]}"#,
        );
        let reversed = response(
            200,
            r#"{"a":{"b":[{"n":3},{"n":2},{"n":1}]},"marks":[1,2]}"#,
        );
        assert_eq!(toy.response(&Reversed, &sent, listed), reversed);
    }
}
