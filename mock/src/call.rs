//! A request for an operation: its inputs, and the records that they name.

use std::collections::BTreeMap;

use conformance_model::json::Json;
use conformance_model::query_string::{decoded_pairs, inputs};
use spec::{Contract, Identifier, InputPart, InputRef, Operation};

use crate::choices;
use crate::route::Route;
use crate::store::{Record, Store};

/// A request for an operation.
pub(crate) struct Call<'c> {
    pub contract: &'c Contract,
    pub operation: &'c Operation,
    pub account: usize,
    values: BTreeMap<InputRef, Json>,
    /// The records that inputs name, by number, in the order of the inputs.
    addressed: Vec<(InputRef, String, u64)>,
}

impl<'c> Call<'c> {
    /// Reads the inputs. `body` is an object, or null for none.
    pub(crate) fn new(
        contract: &'c Contract,
        route: Route<'c>,
        account: usize,
        query: &str,
        body: Json,
    ) -> Self {
        let Route { operation, parameters } = route;
        let path = parameters.into_iter().map(|pair| (InputPart::Path, pair));
        let query = inputs(operation, decoded_pairs(query)).into_iter();
        let query = query.map(|pair| (InputPart::Query, pair));
        let texts = path
            .chain(query)
            .map(|(part, (name, text))| (InputRef::new(part, &name), Json::Text(text)));
        let mut values: BTreeMap<_, _> = texts.collect();
        if let Json::Map(members) = body {
            // Names with a dot are those of members of objects.
            for (name, value) in members.into_iter().filter(|(name, _)| !name.contains('.')) {
                values.entry(InputRef::new(InputPart::Body, &name)).or_insert(value);
            }
        }
        Self::made(contract, operation, account, values)
    }

    /// A call with inputs of the server's own making.
    pub(crate) fn made(
        contract: &'c Contract,
        operation: &'c Operation,
        account: usize,
        mut values: BTreeMap<InputRef, Json>,
    ) -> Self {
        for field in operation.body_fields().filter(|field| field.is_in_object()) {
            let input = InputRef::new(InputPart::Body, &field.wire);
            let object = input.object().and_then(|object| values.get(&object));
            if let Some(value) = object.and_then(|object| object.get(field.own_name())).cloned() {
                values.insert(input, value);
            }
        }
        Self { contract, operation, account, values, addressed: Vec::new() }
    }

    /// Sets the value of a header.
    pub(crate) fn set_header(&mut self, name: &str, value: &str) {
        let input = InputRef::new(InputPart::Header, name);
        self.values.insert(input, Json::Text(value.to_owned()));
    }

    /// Whether the input can be sent: it is in no object, or in one that is sent and not null.
    pub(crate) fn has_place_for(&self, input: &InputRef) -> bool {
        input.object().is_none_or(|object| matches!(self.value(&object), Some(Json::Map(_))))
    }

    /// The value of an input, if it is sent.
    pub(crate) fn value(&self, input: &InputRef) -> Option<&Json> {
        self.values.get(input)
    }

    /// The text of an input.
    pub(crate) fn text(&self, part: InputPart, name: &str) -> Option<&str> {
        self.values.get(&InputRef::new(part, name))?.identifier()
    }

    /// Finds the records that path and body name. Fails with the first input that names none.
    pub(crate) fn address(&mut self, store: &Store, part: InputPart) -> Result<(), InputRef> {
        let path = self
            .operation
            .path_parameters
            .iter()
            .map(|path| (InputPart::Path, &path.name, path.record.as_str(), &path.identifiers));
        let body = self.operation.body_fields().filter_map(|field| {
            let record = field.record.as_deref()?;
            Some((InputPart::Body, &field.wire, record, &field.identifiers))
        });
        for (_, name, record, kinds) in path.chain(body).filter(|(of, ..)| *of == part) {
            let input = InputRef::new(part, name);
            let Some(value) = self.values.get(&input).filter(|value| **value != Json::Null) else {
                continue;
            };
            let named = value.identifier().unwrap_or_default();
            let number = self.find(store, record, kinds, named).map(|found| found.number);
            let number = number.ok_or_else(|| input.clone())?;
            self.addressed.push((input, record.to_owned(), number));
        }
        Ok(())
    }

    fn find<'s>(
        &self,
        store: &'s Store,
        record: &str,
        kinds: &[Identifier],
        name: &str,
    ) -> Option<&'s Record> {
        let all = choices::reaches_all(self.operation);
        store.find(self.contract, record, kinds, name).find(|found| {
            (all || found.account == self.account)
                && !found.role.hidden.contains(&self.operation.id)
                && self.is_within(store, found)
        })
    }

    /// Whether a record belongs to those that the call has named before, and to the other parameters of the path.
    pub(crate) fn is_within(&self, store: &Store, record: &Record) -> bool {
        let is_in = |name: &str, value: &str| {
            let mut known = record.within.iter().filter(|(ty, _)| ty == name).peekable();
            known.peek().is_none() || known.any(|(_, known)| known == value)
        };
        let parents = self.addressed.iter().filter(|(input, ..)| input.part == InputPart::Path);
        let mut parents = parents.filter_map(|(_, ty, number)| Some((ty, &store.get(*number)?.id)));
        let mut others = self
            .operation
            .open_path_values()
            .filter_map(|path| Some((&path.name, self.text(InputPart::Path, &path.name)?)));
        parents.all(|(ty, id)| is_in(ty, id)) && others.all(|(name, value)| is_in(name, value))
    }

    /// What a record that the call creates is within.
    pub(crate) fn within(&self, store: &Store) -> Vec<(String, String)> {
        let parents = self.addressed.iter();
        let parents = parents
            .filter_map(|(_, ty, number)| Some((ty.clone(), store.get(*number)?.id.clone())));
        let others = self.operation.open_path_values().filter_map(|path| {
            Some((path.name.clone(), self.text(InputPart::Path, &path.name)?.to_owned()))
        });
        parents.chain(others).collect()
    }

    /// The record of a type that the call names: the last one of the path, else of the body.
    pub(crate) fn target(&self, ty: &str) -> Option<u64> {
        let of_type = || self.addressed.iter().filter(|(_, known, _)| known == ty);
        let in_path = of_type().rfind(|(input, ..)| input.part == InputPart::Path);
        in_path.or_else(|| of_type().next()).map(|(_, _, number)| *number)
    }

    /// The records that the call names.
    pub(crate) fn addressed(&self) -> impl Iterator<Item = u64> {
        self.addressed.iter().map(|(_, _, number)| *number)
    }
}
