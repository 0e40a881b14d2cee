//! The objects of the document that become records, and their names.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::document::{Document, Node};
use crate::left_out::{LeftOut, Reason};
use crate::names::{Names, pascal};
use crate::schema::{Kind, Schema};

/// Names that generated code has for something else.
const TAKEN: &str = "Api Arc AsMut AsRef Assumed AsyncFn AsyncFnMut AsyncFnOnce Box Bytes C Clone Copy Debug \
    DecodeError Default Deserialize Deserializer DoubleEndedIterator Drop Eq Err Error ErrorBody ErrorCode ErrorKind \
    ExactSizeIterator Extend Extended Extra Fn FnMut FnOnce From FromIterator FromJson FromResponse Future H \
    HandlerResult Hash InputError InputPart InputProblem Into IntoFuture IntoIterator Iterator JsonBody K KeyCheck \
    KeyError ListRequest Members Method None NoRefusals Number NumberError Ok OperationInfo Option Ord PageInfo \
    PagePointers PagedRequest Parameter PartialEq PartialOrd RawJson RawResponse RawValue Refusal Request RequestError \
    RequestReader RequestWriter Response Result Routes Self Send Serialize SerializeMap Serializer Sized Some \
    StatusCode String Sync Timestamp TimestampError ToOwned ToResponse ToString TryFrom TryInto UnknownText Unpin Vec";

/// All records of a draft.
pub struct Records<'d> {
    document: &'d Document<'d>,
    /// The resource of records that are declared next.
    pub resource: String,
    pub left_out: Vec<LeftOut>,
    reserved: BTreeSet<String>,
    names: Names,
    by_place: BTreeMap<(String, bool), String>,
    /// For each object by place, whether its sent form differs from its shown form, in the object or in a nested
    /// object.
    differing: BTreeMap<String, bool>,
    unread: VecDeque<(Schema<'d>, Usage, Declared)>,
}

/// What a member is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Usage {
    /// A member of a response.
    Shown,
    /// A member of a request body.
    Sent,
    /// A query parameter.
    Query,
}

/// An object of the document that is a record of the draft.
#[derive(Clone, Debug)]
pub struct Declared {
    pub name: String,
    pub resource: String,
    pub source: Option<String>,
    pub description: Option<String>,
    pub is_closed: bool,
}

impl<'d> Records<'d> {
    /// `operations` are the ids of operations, which have types of their own in generated code.
    pub fn new(document: &'d Document<'d>, operations: impl Iterator<Item = String>) -> Self {
        Self {
            document,
            reserved: TAKEN
                .split_whitespace()
                .map(str::to_owned)
                .chain(operations.map(|id| pascal(&id)))
                .collect(),
            resource: String::new(),
            left_out: Vec::new(),
            names: Names::default(),
            by_place: BTreeMap::new(),
            differing: BTreeMap::new(),
            unread: VecDeque::new(),
        }
    }

    pub fn schema(&self, node: &Node<'d>) -> Schema<'d> {
        Schema::read(self.document, node)
    }

    /// The name of the record of an object. The sent form and the shown form are two records if some members, also of
    /// nested objects, are only in one form.
    pub fn declare(&mut self, schema: &Schema<'d>, name: &str, usage: Usage) -> String {
        let is_sent = usage == Usage::Sent && self.differs(schema);
        let key = (schema.at.clone(), is_sent);
        if let Some(name) = self.by_place.get(&key) {
            return name.clone();
        }
        let own_name = schema.name.as_deref().unwrap_or(name);
        let wanted = pascal(own_name) + if is_sent { "Input" } else { "" };
        let record = Declared {
            source: schema.name.as_ref().map(|name| format!("schema {name}")),
            description: schema.text("description").or(schema.text("title")).map(str::to_owned),
            is_closed: schema.object().is_some_and(|object| object.is_closed),
            ..self.record(wanted)
        };
        let name = record.name.clone();
        self.by_place.insert(key, name.clone());
        self.unread.push_back((schema.clone(), usage, record));
        name
    }

    /// Whether some members of an object, or of an object that it reaches, are only sent or only shown.
    fn differs(&mut self, schema: &Schema<'d>) -> bool {
        // Each object with the position of the object that leads to it.
        let mut reached = vec![(schema.clone(), None)];
        let mut seen = BTreeSet::from([schema.at.clone()]);
        let mut at = 0;
        while let Some((schema, _)) = reached.get(at).cloned() {
            let members = schema.object().map(|object| object.members.as_slice());
            let members: Vec<_> =
                members.unwrap_or_default().iter().map(|(_, node)| self.schema(node)).collect();
            let known = self.differing.get(&schema.at).copied();
            let is_one_sided =
                |member: &Schema<'d>| member.is_true("readOnly") || member.is_true("writeOnly");
            if known.unwrap_or_else(|| members.iter().any(is_one_sided)) {
                let mut way = Some(at);
                while let Some((schema, from)) = way.and_then(|at| reached.get(at)) {
                    self.differing.insert(schema.at.clone(), true);
                    way = *from;
                }
                return true;
            }
            if known.is_none() {
                let within = members.into_iter().map(|member| match &member.kind {
                    Kind::List(Some(items)) => self.schema(items),
                    _ => member,
                });
                let objects = within.filter(|schema| schema.object().is_some());
                for schema in objects {
                    if seen.insert(schema.at.clone()) {
                        reached.push((schema, Some(at)));
                    }
                }
            }
            at += 1;
        }
        self.differing.extend(seen.into_iter().map(|at| (at, false)));
        false
    }

    fn record(&mut self, wanted: String) -> Declared {
        let is_reserved = self.reserved.contains(&wanted);
        let name =
            self.names.claim(if is_reserved { format!("{wanted}Record") } else { wanted }, "");
        Declared {
            name,
            resource: self.resource.clone(),
            source: None,
            description: None,
            is_closed: false,
        }
    }

    /// The next record whose members are not read, with its schema and what it is used for.
    pub fn next(&mut self) -> Option<(Schema<'d>, Usage, Declared)> {
        self.unread.pop_front()
    }

    pub fn deprecated(&mut self, schema: &Schema<'d>) {
        if let Some(node) = schema.keyword("deprecated").filter(|node| node.value.is_true()) {
            self.left_out.push(node.left_out(Reason::Deprecation, "deprecated"));
        }
    }
}
