//! A documented value of a query parameter is refused, or lists things twice.

use referral_conformance::exchange::Response;
use spec::{InputPart, Operation};

use super::Way;
use super::expansion::Asked;
use super::rejection::Rejection;
use crate::bend::{Answers, Bend, Next, Seen};
use crate::{answer, json, list};

pub(super) fn ways(operation: Option<&Operation>, parameter: &str, value: &str) -> Vec<Way> {
    let mut ways = Rejection::ways("a request with the value is turned away", |rejection| {
        Refused {
            parameter: parameter.to_owned(),
            value: value.to_owned(),
            rejection,
        }
    });
    let lists = operation.filter(|operation| operation.lists.is_some());
    let mut query = lists.into_iter().flat_map(|operation| &operation.query);
    let query = query.find(|query| query.name == parameter);
    let mut values = query.into_iter().flat_map(|query| &query.values);
    if values.any(|known| known.wire == value && known.expansion.is_some()) {
        let bend = Twice(Asked {
            parameter: parameter.to_owned(),
            value: value.to_owned(),
        });
        ways.push(Way::new(
            "twice",
            "what is listed with it is listed twice",
            bend,
        ));
    }
    ways
}

/// With an expansion, each item is listed twice.
struct Twice(Asked);

impl Bend for Twice {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        match self.0.is_in(seen) {
            true => answer::edited(answers.main, |body| {
                json::each_list(body, &mut list::double)
            }),
            false => answers.main,
        }
    }
}

struct Refused {
    parameter: String,
    value: String,
    rejection: Rejection,
}

impl Bend for Refused {
    fn request(&self, seen: &Seen<'_>) -> Next {
        if seen.call.text(InputPart::Query, &self.parameter) == Some(self.value.as_str()) {
            return Next::Answer(self.rejection.answer(seen));
        }
        Next::Forward(seen.request.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn other_values_pass() {
        let toy = Toy::new();
        let (parameter, value) = ("binding".to_owned(), "hardback".to_owned());
        let rejection = Rejection::Undocumented;
        let bend = Refused {
            parameter,
            value,
            rejection,
        };
        let with = request("GET", "/books?binding=hardback", None);
        assert!(matches!(toy.request(&bend, &with), Next::Answer(_)));
        let other = request("GET", "/books?binding=all", None);
        assert_eq!(toy.request(&bend, &other), Next::Forward(other));
    }

    #[test]
    fn each_item_comes_twice_with_an_expansion() {
        let toy = Toy::new();
        let bend = Twice(Asked {
            parameter: "cover".to_owned(),
            value: "colour".to_owned(),
        });
        let shown = |body: &str| response(200, body);
        let plain = request("GET", "/books", None);
        let expanded = request("GET", "/books?cover=colour", None);
        let listed = shown(r#"{"books":[{"n":1}]}"#);
        assert_eq!(toy.response(&bend, &plain, listed.clone()), listed);
        let twice = shown(r#"{"books":[{"n":1},{"n":1}]}"#);
        assert_eq!(toy.response(&bend, &expanded, listed), twice);
    }
}
