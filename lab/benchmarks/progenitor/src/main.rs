//! progenitor as a baseline: `prepare` converts the OpenAPI document into one that progenitor supports, `generate`
//! generates a formatted client from it, as the command of progenitor does.
//!
//! ```text
//! progenitor-baseline prepare openapi.yaml openapi.json
//! progenitor-baseline generate openapi.json client.rs
//! ```

use std::error::Error;
use std::fs;

use openapiv3::OpenAPI;
use progenitor_impl::Generator;
use serde_json::{Map, Value};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [command, from, to] = arguments.as_slice() else {
        return Err("usage: progenitor-baseline prepare|generate FROM TO".into());
    };
    let text = fs::read_to_string(from)?;
    let output = match command.as_str() {
        "prepare" => serde_json::to_string(&prepare(serde_yaml::from_str(&text)?))?,
        "generate" => generate(&serde_json::from_str(&text)?)?,
        _ => return Err(format!("unknown command {command}").into()),
    };
    Ok(fs::write(to, output)?)
}

fn generate(api: &OpenAPI) -> Result<String, Box<dyn Error>> {
    let tokens = Generator::default().generate_tokens(api)?;
    Ok(prettyplease::unparse(&syn::parse2(tokens)?))
}

/// Keys that progenitor does not support: `examples` of 3.1, and `default` in open enums and responses.
const UNSUPPORTED: [&str; 2] = ["examples", "default"];

/// Converts OpenAPI 3.1 to 3.0 and removes extensions.
fn prepare(mut document: Value) -> Value {
    lower(&mut document);
    document["openapi"] = "3.0.3".into();
    document
}

fn lower(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(lower),
        Value::Object(members) => {
            members.retain(|name, _| !name.starts_with("x-") && !UNSUPPORTED.contains(&name.as_str()));
            nullable(members);
            members.values_mut().for_each(lower);
        }
        _ => {}
    }
}

/// `type: [T, "null"]` is `type: T, nullable: true` in 3.0.
fn nullable(members: &mut Map<String, Value>) {
    let Some(Value::Array(types)) = members.get("type") else {
        return;
    };
    if let Some(other) = types.iter().find(|name| *name != "null").cloned() {
        members.insert("type".to_owned(), other);
        members.insert("nullable".to_owned(), true.into());
    }
}
