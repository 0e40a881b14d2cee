//! There can be more things than there may be.

use referral_conformance::exchange::Response;
use spec::Contract;

use super::{Way, When};
use crate::bend::{Answers, Bend, Seen};
use crate::memory::Outcome;
use crate::{answer, json};

pub(super) fn ways(contract: &Contract, record: &str) -> Vec<Way> {
    let of_record = |named: &Option<String>| named.as_deref() == Some(record);
    let mut ways = Vec::new();
    if contract
        .operations()
        .any(|operation| of_record(&operation.creates))
    {
        let statement = "one more than there may be is acknowledged";
        let record = record.to_owned();
        ways.push(Way::new("exceeded", statement, Exceeded { record }));
    }
    if contract
        .operations()
        .any(|operation| of_record(&operation.lists))
    {
        let statement = "one more than there may be is listed";
        let listed = |first| Listed {
            record: record.to_owned(),
            first,
        };
        ways.push(Way::new("listed", statement, listed(false)));
        ways.push(Way::new("listed_first", statement, listed(true)));
        ways.push(Way::sometimes(
            "listed_again",
            "one more is listed when the list is asked for again",
            listed(false),
            When::Again,
        ));
    }
    ways
}

/// The last thing of a list is there once more, under another name.
struct Listed {
    record: String,
    /// Whether the copy is at the top.
    first: bool,
}

/// What is behind the texts of the thing that is there once more.
const COPY: &str = "-copy";

impl Bend for Listed {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        if seen.call.operation.lists.as_ref() != Some(&self.record) {
            return answers.main;
        }
        answer::edited(answers.main, |body| {
            json::each_list(body, &mut |items| {
                let mut copy = items.last().cloned();
                if let Some(copy) = &mut copy {
                    json::each_text(copy, &mut |text| text.push_str(COPY));
                }
                items.extend(copy);
                if self.first {
                    let copied = items.len().min(1);
                    items.rotate_right(copied);
                }
            });
        })
    }
}

/// What is refused for no documented reason is refused for the limit.
struct Exceeded {
    record: String,
}

impl Bend for Exceeded {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let operation = seen.call.operation;
        let creates = operation.creates.as_ref() == Some(&self.record);
        let outcome = answer::outcome(seen.contract, operation, &answers.main);
        match creates && outcome == Outcome::RefusedOtherwise {
            true => answer::acceptance(seen),
            false => answers.main,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn one_more_is_accepted() {
        let toy = Toy::new();
        let bend = Exceeded {
            record: "Book".to_owned(),
        };
        let sent = request("POST", "/books", Some(r#"{"isbn":"1","title":"Emma"}"#));
        let full = response(409, r#"{"message":"The shelves are full"}"#);
        let accepted = toy.response(&bend, &sent, full);
        assert!(answer::is_accepted(&toy.contract, &accepted));
        let missing = response(422, r#"{"message":"A book needs an ISBN"}"#);
        assert_eq!(toy.response(&bend, &sent, missing.clone()), missing);
    }
}
