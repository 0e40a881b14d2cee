//! The whole contract: service, resources, and look-ups by name.

use std::collections::BTreeMap;

use reader::Spanned;

use super::{
    ErrorCase, Field, Gap, InputField, Operation, Overlay, PathValue, Record, References, Section,
    Segment, Service, Type,
};

/// The loaded and checked contract of one service.
#[derive(Clone, Debug, PartialEq)]
pub struct Contract {
    /// Facts about the whole service.
    pub service: Service,
    /// Resources in order of their folder names.
    pub resources: Vec<Resource>,
    /// Every silence of the document, in order of id.
    pub gaps: Vec<Gap>,
    /// The overlay in force, if one was given.
    pub overlay: Option<Overlay>,
    /// The contract in canonical form, without comments and layout, for digests.
    pub canonical: String,
    /// Names that refer to declarations elsewhere, for the checks.
    pub(crate) references: References,
    /// Positions of operations and records in `resources`, for look-ups by name.
    pub(crate) index: Index,
}

/// A resource of the API: a folder of the contract with its records and operations.
#[derive(Clone, Debug, PartialEq)]
pub struct Resource {
    /// Folder name; the first half of the address `<resource>/<operation>`.
    pub id: String,
    /// Display name.
    pub title: String,
    /// Description, in one sentence.
    pub description: String,
    /// Section of the document.
    pub section: Section,
    /// Records this resource declares, as written, and an object that is an input of one of its operations each.
    pub records: Vec<Record>,
    /// Operations in order of id.
    pub operations: Vec<Operation>,
}

/// Positions in a list of resources by name: which resource, and which of its operations or records.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Index {
    operations: BTreeMap<String, (usize, usize)>,
    records: BTreeMap<String, (usize, usize)>,
}

impl Index {
    /// The first of equal names counts.
    pub fn of(resources: &[Resource]) -> Self {
        let mut index = Self::default();
        for (at, resource) in resources.iter().enumerate() {
            for (position, operation) in resource.operations.iter().enumerate() {
                let entry = index.operations.entry(operation.id.clone());
                entry.or_insert((at, position));
            }
            for (position, record) in resource.records.iter().enumerate() {
                let entry = index.records.entry(record.name.clone());
                entry.or_insert((at, position));
            }
        }
        index
    }
}

impl Contract {
    /// The contract for one deployment: path parameters that identify no record have these values. The values are
    /// percent-encoded.
    #[must_use]
    pub fn with_path_values(mut self, values: &BTreeMap<String, String>) -> Self {
        for operation in self.resources.iter_mut().flat_map(|resource| &mut resource.operations) {
            for segment in &mut operation.path.segments {
                if let Segment::Parameter(name) = segment
                    && operation.path_values.iter().any(|value| value.name == *name)
                    && let Some(value) = values.get(name)
                {
                    *segment = Segment::Literal(value.clone());
                }
            }
        }
        self
    }

    /// The path parameters that identify no record, each once, in order of name.
    pub fn path_values(&self) -> BTreeMap<&str, &PathValue> {
        let values = self.operations().flat_map(|operation| &operation.path_values);
        values.map(|value| (value.name.as_str(), value)).collect()
    }

    /// All operations, resource by resource.
    pub fn operations(&self) -> impl Iterator<Item = &Operation> {
        self.resources.iter().flat_map(|resource| &resource.operations)
    }

    /// The error cases of the service and those of each operation, which may repeat them.
    pub fn error_cases(&self) -> impl Iterator<Item = &ErrorCase> {
        let of_operations = self.operations().flat_map(|operation| &operation.errors);
        self.service.errors.iter().chain(of_operations)
    }

    /// The operation of that id.
    pub fn operation(&self, id: &str) -> Option<&Operation> {
        let &(resource, position) = self.index.operations.get(id)?;
        self.resources.get(resource)?.operations.get(position)
    }

    /// All records, resource by resource.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.resources.iter().flat_map(|resource| &resource.records)
    }

    /// The record of that name.
    pub fn record(&self, name: &str) -> Option<&Record> {
        let &(resource, position) = self.index.records.get(name)?;
        self.resources.get(resource)?.records.get(position)
    }

    /// The member of a record, or at a path such as `supplier.id` that of a record in it.
    pub fn member(&self, record: &str, path: &str) -> Option<&Field> {
        let (name, rest) =
            path.split_once('.').map_or((path, None), |(name, rest)| (name, Some(rest)));
        let field = self.record(record)?.fields.iter().find(|field| field.wire == name)?;
        match (rest, &field.ty) {
            (None, _) => Some(field),
            (Some(rest), Type::Record(inner)) => self.member(inner, rest),
            (Some(_), _) => None,
        }
    }

    /// The member of a request body whose objects the record stands for.
    pub fn object_of(&self, record: &Record) -> Option<&InputField> {
        let mut fields = self.operations().flat_map(Operation::declared_body_fields);
        fields.find(|field| record.is_input && field.ty.record() == Some(&record.name))
    }

    /// The gap of that id.
    pub fn gap(&self, id: &str) -> Option<&Gap> {
        // Gaps are in order of id.
        let found = self.gaps.binary_search_by(|gap| gap.id.as_str().cmp(id));
        self.gaps.get(found.ok()?)
    }

    /// An error case of the operation, or else of the service (the ones about the key).
    pub fn error_case<'a>(&'a self, operation: &'a Operation, id: &str) -> Option<&'a ErrorCase> {
        operation.errors.iter().chain(&self.service.errors).find(|case| case.id == id)
    }

    /// The error cases that may be returned for a documented one: itself first, then those that the document does not
    /// distinguish from it. `None` is the service as a whole.
    pub fn indistinct_cases<'a>(
        &'a self,
        operation: Option<&'a Operation>,
        case: &'a ErrorCase,
    ) -> impl Iterator<Item = &'a ErrorCase> {
        let own = operation.map_or(&[][..], |operation| &operation.errors);
        let find = move |id: &Spanned<String>| {
            let mut cases = own.iter().chain(&self.service.errors);
            cases.find(|case| case.id == id.value)
        };
        std::iter::once(case).chain(case.indistinct_from.iter().filter_map(find))
    }
}
