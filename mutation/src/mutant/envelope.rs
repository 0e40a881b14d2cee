//! A member of the success body is left out, or is of another type.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;

use super::Way;
use crate::bend::{Answers, Bend, Seen};
use crate::{answer, json};

pub(super) fn ways(member: &str) -> Vec<Way> {
    vec![
        Way::new(
            "dropped",
            "the member is left out",
            Dropped(member.to_owned()),
        ),
        Way::new(
            "renamed",
            "the member has another name",
            Renamed(member.to_owned()),
        ),
        Way::new(
            "other_type",
            "the member is of another type",
            Wrapped(member.to_owned()),
        ),
    ]
}

struct Dropped(String);

impl Bend for Dropped {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        accepted(seen, answers, |body| {
            if let Json::Map(members) = body {
                members.retain(|(name, _)| *name != self.0);
            }
        })
    }
}

/// A list becomes an object, and everything else a list.
struct Renamed(String);

impl Bend for Renamed {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        accepted(seen, answers, |body| {
            if let Json::Map(members) = body {
                json::rename(members, &self.0);
            }
        })
    }
}

struct Wrapped(String);

impl Bend for Wrapped {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        accepted(seen, answers, |body| {
            let Some(member) = json::member(body, &self.0) else {
                return;
            };
            let value = std::mem::replace(member, Json::Null);
            *member = match value {
                Json::List(_) => Json::Map(vec![("items".to_owned(), value)]),
                other => Json::List(vec![other]),
            };
        })
    }
}

/// The answer with its body changed, if it is an acceptance.
fn accepted(seen: &Seen<'_>, answers: Answers, edit: impl FnOnce(&mut Json)) -> Response {
    if answer::is_accepted(seen.contract, &answers.main) {
        return answer::edited(answers.main, edit);
    }
    answers.main
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn members_are_dropped_or_wrapped() {
        let toy = Toy::new();
        let sent = request("GET", "/books", None);
        let listed = response(200, r#"{"books":[{"n":1}],"page_info":{"page":1}}"#);
        let dropped = toy.response(&Dropped("books".to_owned()), &sent, listed.clone());
        assert_eq!(dropped, response(200, r#"{"page_info":{"page":1}}"#));
        let renamed = toy.response(&Renamed("books".to_owned()), &sent, listed.clone());
        let other_name = r#"{"books_":[{"n":1}],"page_info":{"page":1}}"#;
        assert_eq!(renamed, response(200, other_name));
        let wrapped = toy.response(&Wrapped("books".to_owned()), &sent, listed.clone());
        let object = r#"{"books":{"items":[{"n":1}]},"page_info":{"page":1}}"#;
        assert_eq!(wrapped, response(200, object));
        let wrapped = toy.response(&Wrapped("page_info".to_owned()), &sent, listed);
        let list = r#"{"books":[{"n":1}],"page_info":[{"page":1}]}"#;
        assert_eq!(wrapped, response(200, list));
    }
}
