//! A documented member of a record is left out.

use referral_conformance::exchange::Response;

use super::Way;
use crate::bend::{Answers, Bend, Seen};
use crate::{answer, json};

pub(super) fn ways(member: &str, field: &str) -> Vec<Way> {
    let change = |how| Change {
        member: member.to_owned(),
        field: field.to_owned(),
        how,
    };
    vec![
        Way::new("dropped", "the member is left out", change(How::Dropped)),
        Way::new(
            "renamed",
            "the member has another name",
            change(How::Renamed),
        ),
        Way::new(
            "dropped_from_last",
            "the member is left out of the last record",
            change(How::DroppedFromLast),
        ),
    ]
}

struct Change {
    member: String,
    field: String,
    how: How,
}

enum How {
    Dropped,
    Renamed,
    DroppedFromLast,
}

impl Bend for Change {
    fn response(&self, _: &Seen<'_>, answers: Answers) -> Response {
        answer::edited(answers.main, |body| {
            let mut records = json::records(body, &self.member);
            if let How::DroppedFromLast = self.how {
                records.drain(..records.len().saturating_sub(1));
            }
            for record in records {
                match self.how {
                    How::Renamed => json::rename(record, &self.field),
                    How::Dropped | How::DroppedFromLast => {
                        record.retain(|(name, _)| *name != self.field);
                    }
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
    fn the_member_is_dropped_or_renamed() {
        let toy = Toy::new();
        let listed = response(
            200,
            r#"{"books":[{"uuid":"1","title":"Emma"},{"title":"Mina"}]}"#,
        );
        for (how, books) in [
            (How::Dropped, r#"[{"uuid":"1"},{}]"#),
            (
                How::Renamed,
                r#"[{"uuid":"1","title_":"Emma"},{"title_":"Mina"}]"#,
            ),
            (How::DroppedFromLast, r#"[{"uuid":"1","title":"Emma"},{}]"#),
        ] {
            let bend = Change {
                member: "books".to_owned(),
                field: "title".to_owned(),
                how,
            };
            let answer = toy.response(&bend, &request("GET", "/books", None), listed.clone());
            assert_eq!(answer, response(200, &format!(r#"{{"books":{books}}}"#)));
        }
    }
}
