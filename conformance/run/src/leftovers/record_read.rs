//! Reads of one record: alone, or as an item of a list.

use spec::{Contract, Type};

use crate::contract;
use crate::exchange::{Request, Response};
use crate::json::Json;
use crate::request_path::bare_request;

/// A call that shows one record, and where it shows it.
#[derive(Clone, Debug)]
pub(crate) struct RecordRead {
    pub(crate) request: Request,
    /// The kind of key to read it with.
    pub(crate) key: Option<String>,
    /// The member of the response that has the record, or the list; empty where the body is it.
    member: String,
    /// Of a list, the member that identifies an item, and its value.
    item: Option<(String, String)>,
}

impl RecordRead {
    /// The read of a record by its identifier alone, or else a list of its type; `None` if the contract shows the
    /// record in neither.
    pub(crate) fn new(
        contract: &Contract,
        record: &str,
        id: &str,
        key: Option<&str>,
    ) -> Option<Self> {
        let key = key.map(str::to_owned);
        let alone = || {
            let operation = contract::reading_operation(contract, record)?;
            let member =
                contract::member_of_type(operation, &Type::Record(record.to_owned()))?.to_owned();
            let request = bare_request(operation, |_| Some(id.to_owned()))?;
            Some(Self { request, key: key.clone(), member, item: None })
        };
        let listed = || {
            let identifier = contract.record(record)?.identifier()?.wire.clone();
            let listed = Type::List(Box::new(Type::Record(record.to_owned())));
            let mut lists = contract.operations().filter(|operation| {
                operation.lists.as_deref() == Some(record)
                    && operation.path_parameters.is_empty()
                    && !operation.query.iter().any(|query| query.required)
            });
            let (operation, member) = lists.find_map(|operation| {
                Some((operation, contract::member_of_type(operation, &listed)?))
            })?;
            let request = bare_request(operation, |_| None)?;
            let item = Some((identifier, id.to_owned()));
            Some(Self { request, key: key.clone(), member: member.to_owned(), item })
        };
        alone().or_else(listed)
    }

    /// What tells it from the reads of other records.
    pub(super) fn identity(&self) -> (&str, Option<&str>, Option<&str>) {
        let id = self.item.as_ref().map(|(_, id)| id.as_str());
        (&self.request.target, self.key.as_deref(), id)
    }

    /// The record in the response, if it shows it.
    pub(super) fn shown<'a>(&self, response: &'a Response) -> Option<&'a Json> {
        let shown = response.body.json().filter(|_| response.is_success())?.member(&self.member)?;
        match &self.item {
            None => Some(shown),
            Some((identifier, id)) => shown.items()?.iter().find(|item| {
                let shown = item.get(identifier).and_then(Json::identifier);
                shown.is_some_and(|shown| shown.eq_ignore_ascii_case(id))
            }),
        }
    }
}
