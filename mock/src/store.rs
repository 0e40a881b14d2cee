//! Records in memory.

use std::collections::{BTreeMap, BTreeSet};

use conformance_model::json::{Json, is_same_text};
use spec::{Contract, Format, Identifier, Type};

/// A record of an account.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// Its type.
    pub ty: String,
    /// What identifies it, also if no member shows it.
    pub id: String,
    pub account: usize,
    /// Its place in the order of creation, over all records.
    pub number: u64,
    /// An object.
    pub members: Json,
    pub state: Option<String>,
    /// What the request that created it was about: types and identifiers of records, names and values of other parameters
    /// of the path.
    pub within: Vec<(String, String)>,
    pub role: Role,
}

/// What the contract says of a record that is a fixture.
#[derive(Clone, Debug, Default)]
pub(crate) struct Role {
    /// Facts of the target file.
    pub facts: BTreeMap<String, String>,
    /// The operations that never return it.
    pub hidden: BTreeSet<String>,
    /// The operations that refuse it, each with an error case.
    pub refused: BTreeSet<(String, String)>,
}

impl Record {
    /// A member.
    pub(crate) fn get(&self, name: &str) -> Option<&Json> {
        self.members.get(name)
    }

    /// Sets a member.
    pub(crate) fn set(&mut self, name: &str, value: Json) {
        set(&mut self.members, name, value);
    }
}

/// Sets a member of an object.
pub(crate) fn set(object: &mut Json, name: &str, value: Json) {
    let Json::Map(members) = object else { return };
    match members.iter_mut().find(|(known, _)| known == name) {
        Some((_, old)) => *old = value,
        None => members.push((name.to_owned(), value)),
    }
}

/// The records of all accounts, in the order of creation.
#[derive(Debug, Default)]
pub(crate) struct Store {
    records: Vec<Record>,
    /// Records that were removed. A page may begin after one.
    removed: Vec<Record>,
    count: u64,
    /// Requests that cannot be repeated while their effect holds: the operation and what it was about.
    pub accepted: BTreeSet<(String, Vec<u64>, String)>,
}

impl Store {
    /// The number of the next record.
    pub(crate) fn next_number(&mut self) -> u64 {
        self.count += 1;
        self.count
    }

    pub(crate) fn add(&mut self, record: Record) {
        self.records.push(record);
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Record> {
        self.records.iter()
    }

    pub(crate) fn get(&self, number: u64) -> Option<&Record> {
        self.records.iter().find(|record| record.number == number)
    }

    pub(crate) fn get_mut(&mut self, number: u64) -> Option<&mut Record> {
        self.records.iter_mut().find(|record| record.number == number)
    }

    pub(crate) fn remove(&mut self, number: u64) {
        if let Some(at) = self.records.iter().position(|record| record.number == number) {
            self.removed.push(self.records.remove(at));
        }
    }

    /// A record that is there or was.
    pub(crate) fn ever(&self, is_it: impl Fn(&Record) -> bool) -> Option<&Record> {
        self.records.iter().chain(&self.removed).find(|record| is_it(record))
    }

    /// The newest record that an identifier of one of these kinds names.
    pub(crate) fn find(
        &self,
        contract: &Contract,
        ty: &str,
        kinds: &[Identifier],
        name: &str,
    ) -> impl Iterator<Item = &Record> {
        let emails: Vec<&str> = match contract.record(ty) {
            Some(record) if kinds.contains(&Identifier::Email) => {
                let email = Type::Text(Some(Format::Email));
                let fields = record.fields.iter().filter(|field| field.ty == email);
                fields.map(|field| field.wire.as_str()).collect()
            }
            _ => Vec::new(),
        };
        let by_id = Identifier::own(kinds).is_some();
        self.records.iter().rev().filter(move |record| {
            let is_named = |email: &&str| record.get(email).and_then(Json::text) == Some(name);
            let is_it = by_id && is_same_text(&record.id, name) || emails.iter().any(is_named);
            record.ty == ty && is_it
        })
    }
}
