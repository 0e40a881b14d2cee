//! Reads of a record: the calls that show it, and where their responses hold its members.

use conformance_model::contract::{is_numbered, member_of_type, whole_list};
use spec::{Contract, Operation, Type, field_path};

use super::subject::Subject;
use conformance_model::scenario::Step;

/// A call of a list that shows all records. `None` if the document does not show one.
pub(crate) fn whole(list: &Operation) -> Option<Step> {
    let sent = whole_list(list)?.into_iter();
    Some(sent.fold(Step::call(&list.id), |step, (name, value)| step.query(name, value)))
}

/// A call that shows a record.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    /// The call, without an expectation.
    pub(crate) step: Step,
    /// Whether it shows other records as well.
    pub(crate) is_list: bool,
    record: String,
    /// Where the response holds the record, if the contract says so: `book`, or `books[one.id]`.
    place: Option<String>,
}

impl Reading {
    /// Reads of one record, one for each identifier that they accept.
    pub(crate) fn single(contract: &Contract, record: &str, subject: &Subject) -> Vec<Self> {
        let mut readings = Vec::new();
        for operation in contract.operations() {
            let [parameter] = operation.path_parameters.as_slice() else {
                continue;
            };
            let is_read = operation.method.is_safe() && operation.lists.is_none();
            if !is_read || parameter.record != record {
                continue;
            }
            let place = member_of_type(operation, &Type::Record(record.to_owned()));
            for (kind, identifier) in &subject.identifiers {
                if parameter.identifiers.contains(kind) {
                    readings.push(Self {
                        step: Step::call(&operation.id).path(&parameter.name, identifier.as_str()),
                        is_list: false,
                        record: record.to_owned(),
                        place: place.map(str::to_owned),
                    });
                }
            }
        }
        readings
    }

    /// Lists of all such records. Those that need a filter are left out.
    pub(crate) fn lists(contract: &Contract, record: &str, subject: &Subject) -> Vec<Self> {
        let lists = contract.operations().filter(|operation| {
            operation.lists.as_deref() == Some(record)
                && operation.path_parameters.is_empty()
                && operation.query.iter().all(|query| !query.required)
        });
        lists
            .filter_map(|operation| Some((operation, whole(operation)?)))
            .map(|(operation, step)| {
                let list = Type::List(Box::new(Type::Record(record.to_owned())));
                // A list item is found by an identifier that it shows. A number may stand for something else in it.
                let item = subject.own_identifier().filter(|_| !is_numbered(contract, record));
                let item = item.map(|reference| reference.trim_matches(['{', '}']));
                let place = member_of_type(operation, &list).zip(item);
                Self {
                    step,
                    is_list: true,
                    record: record.to_owned(),
                    place: place.map(|(list, item)| format!("{list}[{item}]")),
                }
            })
            .collect()
    }

    /// The member of the response that holds the record; empty if the body is the record.
    pub(crate) fn envelope(&self) -> Option<&str> {
        self.place.as_deref()
    }

    /// The place of a member, or of one of an object in the record, in the response, if the contract says that it is
    /// there.
    pub(crate) fn member(&self, contract: &Contract, wire: &str) -> Option<String> {
        let field = contract.member(&self.record, wire)?;
        field.present.stated().filter(|present| **present)?;
        Some(match &self.place {
            Some(place) if self.is_list => format!("{place}.{wire}"),
            Some(place) => field_path(place, wire),
            None => return None,
        })
    }
}
