//! There can be more things than there may be.

use referral_conformance::exchange::Response;
use spec::Contract;

use super::{Mutation, When};
use crate::history::Outcome;
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::{answer, json};

pub(super) fn mutations(contract: &Contract, record: &str) -> Vec<Mutation> {
    let of_record = |named: &Option<String>| named.as_deref() == Some(record);
    let mut mutations = Vec::new();
    if contract
        .operations()
        .any(|operation| of_record(&operation.creates))
    {
        let statement = "one more than there may be is acknowledged";
        let record = record.to_owned();
        mutations.push(Mutation::new("exceeded", statement, Exceeded { record }));
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
        mutations.push(Mutation::new("listed", statement, listed(false)));
        mutations.push(Mutation::new("listed_first", statement, listed(true)));
        mutations.push(Mutation::sometimes(
            "listed_again",
            "one more is listed when the list is asked for again",
            listed(false),
            When::Again,
        ));
    }
    mutations
}

/// The last thing of a list is there once more, under another name.
struct Listed {
    record: String,
    /// Whether the copy is at the top.
    first: bool,
}

/// What is behind the texts of the thing that is there once more.
const COPY: &str = "-copy";

impl Intercept for Listed {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        if context.call.operation.lists.as_ref() != Some(&self.record) {
            return upstream.main;
        }
        answer::edited(upstream.main, |body| {
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

impl Intercept for Exceeded {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let operation = context.call.operation;
        let creates = operation.creates.as_ref() == Some(&self.record);
        let outcome = answer::outcome(context.contract, operation, &upstream.main);
        match creates && outcome == Outcome::RefusedOtherwise {
            true => answer::acceptance(context),
            false => upstream.main,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn record_above_the_limit_is_accepted() {
        let server = FakeServer::new();
        let intercept = Exceeded {
            record: "Book".to_owned(),
        };
        let sent = request("POST", "/books", Some(r#"{"isbn":"1","title":"Emma"}"#));
        let full = response(409, r#"{"message":"The shelves are full"}"#);
        let accepted = server.response(&intercept, &sent, full);
        assert!(answer::is_accepted(&server.contract, &accepted));
        let missing = response(422, r#"{"message":"A book needs an ISBN"}"#);
        assert_eq!(server.response(&intercept, &sent, missing.clone()), missing);
    }
}
