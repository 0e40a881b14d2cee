//! Names of states that the contract does not state.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{Body, Contract, Operation, Record, Type};

use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::{answer, json};

/// Renames the states that the contract does not state.
pub(super) struct RenameStates {
    record: String,
    shown_in: String,
    named: Vec<String>,
}

impl RenameStates {
    /// `None` if no field shows the state, or all states are stated.
    pub(super) fn new(record: &Record) -> Option<Self> {
        let lifecycle = record.lifecycle.as_ref()?;
        let shown_in = lifecycle.shown_in.stated()?;
        let field = record.fields.iter().find(|field| field.wire == *shown_in)?;
        let named = match &field.ty {
            Type::Text(_) => Vec::new(),
            Type::Enumeration(words) => words.clone(),
            _ => return None,
        };
        let open = lifecycle.complete.stated() != Some(&true);
        open.then(|| Self { record: record.name.clone(), shown_in: shown_in.clone(), named })
    }

    fn members<'c>(&self, contract: &'c Contract, operation: &'c Operation) -> Vec<&'c str> {
        let Some(Body::Envelope(members)) = operation.success.body.stated() else {
            return Vec::new();
        };
        let of_record = members.iter().filter(|member| {
            let record = member.ty.record().and_then(|name| contract.record(name));
            record.is_some_and(|record| record.name == self.record)
        });
        of_record.map(|member| member.wire.as_str()).collect()
    }
}

impl Intercept for RenameStates {
    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        answer::edit_body(upstream.main, |body| {
            for member in self.members(cx.contract, cx.call.operation) {
                for record in json::records(body, member) {
                    let mut members = record.iter_mut();
                    let state = members.find(|(name, _)| *name == self.shown_in);
                    if let Some((_, Json::Text(word))) = state
                        && !self.named.contains(word)
                    {
                        word.insert_str(0, "was_");
                    }
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn stated_enumeration_values_are_kept() {
        let server = FakeServer::new();
        let intercept = RenameStates::new(server.contract.record("Loan").unwrap()).unwrap();
        let sent = request("PATCH", "/loans/l-1/return", None);
        let loan = |state: &str| response(200, &format!(r#"{{"loan":{{"state":"{state}"}}}}"#));
        assert_eq!(server.response(&intercept, &sent, loan("open")), loan("open"));
        assert_eq!(server.response(&intercept, &sent, loan("lost")), loan("was_lost"));
        assert!(RenameStates::new(server.contract.record("Book").unwrap()).is_none());
    }
}
