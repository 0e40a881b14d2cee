//! Values of requests, written with runtime expressions.

use std::collections::{BTreeMap, BTreeSet};

use spec::{Contract, Format, Identifier, InputPart, InputRef, TimestampForm, Type};

use crate::digest::{digest, uuid};
use crate::json::Json;
use crate::scenario::{AnswerPath, ListEnd, Reference, Scenario, Template, TemplatePiece, Value};

use super::inputs::Inputs;
use super::text::Text;

/// A value, or the reason why it cannot be written.
pub(super) type Written<T> = Result<T, String>;

/// A value of a request.
#[derive(Clone, Debug)]
pub(super) enum Content {
    /// A text, or an expression for any value.
    Text(Text),
    /// Any other value.
    Json(Json),
}

/// A step that later ones can refer to.
struct NamedStep {
    id: String,
    /// Whether its outcome is known.
    is_certain: bool,
    /// Values of its answer that later steps use, each as an expression.
    outputs: BTreeMap<String, String>,
}

/// The values of a workflow.
pub(super) struct Values<'a> {
    pub(super) contract: &'a Contract,
    scenario: &'a Scenario,
    pub(super) inputs: Inputs,
    steps: BTreeMap<&'a str, NamedStep>,
    /// Steps that may find nothing: what refers to them is made only if they do.
    searches: BTreeSet<&'a str>,
    /// Whether a value refers to a step whose outcome is not known.
    pub(super) depends_on_open: bool,
}

impl<'a> Values<'a> {
    pub(super) fn new(contract: &'a Contract, scenario: &'a Scenario) -> Self {
        let searches = scenario.steps.iter().filter(|step| step.finds);
        Self {
            contract,
            scenario,
            inputs: Inputs::default(),
            steps: BTreeMap::new(),
            searches: searches.filter_map(|step| step.name.as_deref()).collect(),
            depends_on_open: false,
        }
    }

    /// The id of the step with this index. Programs confuse steps of the same id in two workflows.
    pub(super) fn step_id(&self, index: usize) -> String {
        let is_plain = |c: char| c.is_ascii_alphanumeric();
        format!("{}_{}", self.scenario.id.replace(|c| !is_plain(c), "_"), index + 1)
    }

    /// Lets later steps refer to a step by its name in the scenario.
    pub(super) fn name_step(&mut self, name: &'a str, id: String, is_certain: bool) {
        self.steps.insert(name, NamedStep { id, is_certain, outputs: BTreeMap::new() });
    }

    /// The outputs of a step that later ones use.
    pub(super) fn outputs(&mut self, name: &str) -> BTreeMap<String, String> {
        self.steps.remove(name).map(|step| step.outputs).unwrap_or_default()
    }

    /// The text of the step with this index.
    pub(super) fn text(&mut self, text: &Template, index: usize) -> Written<Text> {
        let pieces = text.pieces.iter().map(|piece| match piece {
            TemplatePiece::Literal(text) => Ok(Text::Literal(text.clone())),
            TemplatePiece::Reference(reference) => match self.reference(reference, index)? {
                Content::Json(Json::Null) => Err("it needs `null` as text".to_owned()),
                content => Ok(content.into_text()),
            },
        });
        Ok(Text::concat(pieces.collect::<Written<_>>()?))
    }

    /// A value of the step with this index. References to sent and received values keep their JSON type.
    pub(super) fn value(&mut self, value: &Value, index: usize) -> Written<Content> {
        match value {
            Value::Json(json) => Ok(Content::Json(json.clone())),
            Value::Text(text) => match text.whole() {
                Some(reference) => self.reference(reference, index),
                None => self.text(text, index).map(Content::Text),
            },
        }
    }

    fn reference(&mut self, reference: &Reference, index: usize) -> Written<Content> {
        let text = match reference {
            Reference::Run => self.inputs.run(),
            Reference::Scenario => self.mark(),
            Reference::Unique => self.unique(index),
            Reference::EmailDomain => self.inputs.email_domain(),
            Reference::Unknown(Identifier::Email) => self.email("unknown", index),
            Reference::Unknown(Identifier::Uuid) => Ok(Text::Literal(self.unknown_uuid(index))),
            Reference::Ago { seconds, form } => self.inputs.ago(*seconds, *form),
            Reference::Fixture { need, fact, less } => self.fact(need, fact, *less),
            Reference::Item(_) => Err("an item of a list is no value".to_owned()),
            Reference::Answer { step, place } => self.answer(step, place),
            Reference::Sent { step, input } => return self.sent(step, input),
        };
        text.map(Content::Text)
    }

    fn fact(&mut self, need: &str, fact: &str, less: u32) -> Written<Text> {
        let need = self.scenario.needs.iter().find(|known| known.name == need);
        let need = need.ok_or("a need that does not exist")?;
        self.inputs.fact(self.contract, need, fact, less)
    }

    /// A value that an earlier step sends, written as there.
    fn sent(&mut self, name: &str, input: &InputRef) -> Written<Content> {
        self.named(name)?;
        let (index, step) = self.scenario.step_among(usize::MAX, name).ok_or("no such step")?;
        if let Some(value) = step.inputs.set.get(input) {
            return self.value(value, index);
        }
        let operation = self.contract.operation(&step.call).ok_or("no such operation")?;
        let ty = match input.part {
            InputPart::Body => operation.body_field(&input.name).map(|field| &field.ty),
            InputPart::Query => operation.query_parameter(&input.name).map(|query| &query.ty),
            InputPart::Path => None,
        };
        self.minimal(ty.ok_or("a value that no step sends")?, index)
    }

    /// A member of the answer to an earlier step, which becomes an output of that step.
    fn answer(&mut self, name: &str, place: &AnswerPath) -> Written<Text> {
        if !self.named(name)?.is_certain {
            return Err(format!("it needs the response to `{name}`, which may be a refusal"));
        }
        let pointer = pointer(place)?;
        let step = self.named(name)?;
        let is_plain = |c: char| c.is_ascii_alphanumeric();
        let output = pointer.trim_start_matches('/').replace(|c| !is_plain(c), "_");
        step.outputs.insert(output.clone(), format!("$response.body#{pointer}"));
        Ok(Text::Expression(format!("$steps.{}.outputs.{output}", step.id)))
    }

    fn named(&mut self, name: &str) -> Written<&mut NamedStep> {
        if self.searches.contains(name) {
            return Err(format!("it is made only if `{name}` finds something"));
        }
        let step = self.steps.get_mut(name);
        let step = step.ok_or_else(|| format!("it needs `{name}`, which is left out"))?;
        self.depends_on_open |= !step.is_certain;
        Ok(step)
    }

    /// A valid value that no other request of any execution has.
    pub(super) fn minimal(&mut self, ty: &Type, index: usize) -> Written<Content> {
        let literal = |text: &str| Text::Literal(text.to_owned());
        let text = match ty {
            Type::Text(Some(Format::Email)) => self.email("conformance", index)?,
            Type::Text(Some(Format::Url)) => {
                Text::concat(vec![literal("https://example.com/"), self.unique(index)?])
            }
            Type::Text(Some(Format::Country)) => literal("NL"),
            Type::Text(Some(Format::Identifier)) => self.unique(index)?,
            Type::Text(None) | Type::Unknown(_) => {
                Text::concat(vec![literal("conformance "), self.unique(index)?])
            }
            Type::Timestamp(_) => self.inputs.ago(60, TimestampForm::Utc)?,
            Type::Enumeration(values) => literal(values.first().map_or("", String::as_str)),
            Type::Integer | Type::Number => {
                return Ok(Content::Json(Json::Number((index + 1).to_string())));
            }
            Type::Boolean => return Ok(Content::Json(Json::Bool(true))),
            Type::Record(_) => return Ok(Content::Json(Json::Map(Vec::new()))),
            Type::List(_) => return Ok(Content::Json(Json::List(Vec::new()))),
        };
        Ok(Content::Text(text))
    }

    /// Text that is unique to the scenario in an execution.
    fn mark(&mut self) -> Written<Text> {
        let mark = format!(".{:06x}", digest(&[&self.scenario.id]) & 0xff_ffff);
        Ok(Text::concat(vec![self.inputs.run()?, Text::Literal(mark)]))
    }

    /// Text that is unique to the step.
    pub(super) fn unique(&mut self, index: usize) -> Written<Text> {
        Ok(Text::concat(vec![self.mark()?, Text::Literal(format!(".{}", index + 1))]))
    }

    fn email(&mut self, name: &str, index: usize) -> Written<Text> {
        let parts = [
            Text::Literal(format!("{name}.")),
            self.unique(index)?,
            Text::Literal("@".to_owned()),
            self.inputs.email_domain()?,
        ];
        Ok(Text::concat(parts.into()))
    }

    /// A version 4 UUID that no server has given out, except by chance.
    fn unknown_uuid(&self, index: usize) -> String {
        uuid(&["unknown", &self.scenario.id, &index.to_string()])
    }
}

impl Content {
    /// The value within a text.
    fn into_text(self) -> Text {
        match self {
            Self::Text(text) => text,
            Self::Json(Json::Text(text)) => Text::Literal(text),
            Self::Json(json) => Text::Literal(json.to_string()),
        }
    }

    /// The value as text of a path, query or header.
    pub(super) fn written_text(self) -> Written<String> {
        self.into_text().written().ok_or_else(|| AMBIGUOUS.to_owned())
    }

    /// The value as JSON of a body.
    pub(super) fn written_json(self) -> Written<serde_json::Value> {
        match self {
            Self::Text(text) => text.written().map(Into::into).ok_or_else(|| AMBIGUOUS.to_owned()),
            Self::Json(json) => {
                let value: serde_json::Value =
                    serde_json::from_str(&json.to_string()).map_err(|error| error.to_string())?;
                let again = Json::parse(value.to_string().as_bytes());
                let is_exact = again.is_some_and(|again| again.is_same(&json));
                is_exact.then_some(value).ok_or_else(|| "a number that programs round".to_owned())
            }
        }
    }
}

const AMBIGUOUS: &str = "it sends text that would be read as an expression";

/// The JSON pointer of a member of an answer.
pub(super) fn pointer(place: &AnswerPath) -> Written<String> {
    let escaped = |name: &str| name.replace('~', "~0").replace('/', "~1");
    let (member, field) = (escaped(&place.member), escaped(&place.field));
    match place.item.as_deref() {
        None => Ok(format!("/{member}/{field}")),
        Some(Reference::Item(ListEnd::First)) => Ok(format!("/{member}/0/{field}")),
        Some(Reference::Item(ListEnd::Last)) => Err("it needs the last item of a list".to_owned()),
        Some(_) => Err("it needs the item of a list that holds a value".to_owned()),
    }
}
