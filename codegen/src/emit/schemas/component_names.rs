//! Names of the schemas of an OpenAPI document that have no name in the contract: bodies and lists of values.

use std::collections::BTreeMap;

use spec::{Contract, Type};

use crate::names::{self, Namespace};

/// The names, each used once among the schemas of the document.
pub struct ComponentNames(BTreeMap<String, String>);

impl ComponentNames {
    /// The names for a contract. Records and the error body keep theirs.
    pub fn new(contract: &Contract) -> Self {
        let mut builder = Builder {
            namespace: Namespace::new("the schemas", ""),
            names: ComponentNames(BTreeMap::new()),
        };
        for record in contract.records() {
            builder.namespace.claim_numbered(names::exact(&record.name), "record");
        }
        builder.namespace.claim_numbered(names::exact(&error_name(contract)), "error body");
        for record in contract.records() {
            for field in &record.fields {
                if is_enumeration(&field.ty) {
                    builder.add_values(&record.name, &field.wire, &field.name);
                }
            }
        }
        for operation in contract.operations() {
            let id = operation.id.as_str();
            builder.add(id, REQUEST, "request");
            builder.add(id, RESPONSE, "response");
            for parameter in &operation.query {
                if !parameter.values.is_empty() || is_enumeration(&parameter.ty) {
                    builder.add_values(id, &in_query(&parameter.name), &parameter.name);
                }
            }
            for field in operation.body.iter().filter(|field| is_enumeration(&field.ty)) {
                builder.add_values(id, &field.wire, &field.name);
            }
        }
        builder.names
    }

    /// The request body of an operation.
    pub fn request(&self, operation: &str) -> &str {
        self.find(operation, REQUEST).unwrap_or_default()
    }

    /// The success body of an operation.
    pub fn response(&self, operation: &str) -> &str {
        self.find(operation, RESPONSE).unwrap_or_default()
    }

    /// The values of a member of a record, or of the request body of an operation.
    pub fn values(&self, owner: &str, wire: &str) -> Option<&str> {
        self.find(owner, wire)
    }

    /// The values of a query parameter of an operation.
    pub fn query_values(&self, operation: &str, parameter: &str) -> Option<&str> {
        self.find(operation, &in_query(parameter))
    }

    fn find(&self, owner: &str, part: &str) -> Option<&str> {
        self.0.get(&key(owner, part)).map(String::as_str)
    }
}

/// The name of the error body's schema, distinct from those of records.
pub fn error_name(contract: &Contract) -> String {
    let mut name = "ErrorBody".to_owned();
    while contract.record(&name).is_some() {
        name.push('_');
    }
    name
}

struct Builder {
    namespace: Namespace,
    names: ComponentNames,
}

impl Builder {
    /// Without the last word, openapi-generator gives the same name to the type of the member.
    fn add_values(&mut self, owner: &str, part: &str, word: &str) {
        self.add(owner, part, &format!("{word}_value"));
    }

    fn add(&mut self, owner: &str, part: &str, word: &str) {
        let name = names::plain(&names::pascal(&format!("{owner}_{word}")));
        // OpenAPI restricts the names of components to ASCII.
        let ascii: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        let name = self.namespace.claim_numbered(names::pascal(&ascii), part);
        self.names.0.insert(key(owner, part), names::plain(&name));
    }
}

// With a blank at the start, distinct from the names of members.
const REQUEST: &str = " request";
const RESPONSE: &str = " response";

fn in_query(parameter: &str) -> String {
    format!(" query {parameter}")
}

fn key(owner: &str, part: &str) -> String {
    format!("{owner}/{part}")
}

fn is_enumeration(ty: &Type) -> bool {
    match ty {
        Type::Enumeration(_) => true,
        Type::List(item) => is_enumeration(item),
        _ => false,
    }
}
