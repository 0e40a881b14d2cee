//! Reads schemas: follows references, merges `allOf`, and treats the two notations of null alike.

use crate::document::{Document, MAX_STEPS, Node};
use crate::left_out::{LeftOut, Reason};
use crate::value::Value;

/// A schema as the rest of the importer reads it.
#[derive(Clone, Debug)]
pub struct Schema<'d> {
    /// Where it is declared: the same for all references to one schema.
    pub at: String,
    /// The name of the component, if it is one.
    pub name: Option<String>,
    pub kind: Kind<'d>,
    pub nullable: bool,
    keywords: Keywords<'d>,
}

/// What a schema admits.
#[derive(Clone, Debug)]
pub enum Kind<'d> {
    Text,
    Integer,
    Number,
    Boolean,
    List(Option<Node<'d>>),
    Object(Object<'d>),
    /// An object with any names as keys, and the schema of its values.
    Map(Node<'d>),
    /// What is not drafted.
    Other(LeftOut),
}

/// The members of an object.
#[derive(Clone, Debug, Default)]
pub struct Object<'d> {
    pub members: Vec<(&'d str, Node<'d>)>,
    pub required: Vec<&'d str>,
    /// Whether it has no other members.
    pub is_closed: bool,
}

/// The keywords of a schema and of the schemas that are merged into it. Later ones replace earlier ones.
#[derive(Clone, Debug, Default)]
struct Keywords<'d> {
    all: Vec<(&'d str, Node<'d>)>,
    /// References on the way, and the number of schemas that were read.
    within: Vec<String>,
    read: usize,
    /// Whether a union with null makes it nullable.
    has_null: bool,
}

/// Keywords that say nothing about values.
const ANNOTATIONS: [&str; 12] = [
    "description",
    "title",
    "example",
    "examples",
    "deprecated",
    "externalDocs",
    "xml",
    "default",
    "readOnly",
    "writeOnly",
    "nullable",
    "$comment",
];

impl<'d> Schema<'d> {
    pub fn read(document: &Document<'d>, node: &Node<'d>) -> Self {
        let mut keywords = Keywords::default();
        let failed = keywords.collect(document, node).err();
        let declared = declaration(document, node);
        let (types, has_null) = keywords.types();
        let nullable = has_null || keywords.has_null || keywords.is_true("nullable");
        let at = declared.at.clone();
        let kind = match (failed, keywords.union()) {
            (Some(left_out), _) => Kind::Other(left_out),
            (None, Some(union)) => Kind::Other(union.left_out(Reason::Union, "a union")),
            (None, None) => keywords.kind(types, &declared),
        };
        let component = at.strip_prefix("/components/schemas/").filter(|name| !name.contains('/'));
        let name = component.map(|name| name.replace("~1", "/").replace("~0", "~"));
        Self { at, name, kind, nullable, keywords }
    }

    /// The value of a keyword.
    pub fn keyword(&self, name: &str) -> Option<&Node<'d>> {
        self.keywords.get(name)
    }

    pub fn text(&self, name: &str) -> Option<&'d str> {
        self.keyword(name).and_then(|node| node.value.text())
    }

    pub fn is_true(&self, name: &str) -> bool {
        self.keywords.is_true(name)
    }

    /// The documented values, with the null that makes it nullable left out.
    pub fn values(&self) -> Option<(&Node<'d>, Vec<&'d Value>)> {
        let node = self.keyword("enum").or_else(|| self.keyword("const"))?;
        let all = match node.value {
            Value::List(items) => items.iter().filter(|item| **item != Value::Null).collect(),
            other => vec![other],
        };
        Some((node, all))
    }

    /// An example of a value.
    pub fn example(&self) -> Option<&'d Value> {
        let examples = self.keyword("examples").and_then(|node| node.value.items().first());
        self.keyword("example").map(|node| node.value).or(examples)
    }

    pub fn object(&self) -> Option<&Object<'d>> {
        if let Kind::Object(object) = &self.kind { Some(object) } else { None }
    }
}

/// The schema that a reference leads to, also a reference with a description or a null beside it.
fn declaration<'d>(document: &Document<'d>, node: &Node<'d>) -> Node<'d> {
    let mut here = node.clone();
    for _ in 0..MAX_STEPS {
        let alone = here.get("allOf").filter(|all| all.value.items().len() == 1);
        let others = |key: &str| key == "allOf" || ANNOTATIONS.contains(&key);
        let next = if here.text("$ref").is_some() {
            document.resolve(&here).ok()
        } else if here.entries().all(|(key, _)| others(key)) {
            alone.and_then(|all| all.items().next())
        } else {
            let all: Vec<_> = here.entries().filter(|(key, _)| !others(key)).collect();
            match all.as_slice() {
                [(key, union)] => only_other_than_null(key, union).map(|(other, _)| other),
                _ => None,
            }
        };
        match next {
            Some(next) => here = next,
            None => return here,
        }
    }
    node.clone()
}

/// The only schema of a union besides null, and whether null is one.
fn only_other_than_null<'d>(key: &str, union: &Node<'d>) -> Option<(Node<'d>, bool)> {
    if !matches!(key, "oneOf" | "anyOf") {
        return None;
    }
    let is_null = |item: &Node<'d>| item.text("type") == Some("null");
    let (null, others): (Vec<_>, Vec<_>) = union.items().partition(is_null);
    let [other] = others.as_slice() else { return None };
    Some((other.clone(), !null.is_empty()))
}

impl<'d> Keywords<'d> {
    /// Adds the keywords of a schema. Fails when a reference leads nowhere or to itself.
    fn collect(&mut self, document: &Document<'d>, node: &Node<'d>) -> Result<(), LeftOut> {
        self.read += 1;
        if self.read > MAX_STEPS || self.within.len() > MAX_STEPS || self.within.contains(&node.at)
        {
            return Err(node.left_out(Reason::EndlessReference, "a schema that is made of itself"));
        }
        if !matches!(node.value, Value::Map(_)) {
            let reason = match node.value {
                Value::Bool(_) => Reason::AnyValue,
                _ => Reason::NotInDocument,
            };
            return Err(node.left_out(reason, "a schema that is no object"));
        }
        self.within.push(node.at.clone());
        if let Some(reference) = node.text("$ref") {
            self.collect(document, &document.target(node, reference)?)?;
        }
        // OpenAPI 3.0 ignores keywords beside a reference.
        if document.is_3_1 || node.text("$ref").is_none() {
            for part in node.get("allOf").iter().flat_map(Node::items) {
                self.collect(document, &part)?;
            }
            for (key, value) in node.entries() {
                match only_other_than_null(key, &value) {
                    Some((other, has_null)) => {
                        self.has_null |= has_null;
                        self.collect(document, &other)?;
                    }
                    None if matches!(key, "$ref" | "allOf") => {}
                    None => self.all.push((key, value)),
                }
            }
        }
        self.within.pop();
        Ok(())
    }

    fn get(&self, name: &str) -> Option<&Node<'d>> {
        self.all.iter().rev().find(|(key, _)| *key == name).map(|(_, node)| node)
    }

    fn all(&self, name: &str) -> impl Iterator<Item = &Node<'d>> {
        self.all.iter().filter(move |(key, _)| *key == name).map(|(_, node)| node)
    }

    fn is_true(&self, name: &str) -> bool {
        self.get(name).is_some_and(|node| node.value.is_true())
    }

    /// The types besides null, and whether null is one.
    fn types(&self) -> (Vec<&'d str>, bool) {
        let written = self.get("type").map(|node| node.value);
        let types: Vec<_> = match written {
            Some(Value::Text(word)) => vec![word.as_str()],
            Some(Value::List(words)) => words.iter().filter_map(Value::text).collect(),
            _ => Vec::new(),
        };
        let listed = self.get("enum").is_some_and(|node| node.value.items().contains(&Value::Null));
        // OpenAPI 3.0 requires `nullable` for null in an enumeration, but many documents omit it.
        let is_nullable = types.contains(&"null") || (listed && types.is_empty());
        (types.into_iter().filter(|word| *word != "null").collect(), is_nullable)
    }

    fn union(&self) -> Option<&Node<'d>> {
        ["oneOf", "anyOf", "not", "if", "patternProperties"].iter().find_map(|name| self.get(name))
    }

    fn kind(&self, mut types: Vec<&'d str>, declared: &Node<'d>) -> Kind<'d> {
        if types.is_empty() {
            types.extend(self.implied());
        }
        let other = |reason, what: &str| Kind::Other(declared.left_out(reason, what));
        match types.as_slice() {
            [] => other(Reason::AnyValue, "no type"),
            ["string"] => Kind::Text,
            ["integer"] => Kind::Integer,
            ["number"] => Kind::Number,
            ["boolean"] => Kind::Boolean,
            ["array"] => Kind::List(self.get("items").cloned()),
            ["object"] => {
                let object = self.members();
                let added = self.get("additionalProperties");
                match (object.members.is_empty(), added) {
                    (true, Some(node)) if !matches!(node.value, Value::Bool(_)) => {
                        Kind::Map(node.clone())
                    }
                    (true, _) => other(Reason::AnyValue, "an object without members"),
                    (false, _) => Kind::Object(object),
                }
            }
            [word] => other(Reason::NotInDocument, &format!("the type {}", reader::quoted(word))),
            _ => other(Reason::Union, "several types"),
        }
    }

    /// The type that other keywords imply.
    fn implied(&self) -> Option<&'d str> {
        if self.get("properties").is_some() {
            return Some("object");
        }
        if self.get("items").is_some() {
            return Some("array");
        }
        let values = self.get("enum").or_else(|| self.get("const"))?.value;
        let texts = values.items().iter().filter(|value| **value != Value::Null);
        let are_texts = !values.items().is_empty() && texts.clone().all(|it| it.text().is_some());
        (are_texts || values.text().is_some()).then_some("string")
    }

    fn members(&self) -> Object<'d> {
        let mut object = Object::default();
        for (name, member) in self.all("properties").flat_map(Node::named) {
            match object.members.iter_mut().find(|(known, _)| *known == name) {
                Some(known) => known.1 = member,
                None => object.members.push((name, member)),
            }
        }
        let required = self.all("required").flat_map(|node| node.value.items());
        object.required = required.filter_map(Value::text).collect();
        object.is_closed =
            self.all("additionalProperties").any(|node| *node.value == Value::Bool(false));
        object
    }
}
