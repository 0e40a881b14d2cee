//! The record that a creation returns has in one member what was sent as another.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{Contract, InputPart, Operation};

use super::Way;
use crate::bend::{Answers, Bend, Seen};
use crate::{answer, json};

/// Ways to break what a member of the body says, where the created record has a member of that name.
pub(super) fn ways(contract: &Contract, operation: Option<&Operation>, field: &str) -> Vec<Way> {
    let record = operation.and_then(|operation| contract.record(operation.creates.as_deref()?));
    let shown = record.is_some_and(|record| record.fields.iter().any(|known| known.wire == field));
    let statement = "the record shows what was sent as another member";
    let bend = Mixed(field.to_owned());
    let way = shown.then(|| Way::new("mixed", statement, bend));
    way.into_iter().collect()
}

struct Mixed(String);

impl Bend for Mixed {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let text = |name: &str| seen.call.text(InputPart::Body, name);
        let Some(own) = text(&self.0).filter(|_| seen.accepts(&answers.main)) else {
            return answers.main;
        };
        let mut body = seen.call.operation.body.iter();
        let other = body.find_map(|field| text(&field.wire).filter(|other| *other != own));
        let Some(other) = other.map(str::to_owned) else {
            return answers.main;
        };
        answer::edited(answers.main, |body| {
            let Json::Map(members) = body else {
                return;
            };
            for (_, record) in members {
                if let Json::Map(fields) = record {
                    json::set(fields, &self.0, Json::Text(other.clone()));
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn a_member_holds_another_one() {
        let toy = Toy::new();
        let sent = r#"{"isbn":"1","title":"Emma","subtitle":"A novel"}"#;
        let sent = request("POST", "/books", Some(sent));
        let shown = |body: &str| response(201, body);
        let right = shown(r#"{"book":{"subtitle":"A novel"},"shelf_marks":[]}"#);
        let bend = Mixed("subtitle".to_owned());
        let wrong = shown(r#"{"book":{"subtitle":"1"},"shelf_marks":[]}"#);
        assert_eq!(toy.response(&bend, &sent, right), wrong);
    }
}
