//! What a list tells about its page is misspelled, is no number where one is stated, or is another number.

use referral_conformance::contract;
use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use referral_conformance::page::{Page, Told};
use spec::{InputPart, Operation, Slot};

use super::Way;
use crate::bend::{Answers, Bend, Next, Seen};
use crate::{answer, edit, json, list};

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
        Told::Total if whole && filters(operation).count() > 1 => {
            let statement = "beside several filters it counts what passes the first";
            let first = Way::new("of_first_filter", statement, OfFirstFilter);
            vec![one_more(), one_less(), first]
        }
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

/// The names of parameters that keep things out of a list.
fn filters(operation: &Operation) -> impl Iterator<Item = &str> {
    let filters = operation
        .query
        .iter()
        .filter(|query| query.filter.is_some());
    filters.map(|query| query.name.as_str())
}

/// With several filters, the total counts under the first one only.
struct OfFirstFilter;

impl Bend for OfFirstFilter {
    fn request(&self, seen: &Seen<'_>) -> Next {
        let sent = |name: &&str| seen.call.text(InputPart::Query, name).is_some();
        let others = filters(seen.call.operation).filter(sent).skip(1);
        let first = others.fold(seen.request.clone(), |request, name| {
            edit::without_query(&request, name)
        });
        match first == *seen.request {
            true => Next::Forward(first),
            false => Next::Beside(seen.request.clone(), first),
        }
    }

    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let operation = seen.call.operation;
        let first = answers.beside.and_then(|first| Json::parse(&first.body));
        let total = first.and_then(|first| Page::read(operation, &first)?.total);
        match total {
            Some(total) => answer::edited(answers.main, |body| {
                list::tell(operation, body, Told::Total, |_| total);
            }),
            None => answers.main,
        }
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
    fn several_filters_are_counted_as_one() {
        let toy = Toy::new();
        let told = |total| {
            response(
                200,
                &format!(r#"{{"books":[],"page_info":{{"total_books":{total}}}}}"#),
            )
        };
        let both = request("GET", "/books?longer_than=9&genre=a", None);
        let Next::Beside(_, first) = toy.request(&OfFirstFilter, &both) else {
            panic!("not sent beside another")
        };
        assert!(matches!(
            toy.request(&OfFirstFilter, &first),
            Next::Forward(_)
        ));
        let shown = toy.beside(&OfFirstFilter, &both, told(1), Some(told(5)));
        assert_eq!(shown, told(5));
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
