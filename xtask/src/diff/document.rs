//! What differs between two OpenAPI documents.

use serde_json::Value;

/// The document without texts for people.
pub fn without_texts(document: &mut Value) {
    match document {
        Value::Object(members) => {
            for name in ["description", "summary", "title"] {
                // A property may have such a name, too: then it is a schema.
                if members.get(name).is_some_and(Value::is_string) {
                    members.remove(name);
                }
            }
            members.values_mut().for_each(without_texts);
        }
        Value::Array(items) => items.iter_mut().for_each(without_texts),
        _ => {}
    }
}
