//! The transcript of a run: what was planned, sent and answered, as lines of JSON. It contains everything that the
//! verdicts depend on, but no keys.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use http::{HeaderName, HeaderValue};
use serde::{Deserialize, Serialize};
use spec::Method;

use crate::exchange::{
    AttemptTrace, Exchange, ExpectedValues, Fault, Request, Response, ResponseBody, ScenarioTrace,
    StepTrace,
};
use crate::field_location::FieldLocation;
use crate::json::Json;
use crate::redact::Redactor;
use crate::target::{Fixtures, TargetFixture};

/// Version of the format.
const VERSION: u64 = 1;

/// The first line of the file.
#[derive(Serialize, Deserialize)]
struct Head {
    transcript: u64,
    run: PlannedRun,
}

/// What the plan of a run and the rules for its retries depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedRun {
    pub base_url: String,
    pub started_at: String,
    pub seed: u64,
    pub level: String,
    pub depth: String,
    /// Patterns of the selected clauses and scenarios; `None` selects all.
    pub only: Option<String>,
    /// The kinds of the keys.
    pub keys: BTreeSet<String>,
    pub fixtures: BTreeMap<String, Vec<FixtureLine>>,
    /// Values of path parameters that do not identify a record.
    #[serde(default)]
    pub parameters: BTreeMap<String, String>,
    /// Whether the run had exclusive access to the target.
    pub alone: bool,
    /// Whether retries waited for reads that lag behind writes.
    pub waits: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FixtureLine {
    id: String,
    account: String,
    facts: BTreeMap<String, String>,
}

/// A text that was received. Bytes that are not valid UTF-8 are written as U+FFFD. When it is read, the text is again
/// not valid UTF-8.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Received {
    Text(String),
    Bytes { invalid_utf8: String },
}

#[derive(Serialize, Deserialize)]
struct TraceLine {
    scenario: String,
    round: usize,
    attempt: usize,
    pauses: bool,
    fresh_fixtures: bool,
    mark: Option<String>,
    fixtures: BTreeMap<String, FixtureLine>,
    steps: Vec<StepLine>,
    finally: Vec<StepLine>,
}

#[derive(Serialize, Deserialize)]
struct StepLine {
    attempts: Vec<AttemptLine>,
    #[serde(default, skip_serializing_if = "ValuesLine::is_empty")]
    values: ValuesLine,
}

#[derive(Serialize, Deserialize)]
struct AttemptLine {
    exchanges: Vec<ExchangeLine>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    reread: Vec<ExchangeLine>,
    complete: bool,
}

#[derive(Serialize, Deserialize)]
struct ExchangeLine {
    number: u32,
    method: String,
    target: String,
    headers: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    body: Option<String>,
    #[serde(flatten)]
    outcome: OutcomeLine,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum OutcomeLine {
    Response { status: u16, headers: Vec<(String, Received)>, body: Received },
    Fault { name: String, detail: Option<String>, limit: Option<usize> },
}

#[derive(Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct ValuesLine {
    shows: Vec<String>,
    hides: Vec<String>,
    adds: Vec<String>,
    order: Vec<(String, String)>,
    equals: Vec<FieldLine>,
    differs: Vec<FieldLine>,
    near: Vec<FieldLine>,
}

impl ValuesLine {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A field of a response, and a value as JSON text.
#[derive(PartialEq, Serialize, Deserialize)]
struct FieldLine {
    member: String,
    item: Option<String>,
    field: String,
    value: String,
}

/// Writes a transcript. The traces are in order of round and scenario, whatever their order here.
pub fn write<'t>(
    run: &PlannedRun,
    traces: impl Iterator<Item = &'t ScenarioTrace>,
    redactor: &Redactor,
) -> serde_json::Result<String> {
    let mut traces: Vec<_> = traces.collect();
    traces.sort_by_key(|trace| (trace.round, trace.scenario.as_str()));
    let mut text = serde_json::to_string(&Head { transcript: VERSION, run: run.clone() })?;
    text.push('\n');
    let writer = Writer { redactor };
    for trace in traces {
        text.push_str(&serde_json::to_string(&writer.trace(trace))?);
        text.push('\n');
    }
    // The whole text is redacted once more, like every file that is written.
    Ok(redactor.text(&text))
}

/// Reads a transcript. The error says what is wrong with the file.
pub fn read(text: &str) -> Result<(PlannedRun, Vec<ScenarioTrace>), String> {
    let mut lines = (1..).zip(text.lines());
    let head = lines.next().map(|(_, line)| line).ok_or("is empty")?;
    let version: serde_json::Value =
        serde_json::from_str(head).map_err(|error| format!("is no transcript: {error}"))?;
    if version.get("transcript").and_then(serde_json::Value::as_u64) != Some(VERSION) {
        return Err(format!("has an unknown version; this program reads version {VERSION}"));
    }
    let head: Head =
        serde_json::from_value(version).map_err(|error| format!("is no transcript: {error}"))?;
    let traces = lines.map(|(number, line)| {
        let wrong = |why: String| format!("cannot be read in line {number}: {why}");
        let line: TraceLine = serde_json::from_str(line).map_err(|it| wrong(it.to_string()))?;
        line.trace().map_err(wrong)
    });
    Ok((head.run, traces.collect::<Result<_, String>>()?))
}

/// The fixtures in the form that the plan uses.
pub(super) fn fixtures(fixtures: &BTreeMap<String, Vec<FixtureLine>>) -> Fixtures {
    let all = |all: &Vec<FixtureLine>| all.iter().map(FixtureLine::fixture).collect();
    fixtures.iter().map(|(kind, fixtures)| (kind.clone(), all(fixtures))).collect()
}

/// The fixtures in the form that the transcript uses.
pub fn fixture_lines(
    fixtures: &Fixtures,
    redactor: &Redactor,
) -> BTreeMap<String, Vec<FixtureLine>> {
    let writer = Writer { redactor };
    let all = |all: &Vec<TargetFixture>| all.iter().map(|it| writer.fixture(it)).collect();
    fixtures.iter().map(|(kind, fixtures)| (kind.clone(), all(fixtures))).collect()
}

struct Writer<'r> {
    redactor: &'r Redactor,
}

impl Writer<'_> {
    fn text(&self, text: &str) -> String {
        self.redactor.shown(text)
    }

    fn texts(&self, texts: &[String]) -> Vec<String> {
        texts.iter().map(|text| self.text(text)).collect()
    }

    fn received(&self, bytes: &[u8]) -> Received {
        match std::str::from_utf8(bytes) {
            Ok(text) => Received::Text(self.text(text)),
            Err(_) => Received::Bytes { invalid_utf8: self.text(&String::from_utf8_lossy(bytes)) },
        }
    }

    fn fixture(&self, fixture: &TargetFixture) -> FixtureLine {
        let facts = fixture.facts.iter();
        FixtureLine {
            id: self.text(&fixture.id),
            account: fixture.account.clone(),
            facts: facts.map(|(name, value)| (name.clone(), self.text(value))).collect(),
        }
    }

    fn trace(&self, trace: &ScenarioTrace) -> TraceLine {
        let fixtures = trace.fixtures.iter();
        TraceLine {
            scenario: trace.scenario.clone(),
            round: trace.round,
            attempt: trace.attempt,
            pauses: trace.pauses,
            fresh_fixtures: trace.fresh_fixtures,
            mark: trace.mark.clone(),
            fixtures: fixtures.map(|(need, it)| (need.clone(), self.fixture(it))).collect(),
            steps: trace.steps.iter().map(|step| self.step(step)).collect(),
            finally: trace.finally.iter().map(|step| self.step(step)).collect(),
        }
    }

    fn step(&self, step: &StepTrace) -> StepLine {
        let exchanges = |all: &[Exchange]| all.iter().map(|it| self.exchange(it)).collect();
        let attempts = step.attempts.iter().map(|attempt| AttemptLine {
            exchanges: exchanges(&attempt.exchanges),
            reread: exchanges(&attempt.reread),
            complete: attempt.complete,
        });
        StepLine { attempts: attempts.collect(), values: self.values(&step.values) }
    }

    fn values(&self, values: &ExpectedValues) -> ValuesLine {
        let fields = |fields: &[(FieldLocation, Json)]| {
            let line = |(at, value): &(FieldLocation, Json)| FieldLine {
                member: at.member.clone(),
                item: at.item.as_ref().map(|item| self.text(item)),
                field: at.field.clone(),
                value: self.text(&value.to_string()),
            };
            fields.iter().map(line).collect()
        };
        let order = values.order.iter();
        ValuesLine {
            shows: self.texts(&values.shows),
            hides: self.texts(&values.hides),
            adds: self.texts(&values.adds),
            order: order.map(|(one, other)| (self.text(one), self.text(other))).collect(),
            equals: fields(&values.equals),
            differs: fields(&values.differs),
            near: fields(&values.near),
        }
    }

    fn exchange(&self, exchange: &Exchange) -> ExchangeLine {
        let Request { method, target, headers, body } = exchange.request.shown(self.redactor);
        let outcome = match &exchange.outcome {
            Ok(response) => OutcomeLine::Response {
                status: response.status,
                headers: response
                    .headers
                    .iter()
                    .map(|(name, value)| (name.to_string(), self.received(value.as_bytes())))
                    .collect(),
                body: self.received(&response.body),
            },
            Err(fault) => self.fault(fault),
        };
        let method = method.as_str().to_owned();
        ExchangeLine { number: exchange.number, method, target, headers, body, outcome }
    }

    fn fault(&self, fault: &Fault) -> OutcomeLine {
        let (detail, limit) = match fault {
            Fault::Unsendable(why) | Fault::Connect(why) | Fault::Tls(why) | Fault::Broken(why) => {
                (Some(self.text(why)), None)
            }
            Fault::TooLarge(limit) | Fault::HeadTooLarge(limit) | Fault::TooMuch(limit) => {
                (None, Some(*limit))
            }
            _ => (None, None),
        };
        OutcomeLine::Fault { name: fault.name().to_owned(), detail, limit }
    }
}

impl Received {
    fn bytes(self) -> Vec<u8> {
        match self {
            Self::Text(text) => text.into_bytes(),
            Self::Bytes { invalid_utf8 } => {
                let mut bytes = Vec::new();
                let mut encoded = [0; 4];
                for c in invalid_utf8.chars() {
                    match c {
                        char::REPLACEMENT_CHARACTER => bytes.push(0xff),
                        c => bytes.extend(c.encode_utf8(&mut encoded).as_bytes()),
                    }
                }
                bytes
            }
        }
    }
}

impl FixtureLine {
    fn fixture(&self) -> TargetFixture {
        let Self { id, account, facts } = self.clone();
        TargetFixture { id, account, facts: Arc::new(facts) }
    }
}

impl TraceLine {
    fn trace(self) -> Result<ScenarioTrace, String> {
        let fixtures = self.fixtures.iter();
        let steps = |steps: Vec<StepLine>| -> Result<Vec<_>, String> {
            steps.into_iter().map(StepLine::trace).collect()
        };
        Ok(ScenarioTrace {
            fixtures: Arc::new(fixtures.map(|(need, it)| (need.clone(), it.fixture())).collect()),
            scenario: self.scenario,
            attempt: self.attempt,
            round: self.round,
            pauses: self.pauses,
            fresh_fixtures: self.fresh_fixtures,
            mark: self.mark,
            steps: steps(self.steps)?,
            finally: steps(self.finally)?,
            redactor: Redactor::default(),
        })
    }
}

impl StepLine {
    fn trace(self) -> Result<StepTrace, String> {
        let attempt = |attempt: AttemptLine| {
            let exchanges = |all: Vec<ExchangeLine>| -> Result<Vec<_>, String> {
                all.into_iter().map(ExchangeLine::exchange).collect()
            };
            Ok::<_, String>(AttemptTrace {
                exchanges: exchanges(attempt.exchanges)?,
                reread: exchanges(attempt.reread)?,
                complete: attempt.complete,
            })
        };
        let attempts: Result<_, String> = self.attempts.into_iter().map(attempt).collect();
        Ok(StepTrace { attempts: attempts?, values: self.values.values()? })
    }
}

impl ValuesLine {
    fn values(self) -> Result<ExpectedValues, String> {
        let fields = |fields: Vec<FieldLine>| -> Result<Vec<_>, String> {
            let field = |FieldLine { member, item, field, value }| {
                let json = Json::parse(value.as_bytes()).ok_or(format!("`{value}` is no JSON"))?;
                Ok((FieldLocation { member, item, field }, json))
            };
            fields.into_iter().map(field).collect()
        };
        Ok(ExpectedValues {
            equals: fields(self.equals)?,
            differs: fields(self.differs)?,
            near: fields(self.near)?,
            shows: self.shows,
            hides: self.hides,
            adds: self.adds,
            order: self.order,
        })
    }
}

impl ExchangeLine {
    fn exchange(self) -> Result<Exchange, String> {
        let Self { number, method, target, headers, body, outcome } = self;
        let known = Method::ALL.into_iter().find(|known| known.as_str() == method);
        let method = known.ok_or_else(|| format!("unknown method `{method}`"))?;
        let request = Arc::new(Request { method, target, headers, body });
        Ok(Exchange { number, request, outcome: outcome.outcome()? })
    }
}

impl OutcomeLine {
    fn outcome(self) -> Result<Result<Response, Fault>, String> {
        match self {
            Self::Response { status, headers, body } => {
                let header = |(name, value): (String, Received)| {
                    let name = name.parse::<HeaderName>().map_err(|it| it.to_string())?;
                    let value = HeaderValue::from_bytes(&value.bytes());
                    Ok((name, value.map_err(|it| it.to_string())?))
                };
                let headers: Result<_, String> = headers.into_iter().map(header).collect();
                let body = ResponseBody::from(body.bytes());
                Ok(Ok(Response { status, headers: headers?, body }))
            }
            Self::Fault { name, detail, limit } => {
                let (why, limit) = (detail.unwrap_or_default(), limit.unwrap_or_default());
                let faults = [
                    Fault::Unsendable(why.clone()),
                    Fault::Connect(why.clone()),
                    Fault::Tls(why.clone()),
                    Fault::Timeout,
                    Fault::TooLarge(limit),
                    Fault::HeadTooLarge(limit),
                    Fault::TooMuch(limit),
                    Fault::Broken(why),
                    Fault::Stopped,
                    Fault::Unanswered,
                    Fault::Throttled,
                    Fault::NotStarted,
                    Fault::Oversized,
                    Fault::FailedFast,
                    Fault::Unsettled,
                ];
                let known = faults.into_iter().find(|fault| fault.name() == name);
                Ok(Err(known.ok_or_else(|| format!("unknown fault `{name}`"))?))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = r#"{"transcript":1,"run":{"base_url":"http://h","started_at":"2026-01-01T00:00:00Z","seed":1,"level":"own","depth":"quick","only":null,"keys":[],"fixtures":{},"alone":true,"waits":false}}"#;

    #[test]
    fn values_of_path_parameters_are_kept() {
        let (mut run, _) = read(OLD).unwrap();
        assert!(run.parameters.is_empty());
        run.parameters.insert("project".to_owned(), "main road".to_owned());
        let text = write(&run, std::iter::empty(), &Redactor::default()).unwrap();
        assert_eq!(read(&text).unwrap().0, run);
    }
}
