//! Maps types of the contract to Rust types: identifiers, references to records, boxes.

use std::collections::{BTreeMap, BTreeSet};

use spec::{Contract, Format, Identifier, Record, Resource, Slot, Type};

use super::docs::gap_note;
use super::{Names, SharedGaps};
use crate::names::{self, Ident};
use crate::rust_type::RustType;

/// The identifier of a record.
#[derive(Clone, Debug)]
pub struct IdentifierPlan<'c> {
    pub record: &'c Record,
    pub name: Ident,
    /// Its module within the resource.
    pub module: Ident,
    /// The service's own identifier: `BookUuid`.
    pub own: Ident,
    /// The member that shows it, as a variant and as a variable.
    pub variant: Ident,
    pub member: Ident,
    /// Identifier or e-mail address, where some input takes either: `MemberRef`.
    pub reference: Option<Ident>,
}

/// The types by name in the contract.
pub struct Types<'c> {
    pub contract: &'c Contract,
    /// The gaps that several resources share.
    pub shared_gaps: SharedGaps<'c>,
    records: BTreeMap<&'c str, Ident>,
    stems: Stems<'c>,
    /// By record. Numbers have no type of their own.
    own: BTreeMap<&'c str, Ident>,
    /// By record.
    references: BTreeMap<&'c str, Ident>,
}

impl<'c> Types<'c> {
    pub fn new(contract: &'c Contract, names: &mut Names<'_>) -> Self {
        let mut types = Self {
            contract,
            shared_gaps: SharedGaps::new(contract),
            records: BTreeMap::new(),
            stems: stems(contract),
            own: BTreeMap::new(),
            references: BTreeMap::new(),
        };
        for record in contract.records() {
            let name =
                names.type_name(&record.name, format!("record {}", record.name), record.span);
            types.records.insert(&record.name, name);
        }
        let (own, references) = identifier_types(contract, &types.stems);
        for record in contract.records() {
            let name = record.name.as_str();
            let by = format!("the identifier of {name}");
            if own.contains(name) {
                let member = identifying_member(record);
                let ident = names.type_name(&format!("{name}_{member}"), &by, record.span);
                types.own.insert(name, ident);
            }
            if references.contains(name) {
                let ident = names.type_name(&format!("{name}_ref"), &by, record.span);
                types.references.insert(name, ident);
            }
        }
        types
    }

    /// The note on a slot that the document leaves open, unless most operations share the gap.
    pub fn own_note<T>(&self, slot: &Slot<T>) -> Option<String> {
        let gap = self.contract.gap(slot.gap()?)?;
        let is_own = self.shared_gaps.name(gap).is_none();
        is_own.then(|| gap_note(self.contract, gap))
    }

    /// The type of a member or parameter without listed values. `owner` is the record of the member, `wire` its name.
    pub fn of(&self, ty: &Type, owner: Option<&Record>, wire: &str) -> RustType {
        match ty {
            Type::Text(Some(Format::Identifier)) => self.identifier(owner, wire),
            Type::Text(_) | Type::Enumeration(_) | Type::Date => RustType::Text,
            Type::Integer | Type::UnixTime => RustType::Integer,
            Type::Number => RustType::Number,
            Type::Boolean => RustType::Boolean,
            Type::Timestamp(_) => RustType::Timestamp,
            Type::Unknown(_) | Type::Json => RustType::Raw,
            Type::Map(item) => RustType::Map(Box::new(self.of(item, owner, wire))),
            Type::List(item) => RustType::List(Box::new(self.of(item, owner, wire))),
            Type::Record(name) => match (self.records.get(name.as_str()), owner) {
                (Some(ident), Some(owner)) if self.contains(name, &owner.name, |ty| ty) => {
                    RustType::Boxed(Box::new(RustType::Record(ident.clone())))
                }
                (Some(ident), _) => RustType::Record(ident.clone()),
                // The checker resolves every name; text of an unknown one stays as it is.
                (None, _) => RustType::Raw,
            },
        }
    }

    /// The type of an input that identifies a record by one of these identifiers.
    pub fn of_address(&self, identifiers: &[Identifier], of: &str) -> RustType {
        let table = match identifiers {
            [Identifier::Integer] => return RustType::Integer,
            [Identifier::Uuid | Identifier::String] => self.own.get(of),
            [_, _, ..] => self.references.get(of),
            _ => None,
        };
        table.map_or(RustType::Text, |name| RustType::Identifier(name.clone()))
    }

    /// The name of a record's struct.
    pub fn record(&self, record: &Record) -> Ident {
        let name = self.records.get(record.name.as_str()).cloned();
        name.unwrap_or_else(|| names::pascal(&record.name))
    }

    /// The identifiers declared by a resource.
    pub fn identifiers_of(&self, resource: &'c Resource) -> Vec<IdentifierPlan<'c>> {
        let plan = |record: &'c Record| {
            let own = self.own.get(record.name.as_str())?.clone();
            let reference = self.references.get(record.name.as_str()).cloned();
            let module = names::snake(&format!("{}_identifier", record.name));
            let (name, member) = (self.record(record), identifying_member(record));
            let (variant, member) = (names::pascal(member), names::snake(member));
            Some(IdentifierPlan { record, name, module, own, variant, member, reference })
        };
        resource.records.iter().filter_map(plan).collect()
    }

    fn identifier(&self, owner: Option<&Record>, wire: &str) -> RustType {
        let record = identified(&self.stems, owner, wire);
        let name = record.and_then(|record| self.own.get(record));
        name.map_or(RustType::Text, |name| RustType::Identifier(name.clone()))
    }

    /// Whether a value of the record may hold another one, at any depth and also in lists.
    pub fn is_recursive(&self, record: &Record) -> bool {
        let mut fields = record.fields.iter();
        fields.any(|field| match item(&field.ty) {
            Type::Record(name) => self.contains(name, &record.name, item),
            _ => false,
        })
    }

    /// Whether the struct of `record` is `target` or contains one; `part` returns the part of a type that counts.
    fn contains(&self, record: &str, target: &str, part: impl Fn(&Type) -> &Type) -> bool {
        let mut seen = BTreeSet::new();
        let mut queue = vec![record];
        while let Some(name) = queue.pop() {
            if name == target {
                return true;
            }
            if let Some(record) = self.contract.record(name).filter(|_| seen.insert(name)) {
                queue.extend(record.fields.iter().filter_map(|field| match part(&field.ty) {
                    Type::Record(name) => Some(name.as_str()),
                    _ => None,
                }));
            }
        }
        false
    }
}

/// The item type of nested lists.
fn item(ty: &Type) -> &Type {
    match ty {
        Type::List(inner) => item(inner),
        _ => ty,
    }
}

/// The member that identifies a record, or a name for it.
fn identifying_member(record: &Record) -> &str {
    // An e-mail address is another identifier.
    let named = record.identified_by.as_deref().filter(|name| *name != Identifier::Email.name());
    named.unwrap_or("identifier")
}

/// Records by their names in members of other records: `book_uuid`.
type Stems<'c> = BTreeMap<String, &'c str>;

fn stems(contract: &Contract) -> Stems<'_> {
    let mut stems = Stems::new();
    for record in contract.records() {
        let stem = names::plain(&names::snake(&record.name));
        let named = record.identified_by.as_ref().map(|member| format!("{stem}_{member}"));
        if let Some(named) = named {
            stems.entry(named).or_insert(&record.name);
        }
    }
    stems
}

/// The record that a member identifies: its own record, or another one that it is named after.
fn identified<'a>(stems: &Stems<'a>, owner: Option<&'a Record>, wire: &str) -> Option<&'a str> {
    let own = owner.filter(|owner| owner.identified_by.as_deref() == Some(wire));
    own.map(|owner| owner.name.as_str()).or_else(|| stems.get(wire).copied())
}

/// Records that need an identifier type, and those that some input identifies in more than one way.
fn identifier_types(
    contract: &Contract,
    stems: &Stems<'_>,
) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut own, mut references) = (BTreeSet::new(), BTreeSet::new());
    let is_identifier = |ty: &Type| *ty == Type::Text(Some(Format::Identifier));
    for record in contract.records() {
        for field in record.fields.iter().filter(|field| is_identifier(&field.ty)) {
            let of = identified(stems, Some(record), &field.wire);
            own.extend(of.map(str::to_owned));
        }
    }
    for operation in contract.operations() {
        let paths = operation.path_parameters.iter();
        let paths = paths.map(|parameter| (&parameter.identifiers, Some(&parameter.record)));
        let members = operation.body.iter();
        let members = members.map(|field| (&field.identifiers, field.record.as_ref()));
        for (identifiers, of) in paths.chain(members) {
            let kind = Identifier::own(identifiers);
            if kind.is_some_and(|kind| kind != Identifier::Integer) {
                own.extend(of.cloned());
            }
            if identifiers.len() > 1 {
                references.extend(of.cloned());
            }
        }
        for field in operation.body.iter().filter(|field| is_identifier(&field.ty)) {
            let of = identified(stems, None, &field.wire);
            own.extend(of.map(str::to_owned));
        }
    }
    (own, references)
}
