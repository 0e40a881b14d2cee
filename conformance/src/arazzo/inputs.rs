//! The inputs of a workflow: what comes from a target file, from the clock, or from chance.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use spec::{Contract, FactDeclaration, TimestampForm, Type};

use crate::contract;
use crate::scenario::Need;
use crate::target::EmailDomain;

use super::text::Text;

/// The inputs so far, each with its JSON Schema.
#[derive(Default)]
pub(super) struct Inputs(BTreeMap<String, Value>);

impl Inputs {
    /// An input as an expression. Fails with the reason if another one has its name.
    fn add(&mut self, name: String, schema: Value) -> Result<Text, String> {
        let expression = Text::Expression(format!("$inputs.{name}"));
        match self.0.get(&name) {
            Some(known) if *known != schema => Err(format!("two inputs have the name `{name}`")),
            _ => {
                self.0.insert(name, schema);
                Ok(expression)
            }
        }
    }

    /// Text that is unique to an execution.
    pub(super) fn run(&mut self) -> Result<Text, String> {
        let about = "Letters and digits that no other execution has: they make its records unique.";
        let pattern = "^[A-Za-z0-9]+$";
        self.add(
            "run".to_owned(),
            json!({ "type": "string", "pattern": pattern, "description": about }),
        )
    }

    /// The domain of generated e-mail addresses.
    pub(super) fn email_domain(&mut self) -> Result<Text, String> {
        let default = EmailDomain::default().to_string();
        let about = "The domain of generated e-mail addresses.";
        let schema = json!({ "type": "string", "default": default, "description": about });
        self.add("email_domain".to_owned(), schema)
    }

    /// A key of a kind.
    pub(super) fn key(&mut self, contract: &Contract, kind: &str) -> Result<Text, String> {
        let declared = contract.service.keys.iter().find(|key| key.name == kind);
        let about = declared.map_or("", |key| key.description.as_str());
        let name = match contract::usual_key(contract) {
            Some(usual) if usual != kind => format!("api_key_{kind}"),
            _ => "api_key".to_owned(),
        };
        let schema = json!({ "type": "string", "format": "password", "description": about });
        self.add(name, schema)
    }

    /// A time before the execution.
    pub(super) fn ago(&mut self, seconds: i64, form: TimestampForm) -> Result<Text, String> {
        let (suffix, example) = match form {
            TimestampForm::Utc => ("", "2026-01-31T12:00:00Z"),
            TimestampForm::Fraction => ("_fraction", "2026-01-31T12:00:00.250Z"),
            TimestampForm::OffsetAhead => ("_offset_ahead", "2026-01-31T12:00:00+05:45"),
            TimestampForm::OffsetBehind => ("_offset_behind", "2026-01-31T12:00:00-03:30"),
        };
        let about =
            format!("The time {seconds} seconds before the execution, written like `{example}`.");
        let schema = json!({ "type": "string", "description": about });
        self.add(format!("ago_{seconds}s{suffix}"), schema)
    }

    /// The id or a fact of a fixture, less a number.
    pub(super) fn fact(
        &mut self,
        contract: &Contract,
        need: &Need,
        fact: &str,
        less: u32,
    ) -> Result<Text, String> {
        let declared = contract::fixture(contract, &need.kind);
        let mut facts = declared.into_iter().flat_map(|fixture| &fixture.facts);
        let ty = facts.find(|known| known.name == fact).map_or("string", json_type);
        let (of, kind) = (&need.name, &need.kind);
        let mut name = format!("{of}_{fact}");
        let mut about = match fact {
            "id" => format!("The id of the fixture `{of}` of kind `{kind}`"),
            _ => format!("The `{fact}` of the fixture `{of}`"),
        };
        if less > 0 {
            name.push_str(&format!("_minus_{less}"));
            about.push_str(&format!(", minus {less}"));
        }
        if contract::usual_key(contract).is_some_and(|usual| usual != need.account) {
            about.push_str(&format!(", of the account of the key `{}`", need.account));
        }
        for (member, value) in &need.given {
            about.push_str(&format!(", whose `{member}` is `{value}`"));
        }
        self.add(name, json!({ "type": ty, "description": about + "." }))
    }

    /// The JSON Schema of all inputs. Those without a default are required.
    pub(super) fn schema(self) -> Value {
        let has_no_default = |(_, schema): &(&String, &Value)| schema.get("default").is_none();
        let required: Vec<_> = self.0.iter().filter(has_no_default).map(|(name, _)| name).collect();
        let (required, properties) = (json!(required), json!(self.0));
        json!({ "type": "object", "required": required, "properties": properties })
    }
}

fn json_type(fact: &FactDeclaration) -> &'static str {
    match fact.ty {
        Type::Integer => "integer",
        Type::Number => "number",
        Type::Boolean => "boolean",
        _ => "string",
    }
}
