//! A query parameter that chooses a page is ignored, or chooses another page.

use referral_conformance::exchange::Response;
use referral_conformance::page::Page;
use spec::InputPart;

use super::Way;
use crate::bend::{Answers, Bend, Next, Seen};
use crate::{answer, edit, json};

pub(super) fn ways_of_number(parameter: &str) -> Vec<Way> {
    let other = |number| Changed {
        parameter: parameter.to_owned(),
        number,
    };
    vec![
        Way::new(
            "ignored",
            "every page is the first",
            Ignored::new(parameter),
        ),
        Way::new(
            "one_before",
            "each page but the first is the one before it",
            other(|page| page.saturating_sub(1).max(1)),
        ),
        Way::new(
            "last_lost",
            "the last page is empty",
            LastLost(parameter.to_owned()),
        ),
    ]
}

pub(super) fn ways_of_size(parameter: &str) -> Vec<Way> {
    let larger = Changed {
        parameter: parameter.to_owned(),
        number: |size| size + 1,
    };
    let doubled = Changed {
        parameter: parameter.to_owned(),
        number: |size| size * 2,
    };
    vec![
        Way::new(
            "ignored",
            "pages have the size that the server likes",
            Ignored::new(parameter),
        ),
        Way::new("one_more", "pages have one item more", larger),
        Way::new("doubled", "pages have twice as many items", doubled),
    ]
}

/// The server sees another number.
struct Changed {
    parameter: String,
    number: fn(u64) -> u64,
}

impl Bend for Changed {
    fn request(&self, seen: &Seen<'_>) -> Next {
        let sent = seen.call.text(InputPart::Query, &self.parameter);
        Next::Forward(match sent.and_then(|sent| sent.parse().ok()) {
            Some(number) => {
                let other = (self.number)(number).to_string();
                edit::with_query(seen.request, &self.parameter, &other)
            }
            None => seen.request.clone(),
        })
    }
}

struct LastLost(String);

impl Bend for LastLost {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let asked = seen
            .call
            .text(InputPart::Query, &self.0)
            .and_then(|asked| asked.parse::<u64>().ok());
        let operation = seen.call.operation;
        answer::edited(answers.main, |body| {
            let last = Page::read(operation, body).and_then(|page| page.pages);
            if last.is_some_and(|last| last > 1 && asked == Some(last)) {
                json::each_list(body, &mut Vec::clear);
            }
        })
    }
}

/// The server never sees the parameter.
pub(super) struct Ignored {
    parameter: String,
}

impl Ignored {
    pub(super) fn new(parameter: &str) -> Self {
        Self {
            parameter: parameter.to_owned(),
        }
    }
}

impl Bend for Ignored {
    fn request(&self, seen: &Seen<'_>) -> Next {
        Next::Forward(edit::without_query(seen.request, &self.parameter))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn the_server_never_sees_it() {
        let toy = Toy::new();
        let sent = request("GET", "/books?page=2&per_page=1", None);
        let bend = Ignored::new("page");
        let forwarded = request("GET", "/books?per_page=1", None);
        assert_eq!(toy.request(&bend, &sent), Next::Forward(forwarded));
    }

    #[test]
    fn other_pages_come_and_the_last_does_not() {
        let toy = Toy::new();
        let sent = request("GET", "/books?per_page=1&page=2", None);
        let bend = Changed {
            parameter: "page".to_owned(),
            number: |page| page - 1,
        };
        let first = request("GET", "/books?per_page=1&page=1", None);
        assert_eq!(toy.request(&bend, &sent), Next::Forward(first.clone()));
        let listed = response(200, r#"{"books":[{"n":1}],"page_info":{"total_pages":2}}"#);
        let lost = response(200, r#"{"books":[],"page_info":{"total_pages":2}}"#);
        let bend = LastLost("page".to_owned());
        assert_eq!(toy.response(&bend, &sent, listed.clone()), lost);
        assert_eq!(toy.response(&bend, &first, listed.clone()), listed);
    }
}
