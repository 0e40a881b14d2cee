//! A record is shown with the identifier of another record of its list.

use referral_conformance::contract;
use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{Contract, Identifier, InputRef, Operation};

use super::Mutation;
use crate::history::Outcome;
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::{answer, json};

/// One mutant for a read by UUID, where a list of the same record is documented.
pub(super) fn mutations(
    contract: &Contract,
    operation: Option<&Operation>,
    at: &InputRef,
    by: Identifier,
) -> Vec<Mutation> {
    let read = operation.filter(|it| it.method.is_safe() && by == Identifier::Uuid);
    let record = read.and_then(|read| contract::addressed_record(read, at));
    let record = record.and_then(|record| contract.record(record));
    let record = record.filter(|record| record.limit.is_none());
    let lists = |record: &spec::Record| {
        let of = |it: &&Operation| it.lists.as_deref() == Some(&record.name);
        let mut lists = contract.operations().filter(of);
        lists
            .find(|list| contract::list_member(list).is_some())
            .map(|list| list.id.clone())
    };
    let intercept = record.and_then(|record| {
        Some(Neighbour {
            at: at.clone(),
            list: lists(record)?,
            identifier: contract::identifier(record)?.wire.clone(),
        })
    });
    let statement = "it is shown with the identifier of its neighbour in the list";
    intercept
        .map(|intercept| Mutation::new("neighbour", statement, intercept))
        .into_iter()
        .collect()
}

struct Neighbour {
    at: InputRef,
    list: String,
    identifier: String,
}

impl Neighbour {
    /// The identifier of another thing of the list that was read last.
    fn of(&self, context: &InterceptContext<'_>, own: &str) -> Option<String> {
        let mut read = context
            .history
            .all()
            .filter(|past| past.operation == self.list);
        let read = read.find(|past| past.outcome == Outcome::Accepted)?;
        let mut shown = Json::parse(&read.response.body)?;
        let mut others = Vec::new();
        json::each_object(&mut shown, &mut |members| {
            let named = members.iter().find(|(name, _)| *name == self.identifier);
            others.extend(named.and_then(|(_, value)| value.text().map(str::to_owned)));
        });
        others.into_iter().find(|other| other != own)
    }
}

impl Intercept for Neighbour {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let own = context.call.text(self.at.part, &self.at.name);
        let other = own.and_then(|own| self.of(context, own));
        let (Some(own), Some(other)) = (own, other) else {
            return upstream.main;
        };
        answer::edited(upstream.main, |body| {
            json::each_text(body, &mut |text| {
                if text == own {
                    text.clone_from(&other);
                }
            });
        })
    }
}

#[cfg(test)]
mod tests {
    use spec::InputPart;

    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn identifier_of_another_list_item_is_shown() {
        let mut server = FakeServer::new();
        let intercept = Neighbour {
            at: InputRef {
                part: InputPart::Path,
                name: "book".to_owned(),
            },
            list: "list_books".to_owned(),
            identifier: "uuid".to_owned(),
        };
        let sent = request("GET", "/books/b1", None);
        let shown = |id: &str| {
            response(
                200,
                &format!(r#"{{"book":{{"uuid":"{id}","title":"Emma"}}}}"#),
            )
        };
        assert_eq!(server.response(&intercept, &sent, shown("b1")), shown("b1"));
        let listed = response(200, r#"{"books":[{"uuid":"b1"},{"uuid":"b2"}]}"#);
        server.keep(&request("GET", "/books?room=lending", None), &listed);
        assert_eq!(server.response(&intercept, &sent, shown("b1")), shown("b2"));
    }
}
