//! How many things a page has, and whether a list of which no paging is known is whole.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::InputPart;

use crate::bend::{Answers, Bend, Next, Seen};
use crate::{answer, edit, json};

/// The size of a page when none is asked for, and perhaps the most that can be.
pub(super) struct Size {
    pub(super) parameter: String,
    pub(super) default: u32,
    pub(super) is_most: bool,
}

impl Bend for Size {
    fn request(&self, seen: &Seen<'_>) -> Next {
        let asked = seen.call.text(InputPart::Query, &self.parameter);
        let more = |asked: &str| asked.parse::<u32>().is_ok_and(|asked| asked > self.default);
        let replaced = asked.is_none_or(|asked| self.is_most && more(asked));
        let size = self.default.to_string();
        Next::Forward(match replaced {
            true => edit::with_query(seen.request, &self.parameter, &size),
            false => seen.request.clone(),
        })
    }
}

/// Only the first things of a list are shown.
pub(super) struct First(pub(super) usize);

impl Bend for First {
    fn response(&self, _: &Seen<'_>, answers: Answers) -> Response {
        answer::edited(answers.main, |body| {
            json::each_list(body, &mut |items| items.truncate(self.0));
        })
    }
}

/// How a number is written where its type is not said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `"1"`
    Text,
    /// `1.0`
    Fraction,
    /// `null`
    Null,
}

impl Form {
    pub(super) const ALL: [(&'static str, Self); 3] = [
        ("text", Self::Text),
        ("fraction", Self::Fraction),
        ("null", Self::Null),
    ];
}

/// The numbers that tell about the page are written in another form.
pub(super) struct Told {
    pub(super) meta: String,
    pub(super) form: Form,
}

impl Bend for Told {
    fn response(&self, _: &Seen<'_>, answers: Answers) -> Response {
        answer::edited(answers.main, |body| {
            let Some(Json::Map(members)) = json::member(body, &self.meta) else {
                return;
            };
            for (_, value) in members {
                if let Json::Number(digits) = value {
                    *value = match self.form {
                        Form::Text => Json::Text(digits.clone()),
                        Form::Fraction => Json::Number(format!("{digits}.0")),
                        Form::Null => Json::Null,
                    };
                }
            }
        })
    }
}

/// The list tells about itself, beside the things in it.
pub(super) struct Unasked;

impl Bend for Unasked {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        if !seen.accepts(&answers.main) {
            return answers.main;
        }
        answer::edited(answers.main, |body| {
            if let Json::Map(members) = body {
                let next = ("next".to_owned(), Json::Null);
                let total = ("total".to_owned(), Json::Number("1".to_owned()));
                members.push(("page_of".to_owned(), Json::Map(vec![next, total])));
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn pages_are_smaller() {
        let toy = Toy::new();
        let size = |is_most| Size {
            parameter: "per_page".to_owned(),
            default: 3,
            is_most,
        };
        let forwarded = |is_most, target: &str| match toy
            .request(&size(is_most), &request("GET", target, None))
        {
            Next::Forward(request) => request.target,
            other => panic!("{other:?}"),
        };
        assert_eq!(
            forwarded(false, "/books?page=2"),
            "/books?page=2&per_page=3"
        );
        assert_eq!(forwarded(false, "/books?per_page=9"), "/books?per_page=9");
        assert_eq!(forwarded(true, "/books?per_page=9"), "/books?per_page=3");
        assert_eq!(forwarded(true, "/books?per_page=1"), "/books?per_page=1");
    }

    #[test]
    fn numbers_are_written_otherwise() {
        let toy = Toy::new();
        let sent = request("GET", "/books", None);
        for (form, written) in [
            (Form::Text, r#""2""#),
            (Form::Fraction, "2.0"),
            (Form::Null, "null"),
        ] {
            let meta = "page_info".to_owned();
            let listed = response(200, r#"{"books":[],"page_info":{"page":2}}"#);
            let told = toy.response(&Told { meta, form }, &sent, listed);
            let body = format!(r#"{{"books":[],"page_info":{{"page":{written}}}}}"#);
            assert_eq!(told, response(200, &body));
        }
    }

    #[test]
    fn lists_are_shorter() {
        let toy = Toy::new();
        let sent = request("GET", "/books", None);
        let listed = response(
            200,
            r#"{"books":[{"n":1},{"n":2},{"n":3}],"marks":[1,2,3]}"#,
        );
        let short = response(200, r#"{"books":[{"n":1}],"marks":[1,2,3]}"#);
        assert_eq!(toy.response(&First(1), &sent, listed), short);
        let told = toy.response(&Unasked, &sent, response(200, r#"{"books":[]}"#));
        let body = r#"{"books":[],"page_of":{"next":null,"total":1}}"#;
        assert_eq!(told, response(200, body));
    }
}
