//! A list keeps showing the first value of a member after updates.

use referral_conformance::contract;
use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{ClauseKind, Contract, Operation};

use super::Way;
use crate::bend::{Answers, Bend, Seen};
use crate::memory::Outcome;
use crate::{answer, json};

/// One mutant for a list member that an operation updates.
pub(super) fn ways(
    contract: &Contract,
    operation: Option<&Operation>,
    member: &str,
    field: &str,
) -> Vec<Way> {
    let record = operation.and_then(|operation| operation.lists.as_deref());
    let is_update = |clause: &spec::Clause| {
        let kind =
            matches!(&clause.kind, ClauseKind::Update { field: changed } if changed == field);
        let id = clause.operation.as_deref().filter(|_| kind);
        let updates = id.and_then(|id| contract.operation(id)?.updates.as_deref());
        updates.is_some() && updates == record
    };
    if !contract.clauses().iter().any(is_update) {
        return Vec::new();
    }
    let stale = Stale {
        list: member.to_owned(),
        field: field.to_owned(),
    };
    vec![Way::new("stale", "it is shown as it was at first", stale)]
}

struct Stale {
    list: String,
    field: String,
}

impl Stale {
    /// The member in the first answer that showed a record.
    fn first(&self, seen: &Seen<'_>, name: &str) -> Option<Json> {
        let operation = &seen.call.operation.id;
        let earlier = seen
            .memory
            .all()
            .filter(|past| past.operation == *operation);
        let shown = earlier
            .filter(|past| past.outcome == Outcome::Accepted)
            .filter_map(|past| {
                let body = Json::parse(&past.response.body)?;
                json::object_with(&body, name)?.get(&self.field).cloned()
            });
        shown.last()
    }
}

impl Bend for Stale {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let record = seen.call.operation.lists.as_deref();
        let record = record.and_then(|record| seen.contract.record(record));
        let Some(identifier) = record.and_then(contract::identifier) else {
            return answers.main;
        };
        answer::edited(answers.main, |body| {
            for members in json::records(body, &self.list) {
                let name = members.iter().find(|(name, _)| *name == identifier.wire);
                let first = name.and_then(|(_, name)| self.first(seen, name.text()?));
                if let Some(first) = first {
                    json::set(members, &self.field, first);
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
    fn the_first_value_stays() {
        let mut toy = Toy::new();
        let bend = Stale {
            list: "books".to_owned(),
            field: "title".to_owned(),
        };
        let sent = request("GET", "/books", None);
        let shown = |title: &str| {
            response(
                200,
                &format!(r#"{{"books":[{{"uuid":"b1","title":"{title}"}}]}}"#),
            )
        };
        assert_eq!(toy.response(&bend, &sent, shown("Emma")), shown("Emma"));
        toy.keep(&sent, &shown("Emma"));
        assert_eq!(
            toy.response(&bend, &sent, shown("Persuasion")),
            shown("Emma")
        );
    }
}
