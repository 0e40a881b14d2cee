//! A documented member of a record is left out.

use referral_conformance::exchange::Response;

use super::Way;
use crate::bend::{Answers, Bend, Seen};
use crate::{answer, json};

pub(super) fn ways(member: &str, field: &str) -> Vec<Way> {
    let (member, field) = (member.to_owned(), field.to_owned());
    vec![Way::new(
        "dropped",
        "the member is left out",
        Dropped { member, field },
    )]
}

struct Dropped {
    member: String,
    field: String,
}

impl Bend for Dropped {
    fn response(&self, _: &Seen<'_>, answers: Answers) -> Response {
        answer::edited(answers.main, |body| {
            for record in json::records(body, &self.member) {
                record.retain(|(name, _)| *name != self.field);
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn the_member_is_dropped_from_each_record() {
        let toy = Toy::new();
        let bend = Dropped {
            member: "books".to_owned(),
            field: "title".to_owned(),
        };
        let listed = response(
            200,
            r#"{"books":[{"uuid":"1","title":"Emma"},{"title":"Mina"}]}"#,
        );
        let answer = toy.response(&bend, &request("GET", "/books", None), listed);
        assert_eq!(answer, response(200, r#"{"books":[{"uuid":"1"},{}]}"#));
    }
}
