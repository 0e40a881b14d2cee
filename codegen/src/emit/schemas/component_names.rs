//! Names of the schemas of an OpenAPI document that have no name in the contract: bodies, lists of values and messages.

use std::collections::BTreeMap;

use spec::{Contract, Operation, QueryParameter, Type};

use super::messages::{constants, refusals};
use crate::names::{self, Namespace};
use crate::plan::condition;

/// The names, each used once among the schemas of the document.
pub struct ComponentNames {
    names: BTreeMap<String, String>,
    pub lists: Vec<ValueList>,
}

/// A schema of listed values. Where it is used, other values are allowed, too.
pub struct ValueList {
    pub name: String,
    pub about: String,
    pub values: Vec<String>,
    /// Names of the values as constants, for generators that read `x-enum-varnames`; empty if they follow from the values.
    pub constants: Vec<String>,
}

impl ComponentNames {
    /// The names for a contract. Records and the error body keep theirs.
    pub fn new(contract: &Contract) -> Self {
        let mut builder = Builder {
            namespace: Namespace::new("the schemas", ""),
            names: ComponentNames { names: BTreeMap::new(), lists: Vec::new() },
        };
        for record in contract.records() {
            builder.namespace.claim_numbered(names::exact(&record.name), "record");
        }
        builder.namespace.claim_numbered(names::exact(&error_name(contract)), "error body");
        for record in contract.records() {
            for field in &record.fields {
                let others = if field.complete { "" } else { OTHERS };
                let values = (known(&field.ty), others);
                builder.add_values(&record.name, &field.wire, &field.name, values);
            }
        }
        for operation in contract.operations() {
            let id = operation.id.as_str();
            builder.add(id, REQUEST, "request");
            builder.add(id, RESPONSE, "response");
            for parameter in &operation.query {
                let (name, values) = (&parameter.name, values_of_query(parameter));
                builder.add_values(id, &in_query(name), name, (values, OTHERS));
            }
            for field in &operation.body {
                let values = (known(&field.ty), OTHERS);
                builder.add_values(id, &field.wire, &field.name, values);
            }
        }
        builder.add_messages(contract);
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

    /// The error body of an operation with messages of its own.
    pub fn refusal(&self, operation: &str) -> Option<&str> {
        self.find(operation, REFUSAL)
    }

    /// The messages of an operation; without an operation or messages of its own, those of every operation.
    pub fn messages(&self, operation: Option<&Operation>) -> Option<&str> {
        let own = operation.and_then(|operation| self.find(&operation.id, MESSAGE));
        own.or_else(|| self.find(ERROR, MESSAGE_OF_ALL))
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
        self.names.get(&key(owner, part)).map(String::as_str)
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
    /// Without the last word of the name, openapi-generator gives the same name to the type of the member.
    fn add_values(
        &mut self,
        owner: &str,
        part: &str,
        word: &str,
        (values, others): (Vec<&str>, &str),
    ) {
        if values.is_empty() {
            return;
        }
        let name = self.add(owner, part, &format!("{word}_value"));
        let wire = part.strip_prefix(QUERY).unwrap_or(part);
        let about = format!("The documented values of `{wire}` in `{owner}`{others}.");
        let values = values.into_iter().map(str::to_owned).collect();
        self.names.lists.push(ValueList { name, about, values, constants: Vec::new() });
    }

    /// The messages of every operation, and those of each operation with messages of its own.
    fn add_messages(&mut self, contract: &Contract) {
        let of_all = refusals(contract, None);
        if !constants(&of_all).is_empty() {
            let name = self.add(ERROR, MESSAGE_OF_ALL, "message");
            let about = of_all.iter().filter_map(|case| {
                let others = contract.indistinct_cases(None, case).skip(1);
                let others = others
                    .map(|other| format!("; the difference to {} is not shown", other.title()));
                let when =
                    condition(case).unwrap_or_else(|| "the condition is not shown".to_owned());
                case.text()
                    .map(|_| format!("- {}: {when}{}", case.title(), others.collect::<String>()))
            });
            let about = about.collect::<Vec<_>>().join("\n");
            let about = format!(
                "The documented messages of every operation; others are possible.\n\n{about}"
            );
            self.add_list(name, about, constants(&of_all));
        }
        let known = constants(&of_all);
        for operation in contract.operations() {
            let own: Vec<_> = operation.errors.iter().collect();
            let is_known = |text: &String| known.iter().any(|(_, known)| known == text);
            if constants(&own).iter().all(|(_, text)| is_known(text)) {
                continue;
            }
            self.add(&operation.id, REFUSAL, "refusal");
            let name = self.add(&operation.id, MESSAGE, "message");
            let about =
                format!("The documented messages of `{}`; others are possible.", operation.id);
            self.add_list(name, about, constants(&refusals(contract, Some(operation))));
        }
    }

    fn add_list(&mut self, name: String, about: String, constants: Vec<(String, String)>) {
        let (constants, values) = constants.into_iter().unzip();
        self.names.lists.push(ValueList { name, about, values, constants });
    }

    fn add(&mut self, owner: &str, part: &str, word: &str) -> String {
        let name = names::plain(&names::pascal(&format!("{owner}_{word}")));
        // OpenAPI restricts the names of components to ASCII.
        let ascii: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        let name = names::plain(&self.namespace.claim_numbered(names::pascal(&ascii), part));
        self.names.names.insert(key(owner, part), name.clone());
        name
    }
}

/// Added to a description if the listed values are not the only possible ones.
const OTHERS: &str = "; others are possible";

// With a blank at the start, distinct from the names of members.
const REQUEST: &str = " request";
const RESPONSE: &str = " response";
const REFUSAL: &str = " refusal";
const MESSAGE: &str = " message";
const MESSAGE_OF_ALL: &str = " message of all";
const QUERY: &str = " query ";

/// The owner of the messages of every operation.
const ERROR: &str = "error";

fn in_query(parameter: &str) -> String {
    format!("{QUERY}{parameter}")
}

fn key(owner: &str, part: &str) -> String {
    format!("{owner}/{part}")
}

fn values_of_query(parameter: &QueryParameter) -> Vec<&str> {
    if parameter.values.is_empty() {
        return known(&parameter.ty);
    }
    parameter.values.iter().map(|value| value.wire.as_str()).collect()
}

fn known(ty: &Type) -> Vec<&str> {
    match ty {
        Type::Enumeration(values) => values.iter().map(String::as_str).collect(),
        Type::List(item) | Type::Map(item) => known(item),
        _ => Vec::new(),
    }
}
