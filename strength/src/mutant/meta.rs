//! What a list tells about its page is misspelled, is no number where one is stated, or is another number.

use referral_conformance::contract;
use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use referral_conformance::page::{Page, Told};
use spec::{Operation, Slot};

use super::Way;
use crate::bend::{Answers, Bend, Seen};
use crate::{answer, json, list};

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
    ways.extend(
        operation
            .into_iter()
            .flat_map(|operation| wrong(operation, key)),
    );
    ways
}

/// Other numbers than the right one.
fn wrong(operation: &Operation, key: &str) -> Vec<Way> {
    let Some(told) = contract::paging(operation).and_then(|paging| Told::of(paging, key)) else {
        return Vec::new();
    };
    let other = |kind, statement, number: fn(&Page<'_>, u64) -> u64| {
        Way::new(kind, statement, Other { told, number })
    };
    let one_more = || other("one_more", "it is one too high", |_, number| number + 1);
    let one_less = || {
        other("one_less", "it is one too low", |_, number| {
            number.saturating_sub(1)
        })
    };
    // A list that is only shown in part may have more than is counted for that part.
    let whole = !operation.query.iter().any(|query| query.required);
    let paged = contract::page_selection(operation).is_some();
    match told {
        Told::Size => vec![
            other(
                "too_small",
                "it is less than what is on the page",
                |page, _| page.count().saturating_sub(1),
            ),
            other("none", "it is 0", |_, _| 0),
        ],
        Told::Number if paged => vec![one_more(), other("first", "it is always 1", |_, _| 1)],
        Told::Number => vec![
            one_more(),
            other("last", "it is the number of items", |page, _| page.count()),
        ],
        Told::Pages if whole => vec![
            one_more(),
            one_less(),
            other("of_items", "it is the number of items", |page, _| {
                page.total.unwrap_or_default()
            }),
        ],
        Told::Total if whole => vec![one_more(), one_less()],
        Told::Pages | Told::Total => vec![one_less()],
    }
}

/// A number that is not the one of the server.
struct Other {
    told: Told,
    number: fn(&Page<'_>, u64) -> u64,
}

impl Bend for Other {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let operation = seen.call.operation;
        answer::edited(answers.main, |body| {
            let shown = body.clone();
            if let Some(page) = Page::read(operation, &shown) {
                list::tell(operation, body, self.told, |number| {
                    (self.number)(&page, number)
                });
            }
        })
    }
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

    #[test]
    fn numbers_are_others() {
        let toy = Toy::new();
        let sent = request("GET", "/books", None);
        let told = |pages| {
            let told = format!(r#"{{"per_page":9,"total_pages":{pages}}}"#);
            response(200, &format!(r#"{{"books":[{{}}],"page_info":{told}}}"#))
        };
        let more = Other {
            told: Told::Pages,
            number: |page, pages| pages + page.count(),
        };
        assert_eq!(toy.response(&more, &sent, told(1)), told(2));
    }
}
