//! An error body has members beside its message.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;

use crate::answer;
use crate::bend::{Answers, Bend, Seen};

pub(super) struct More;

impl Bend for More {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        if answer::message(seen.contract, &answers.main).is_none() {
            return answers.main;
        }
        answer::edited(answers.main, |body| {
            if let Json::Map(members) = body {
                let details = Json::List(vec![Json::Null, Json::Map(Vec::new())]);
                members.insert(0, ("code".to_owned(), Json::Number("17".to_owned())));
                members.push(("details".to_owned(), details));
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn the_message_stays() {
        let toy = Toy::new();
        let sent = request("GET", "/books/b1", None);
        let refused = response(404, r#"{"message":"b1 not found!"}"#);
        let more = toy.response(&More, &sent, refused);
        let body = r#"{"code":17,"message":"b1 not found!","details":[null,{}]}"#;
        assert_eq!(more, response(404, body));
        let accepted = response(200, "{}");
        assert_eq!(toy.response(&More, &sent, accepted.clone()), accepted);
    }
}
