//! What is never shown is shown: in a list, or by its identifier.

use std::collections::BTreeSet;

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use referral_conformance::plan::Glob;
use spec::{Clause, Contract, Operation};

use super::{Mutation, When};
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::{answer, json};

pub(super) fn mutations(
    contract: &Contract,
    operation: Option<&Operation>,
    clause: &Clause,
) -> Vec<Mutation> {
    let kinds = kinds(contract, clause);
    let Some(listed) = operation.and_then(|operation| operation.lists.as_deref()) else {
        let statement = "it is answered by its identifier";
        let again = "it is answered once something else was";
        let second = "it is answered when it is asked for again";
        let answered = || Answered(kinds.clone());
        return vec![
            Mutation::new("answered", statement, answered()),
            Mutation::sometimes("answered_again", again, answered(), When::Again),
            Mutation::sometimes("answered_second", second, answered(), When::SameThing),
        ];
    };
    let record = contract.record(listed);
    let identifier = record.and_then(|record| answer::identifier(&record.fields));
    let identifier = identifier.unwrap_or("id").to_owned();
    let listed = |first| Listed {
        kinds: kinds.clone(),
        identifier: identifier.clone(),
        first,
    };
    let again = "it is in the list once that was shown before";
    vec![
        Mutation::new("listed", "it is at the end of the list", listed(false)),
        Mutation::new("listed_first", "it is at the top of the list", listed(true)),
        Mutation::sometimes("listed_again", again, listed(false), When::Again),
    ]
}

/// The kinds of fixtures that the clause hangs on.
fn kinds(contract: &Contract, clause: &Clause) -> BTreeSet<String> {
    let hangs_on = |globs: &[String]| {
        let mut globs = globs.iter().filter_map(|glob| glob.parse::<Glob>().ok());
        globs.any(|glob| glob.matches(&clause.id))
    };
    let fixtures = contract.service.fixtures.iter();
    let kinds = fixtures.filter(|fixture| hangs_on(&fixture.clauses));
    kinds.map(|fixture| fixture.kind.clone()).collect()
}

/// Things of the kinds that are of the account of the key.
fn hidden<'s>(kinds: &BTreeSet<String>, context: &'s InterceptContext<'_>) -> Vec<&'s String> {
    let account = context.account();
    let of_account = context.known_state.things.iter().filter(|(_, thing)| {
        Some(thing.account.as_str()) == account && !thing.kinds.is_disjoint(kinds)
    });
    of_account.map(|(id, _)| id).collect()
}

/// Hidden things are in the list.
struct Listed {
    kinds: BTreeSet<String>,
    identifier: String,
    /// Whether they are at its top, and not at its end.
    first: bool,
}

impl Intercept for Listed {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        if !context.accepts(&upstream.main) {
            return upstream.main;
        }
        answer::edited(upstream.main, |body| {
            let shown = body.clone();
            let mut hidden = hidden(&self.kinds, context);
            hidden.retain(|id| !shown.holds_text(id));
            json::each_list(body, &mut |items| {
                let named = items
                    .iter()
                    .find(|item| item.get(&self.identifier).is_some());
                let Some(Json::Map(like)) = named.cloned() else {
                    return;
                };
                for id in hidden.drain(..) {
                    let mut record = like.clone();
                    json::set(&mut record, &self.identifier, Json::Text(id.clone()));
                    match self.first {
                        true => items.insert(0, Json::Map(record)),
                        false => items.push(Json::Map(record)),
                    }
                }
            });
        })
    }
}

/// Hidden things are answered like others.
struct Answered(BTreeSet<String>);

impl Intercept for Answered {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let path = context.call.path();
        let is_hidden = || hidden(&self.0, context).iter().any(|id| path.contains(id));
        match !context.accepts(&upstream.main) && is_hidden() {
            true => answer::acceptance_for_path(context),
            false => upstream.main,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    fn kinds() -> BTreeSet<String> {
        ["book".to_owned()].into()
    }

    #[test]
    fn hidden_records_are_listed_once() {
        let server = FakeServer::new();
        let intercept = Listed {
            kinds: kinds(),
            identifier: "uuid".to_owned(),
            first: false,
        };
        let sent = request("GET", "/books", None);
        let listed = response(200, r#"{"books":[{"uuid":"b-2","title":"Mina"}]}"#);
        let both = response(
            200,
            r#"{"books":[{"uuid":"b-2","title":"Mina"},{"uuid":"b-1","title":"Mina"}]}"#,
        );
        assert_eq!(server.response(&intercept, &sent, listed), both);
        assert_eq!(server.response(&intercept, &sent, both.clone()), both);
    }

    #[test]
    fn hidden_records_are_returned() {
        let mut server = FakeServer::new();
        let intercept = Answered(kinds());
        let sent = request("GET", "/books/b-1", None);
        let gone = response(404, r#"{"message":"b-1 not found!"}"#);
        let shown = |server: &FakeServer| server.response(&intercept, &sent, gone.clone());
        assert!(Json::parse(&shown(&server).body).unwrap().holds_text("b-1"));
        let other = request("GET", "/books/b-2", None);
        let book = |id: &str| response(200, &format!(r#"{{"book":{{"uuid":"{id}"}}}}"#));
        server.keep(&other, &book("b-2"));
        assert_eq!(shown(&server), book("b-1"));
        assert_eq!(server.response(&intercept, &other, gone.clone()), gone);
    }
}
