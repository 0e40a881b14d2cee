//! What a list tells about its page is misspelled, or is no number where it is said to be one.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{Operation, Slot};

use super::Way;
use crate::bend::{Answers, Bend, Seen};
use crate::{answer, json};

pub(super) fn ways(operation: Option<&Operation>, meta: &str, key: &str) -> Vec<Way> {
    let place = Place {
        meta: meta.to_owned(),
        key: key.to_owned(),
    };
    let mut ways = vec![Way::new(
        "misspelled",
        "its name lacks a letter",
        Misspelled(place.clone()),
    )];
    if operation.is_some_and(says_integers) {
        ways.push(Way::new(
            "in_words",
            "it is no number",
            InWords(place.clone()),
        ));
        ways.push(Way::new("quoted", "it is text", Quoted(place)));
    }
    ways
}

fn says_integers(operation: &Operation) -> bool {
    let paging = operation.paging.as_ref().and_then(Slot::stated);
    paging.is_some_and(|paging| paging.integers.stated() == Some(&true))
}

#[derive(Clone)]
struct Place {
    meta: String,
    key: String,
}

struct Misspelled(Place);

impl Bend for Misspelled {
    fn response(&self, _: &Seen<'_>, answers: Answers) -> Response {
        self.0.change(answers, |(name, _)| {
            name.pop();
        })
    }
}

struct InWords(Place);

impl Bend for InWords {
    fn response(&self, _: &Seen<'_>, answers: Answers) -> Response {
        self.0
            .change(answers, |(_, value)| *value = Json::Text("many".to_owned()))
    }
}

struct Quoted(Place);

impl Bend for Quoted {
    fn response(&self, _: &Seen<'_>, answers: Answers) -> Response {
        self.0.change(answers, |(_, value)| {
            if let Json::Number(digits) = value {
                *value = Json::Text(digits.clone());
            }
        })
    }
}

impl Place {
    fn change(&self, answers: Answers, change: impl FnOnce(&mut (String, Json))) -> Response {
        answer::edited(answers.main, |body| {
            if let Some(Json::Map(members)) = json::member(body, &self.meta)
                && let Some(member) = members.iter_mut().find(|(name, _)| *name == self.key)
            {
                change(member);
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn one_key_is_changed() {
        let toy = Toy::new();
        let sent = request("GET", "/books", None);
        let listed = response(200, r#"{"page_info":{"page":1,"per_page":9}}"#);
        let place = Place {
            meta: "page_info".to_owned(),
            key: "per_page".to_owned(),
        };
        let answer = toy.response(&Misspelled(place.clone()), &sent, listed.clone());
        assert_eq!(
            answer,
            response(200, r#"{"page_info":{"page":1,"per_pag":9}}"#)
        );
        let answer = toy.response(&InWords(place.clone()), &sent, listed.clone());
        assert_eq!(
            answer,
            response(200, r#"{"page_info":{"page":1,"per_page":"many"}}"#)
        );
        let answer = toy.response(&Quoted(place), &sent, listed);
        assert_eq!(
            answer,
            response(200, r#"{"page_info":{"page":1,"per_page":"9"}}"#)
        );
    }
}
