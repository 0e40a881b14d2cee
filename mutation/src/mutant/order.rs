//! Lists come in reverse, wherever in the body they are.

use referral_conformance::exchange::Response;
use spec::{InputPart, QueryParameter};

use super::Way;
use crate::bend::{Answers, Bend, Seen};
use crate::{answer, json};

pub(super) fn ways() -> Vec<Way> {
    vec![
        Way::new("reversed", "the list comes in reverse", Reversed),
        Way::new(
            "pairs",
            "of every two neighbours the second comes first",
            Pairs,
        ),
        Way::new("first_last", "the first comes last", FirstLast),
    ]
}

struct FirstLast;

impl Bend for FirstLast {
    fn response(&self, _: &Seen<'_>, answers: Answers) -> Response {
        answer::edited(answers.main, |body| {
            json::each_list(body, &mut |items| {
                let first = items.len().min(1);
                items.rotate_left(first);
            });
        })
    }
}

struct Pairs;

impl Bend for Pairs {
    fn response(&self, _: &Seen<'_>, answers: Answers) -> Response {
        answer::edited(answers.main, |body| {
            json::each_list(body, &mut |items| {
                for pair in items.chunks_exact_mut(2) {
                    pair.reverse();
                }
            });
        })
    }
}

/// An order that was asked for stays. Also a variant, where no order is known.
pub(crate) struct Reversed;

impl Bend for Reversed {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let mut query = seen.call.operation.query.iter();
        if query.any(|query| is_sorted(seen, query)) {
            return answers.main;
        }
        answer::edited(answers.main, |body| {
            json::each_list(body, &mut |items| items.reverse());
        })
    }

    fn looks_back(&self) -> bool {
        false
    }
}

fn is_sorted(seen: &Seen<'_>, query: &QueryParameter) -> bool {
    let asked = seen.call.text(InputPart::Query, &query.name);
    let mut sorts = query.values.iter().filter(|value| value.sorts.is_some());
    sorts.any(|value| asked == Some(value.wire.as_str()))
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
        assert_eq!(toy.response(&Reversed, &sent, listed.clone()), reversed);
        let pairs = response(
            200,
            r#"{"a":{"b":[{"n":2},{"n":1},{"n":3}]},"marks":[1,2]}"#,
        );
        assert_eq!(toy.response(&Pairs, &sent, listed.clone()), pairs);
        let first_last = response(
            200,
            r#"{"a":{"b":[{"n":2},{"n":3},{"n":1}]},"marks":[1,2]}"#,
        );
        assert_eq!(toy.response(&FirstLast, &sent, listed.clone()), first_last);
        let sorted = request("GET", "/books?room=lending&sort=price", None);
        assert_eq!(toy.response(&Reversed, &sorted, listed.clone()), listed);
    }
}
