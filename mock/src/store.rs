//! Records in memory.

use std::collections::{BTreeMap, BTreeSet};

use conformance_model::json::{Json, is_same_text};
use spec::{Contract, Format, Identifier, Type};

use crate::answer::Answer;

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
    /// The inputs of the body that gave it values, also those that no member shows.
    pub given: BTreeMap<String, Json>,
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
    /// A member, or an input of this name that no member shows. A name such as `supplier.id` is that of a member of an
    /// object.
    pub(crate) fn get(&self, name: &str) -> Option<&Json> {
        let given = || match name.split_once('.') {
            Some((object, rest)) => self.given.get(object)?.at_path(rest),
            None => self.given.get(name),
        };
        self.members.at_path(name).or_else(given)
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

/// Sets a member of an object, or one such as `supplier.id` of an object that is within it.
pub(crate) fn set_at(object: &mut Json, path: &str, value: Json) {
    let Some((name, rest)) = path.split_once('.') else {
        set(object, path, value);
        return;
    };
    let Json::Map(members) = object else { return };
    if let Some((_, within)) = members.iter_mut().find(|(known, _)| known == name) {
        set_at(within, rest, value);
    }
}

/// The records of all accounts, in the order of creation.
#[derive(Debug, Default)]
pub(crate) struct Store {
    records: Vec<Record>,
    /// Records that were removed. A page may begin after one.
    removed: Vec<Record>,
    count: u64,
    /// Requests that cannot be repeated while their effect holds, with the record that each has created.
    pub accepted: BTreeMap<Repeat, Option<u64>>,
    /// Answers to accepted requests with a key to repeat them.
    pub replies: BTreeMap<ReplyKey, Reply>,
}

/// What names a request that can be repeated.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ReplyKey {
    pub account: usize,
    pub operation: String,
    pub key: String,
}

/// The answer to a request that can be repeated.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    /// The body of the request.
    pub sent: Json,
    pub answer: Answer,
}

/// What makes two requests the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Repeat {
    pub account: usize,
    pub operation: String,
    /// The records that it names, by number.
    pub records: Vec<u64>,
    /// What it says, if it names none.
    pub said: String,
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
        let is_by_email = kinds.contains(&Identifier::Email);
        let emails = if is_by_email { email_members(contract, ty) } else { Vec::new() };
        let by_id = Identifier::own(kinds).is_some();
        self.records.iter().rev().filter(move |record| {
            let is_named = |email: &&str| record.get(email).and_then(Json::text) == Some(name);
            let is_it = by_id && is_same_text(&record.id, name) || emails.iter().any(is_named);
            record.ty == ty && is_it
        })
    }
}

/// The members with an e-mail address: of the record, and of requests that create it.
fn email_members<'c>(contract: &'c Contract, ty: &str) -> Vec<&'c str> {
    let email = Type::Text(Some(Format::Email));
    let fields = contract.record(ty).map_or(&[][..], |record| &record.fields);
    let fields = fields.iter().filter(|field| field.ty == email).map(|field| field.wire.as_str());
    let creating = contract.operations().filter(|it| it.creates.as_deref() == Some(ty));
    let inputs = creating.flat_map(|operation| &operation.body);
    let inputs = inputs.filter(|input| input.ty == email).map(|input| input.wire.as_str());
    fields.chain(inputs).collect()
}
