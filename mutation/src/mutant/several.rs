//! Several values separated by commas are refused, taken for one, or not looked at.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{InputPart, InputRef};

use super::Way;
use super::rejection::Rejection;
use crate::bend::{Answers, Bend, Next, Seen};
use crate::{edit, list};

pub(super) fn ways(at: &InputRef) -> Vec<Way> {
    let mut ways = Rejection::ways("only one value is accepted", |rejection| Refused {
        at: at.clone(),
        rejection,
    });
    if at.part == InputPart::Query {
        let parameter = || at.name.clone();
        ways.push(Way::new(
            "as_one",
            "they are taken for one value, which nothing has",
            Edited(parameter(), Vec::clear),
        ));
        ways.push(Way::new(
            "as_none",
            "they are not looked at",
            AsNone(parameter()),
        ));
        ways.push(Way::new(
            "twice",
            "what is listed for them is listed twice",
            Edited(parameter(), list::double),
        ));
    }
    ways
}

fn has_several(seen: &Seen<'_>, parameter: &str) -> bool {
    let sent = seen.call.text(InputPart::Query, parameter);
    sent.is_some_and(|sent| sent.contains(','))
}

/// Edits the list of a call with several values.
struct Edited(String, fn(&mut Vec<Json>));

impl Bend for Edited {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        match has_several(seen, &self.0) {
            true => list::edited(seen.call.operation, answers.main, self.1),
            false => answers.main,
        }
    }
}

struct AsNone(String);

impl Bend for AsNone {
    fn request(&self, seen: &Seen<'_>) -> Next {
        Next::Forward(match has_several(seen, &self.0) {
            true => edit::without_query(seen.request, &self.0),
            false => seen.request.clone(),
        })
    }
}

struct Refused {
    at: InputRef,
    rejection: Rejection,
}

impl Bend for Refused {
    fn request(&self, seen: &Seen<'_>) -> Next {
        let sent = seen.call.sent.get(&self.at).and_then(Json::text);
        match sent {
            Some(text) if text.contains(',') => Next::Answer(self.rejection.answer(seen)),
            _ => Next::Forward(seen.request.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn one_value_passes() {
        let toy = Toy::new();
        let at = InputRef {
            part: InputPart::Query,
            name: "binding".to_owned(),
        };
        let rejection = Rejection::Undocumented;
        let bend = Refused { at, rejection };
        let two = request("GET", "/books?binding=hardback%2Cpaperback", None);
        assert!(matches!(toy.request(&bend, &two), Next::Answer(_)));
        let one = request("GET", "/books?binding=hardback", None);
        assert_eq!(toy.request(&bend, &one), Next::Forward(one));
    }

    #[test]
    fn several_are_one_or_none() {
        let toy = Toy::new();
        let two = request("GET", "/books?genre=a%2Cb", None);
        let none = request("GET", "/books", None);
        let bend = || "genre".to_owned();
        assert_eq!(
            toy.request(&AsNone(bend()), &two),
            Next::Forward(none.clone())
        );
        assert_eq!(toy.request(&AsNone(bend()), &none), Next::Forward(none));
        let listed = response(200, r#"{"books":[{"n":1}]}"#);
        let shown = toy.response(&Edited(bend(), Vec::clear), &two, listed);
        assert_eq!(shown, response(200, r#"{"books":[]}"#));
        let listed = response(200, r#"{"books":[{"n":1}]}"#);
        let shown = toy.response(&Edited(bend(), list::double), &two, listed);
        assert_eq!(shown, response(200, r#"{"books":[{"n":1},{"n":1}]}"#));
    }
}
