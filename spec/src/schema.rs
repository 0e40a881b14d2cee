//! JSON Schemas of the files of the language, for editors and other tools, made from the tables that drive parsing.
//!
//! The draft is draft-07, which the YAML language server supports best. A file that the reader accepts is valid by
//! its schema; loading finds more errors than a schema can.

mod names;
mod words;

use std::collections::BTreeMap;

use reader::{Key, KeyTable, Shape};
use serde_json::{Value, json};

pub use names::contract_schema;
pub use words::{literal, suggested, words};

const DRAFT: &str = "http://json-schema.org/draft-07/schema#";

/// What the names of a contract add to the schemas of tables.
pub trait Names {
    /// The schema of a key, made from that of its shape.
    fn key(&self, _table: &KeyTable, _key: &Key, made: Value) -> Value {
        made
    }

    /// Further schemas that a map of the table matches.
    fn table(&self, _table: &KeyTable) -> Vec<Value> {
        Vec::new()
    }

    /// Definitions that the others refer to, by name.
    fn definitions(&self) -> BTreeMap<String, Value> {
        BTreeMap::new()
    }
}

/// No contract: any name is valid.
struct AnyNames;

impl Names for AnyNames {}

/// The JSON Schema of a key table; `comment` is its head.
pub fn schema(table: &KeyTable, comment: &str) -> String {
    schema_with(table, comment, &AnyNames)
}

/// The JSON Schema of a key table with the names of a contract; `comment` is its head.
pub fn schema_with(table: &KeyTable, comment: &str, names: &dyn Names) -> String {
    let mut definitions = Definitions { names, made: names.definitions() };
    let mut root = definitions.object(table);
    root["$comment"] = comment.into();
    root["$schema"] = DRAFT.into();
    root["definitions"] = json!(definitions.made);
    format!("{root:#}\n")
}

/// A reference to the definition of this name.
pub fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/definitions/{name}") })
}

struct Definitions<'n> {
    names: &'n dyn Names,
    /// The tables that others refer to, by name.
    made: BTreeMap<String, Value>,
}

impl Definitions<'_> {
    fn object(&mut self, table: &KeyTable) -> Value {
        let properties: BTreeMap<_, _> = table
            .keys
            .iter()
            .map(|key| {
                let made = self.shape(&key.shape);
                let mut property = self.names.key(table, key, made);
                property["description"] = key.doc.into();
                (key.name, property)
            })
            .collect();
        let required: Vec<_> =
            table.keys.iter().filter(|key| key.required).map(|key| key.name).collect();
        let mut object = json!({
            "title": table.name,
            "description": table.doc,
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        });
        let further = self.names.table(table);
        if !further.is_empty() {
            object["allOf"] = further.into();
        }
        object
    }

    fn shape(&mut self, shape: &Shape) -> Value {
        match shape {
            // Text needs no quotes for the reader, so that `404` is text too.
            Shape::Text => json!({ "type": ["string", "number", "boolean"] }),
            Shape::Integer => json!({ "type": "integer" }),
            Shape::Number => json!({ "type": "number" }),
            // `yes` and `no` are text in the YAML of editors.
            Shape::Boolean => json!({ "enum": [true, false, "yes", "no"] }),
            Shape::OneOf(words) => {
                // A word such as `1` needs no quotes for the reader.
                let numbers = words.iter().filter_map(|word| word.parse::<i64>().ok());
                let words = words.iter().map(|word| json!(word));
                let values: Vec<_> = words.chain(numbers.map(Value::from)).collect();
                json!({ "enum": values })
            }
            Shape::List(items) => json!({ "type": "array", "items": self.shape(items) }),
            Shape::MapOf(values) => {
                json!({ "type": "object", "additionalProperties": self.shape(values) })
            }
            Shape::MapAmong(keys, values) => {
                let values = self.shape(values);
                let properties: BTreeMap<_, _> = keys.iter().map(|key| (key, &values)).collect();
                json!({ "type": "object", "properties": properties, "additionalProperties": false })
            }
            Shape::Table(table) => self.reference(table),
            Shape::Either(shapes) => {
                let shapes: Vec<_> = shapes.iter().map(|shape| self.shape(shape)).collect();
                json!({ "anyOf": shapes })
            }
            Shape::Any => json!({}),
        }
    }

    fn reference(&mut self, table: &'static KeyTable) -> Value {
        // A name without blanks needs no escapes in a reference.
        let name = table.name.replace(' ', "-");
        if !self.made.contains_key(&name) {
            // Inserted before it is built, because a table may refer to itself.
            self.made.insert(name.clone(), Value::Null);
            let made = self.object(table);
            self.made.insert(name.clone(), made);
        }
        reference(&name)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::language::FILES;

    /// A table that refers to itself.
    static SHELF: KeyTable = KeyTable {
        name: "book shelf",
        doc: "A place for books.",
        keys: &[
            Key {
                name: "open",
                required: true,
                shape: Shape::Either(&[Shape::Boolean, Shape::OneOf(&["sometimes"])]),
                doc: "Whether anybody may look.",
            },
            Key {
                name: "shelves",
                required: false,
                shape: Shape::MapOf(&Shape::List(&Shape::Table(&SHELF))),
                doc: "The shelves in it.",
            },
        ],
    };

    #[test]
    fn a_table_is_an_object_without_other_keys() {
        let shelf = json!({
            "title": "book shelf",
            "description": "A place for books.",
            "type": "object",
            "properties": {
                "open": {
                    "description": "Whether anybody may look.",
                    "anyOf": [{ "enum": [true, false, "yes", "no"] }, { "enum": ["sometimes"] }],
                },
                "shelves": {
                    "description": "The shelves in it.",
                    "type": "object",
                    "additionalProperties": {
                        "type": "array",
                        "items": { "$ref": "#/definitions/book-shelf" },
                    },
                },
            },
            "required": ["open"],
            "additionalProperties": false,
        });
        let mut whole = shelf.clone();
        whole["$schema"] = DRAFT.into();
        whole["$comment"] = "made by hand".into();
        whole["definitions"] = json!({ "book-shelf": shelf });
        let text = schema(&SHELF, "made by hand");
        assert_eq!(text.parse::<Value>().ok(), Some(whole));
        assert!(text.starts_with("{\n  \"$comment\""), "the head comes first");
    }

    #[test]
    fn a_word_that_is_a_number_needs_no_quotes() {
        let mut definitions = Definitions { names: &AnyNames, made: BTreeMap::new() };
        let shape = definitions.shape(&Shape::OneOf(&["1", "none"]));
        assert_eq!(shape, json!({ "enum": ["1", "none", 1] }));
    }

    /// Each table name is unique in a schema.
    #[test]
    fn tables_have_names_of_their_own() {
        fn visit(shape: &Shape, seen: &mut BTreeMap<&str, String>) {
            match shape {
                Shape::Table(table) => {
                    // Not the shapes: a table may refer to itself.
                    let text = format!("{} {:?}", table.doc, table.names());
                    if let Some(other) = seen.insert(table.name, text.clone()) {
                        assert_eq!(other, text, "two tables are named `{}`", table.name);
                    } else {
                        table.keys.iter().for_each(|key| visit(&key.shape, seen));
                    }
                }
                Shape::List(inner) | Shape::MapOf(inner) | Shape::MapAmong(_, inner) => {
                    visit(inner, seen);
                }
                Shape::Either(shapes) => shapes.iter().for_each(|shape| visit(shape, seen)),
                _ => {}
            }
        }
        let mut seen = BTreeMap::new();
        for file in &FILES {
            visit(&Shape::Table(file.table), &mut seen);
        }
        assert!(seen.len() > 20);
    }
}
