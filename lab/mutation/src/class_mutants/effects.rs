//! What a server does wrong with the values of a class.

use referral_conformance::exchange::Request;
use referral_conformance::json::Json;
use spec::{InputPart, InputRef};

use super::classes::{Kind, ValueClass};
use crate::edit;
use crate::intercept::{Intercept, InterceptContext};
use crate::intercepts::{edit_request, respond};
use crate::synthetic::{server_error, undocumented_refusal};

/// What a server does wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    ServerError,
    Refused,
    Lost,
    Bent,
    Truncated,
    Replaced,
    Accepted,
}

impl Effect {
    /// The effects on values of a class.
    pub(super) fn of(class: ValueClass) -> &'static [Self] {
        match class.kind {
            Kind::Malformed => &[Self::ServerError, Self::Accepted],
            Kind::Word => &[Self::ServerError, Self::Refused, Self::Lost, Self::Replaced],
            Kind::Text | Kind::Time | Kind::Number => &[
                Self::ServerError,
                Self::Refused,
                Self::Lost,
                Self::Bent,
                Self::Truncated,
                Self::Replaced,
            ],
        }
    }

    /// Whether the value is accepted, and another one is stored.
    pub(super) fn changes_value(self) -> bool {
        matches!(self, Self::Lost | Self::Bent | Self::Truncated | Self::Replaced)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::ServerError => "server_error",
            Self::Refused => "refused",
            Self::Lost => "lost",
            Self::Bent => "bent",
            Self::Truncated => "truncated",
            Self::Replaced => "replaced",
            Self::Accepted => "accepted",
        }
    }

    pub(super) fn statement(self) -> &'static str {
        match self {
            Self::ServerError => "the server responds to such a value with 500 and no error body",
            Self::Refused => "such a value is refused",
            Self::Lost => "such a value is accepted and not stored",
            Self::Bent => "such a value is accepted and stored a little changed",
            Self::Truncated => "such a value is accepted and stored without its end",
            Self::Replaced => "such a value is accepted, and an ordinary one is stored",
            Self::Accepted => "such a value is accepted",
        }
    }

    /// The behaviour, for values of the class in this input.
    pub(super) fn intercept(self, part: InputPart, wire: &str, class: ValueClass) -> Intercept {
        let input = InputRef { part, name: wire.to_owned() };
        let at = input.clone();
        let intercept = match self {
            Self::ServerError => respond(|_| server_error()),
            Self::Refused => respond(|cx| undocumented_refusal(cx.contract)),
            _ => edit_request(move |cx| self.edit(cx, &at, class.kind)),
        };
        intercept.when(move |cx| cx.call.sent.get(&input).is_some_and(|value| class.holds(value)))
    }

    /// The request with the value that is stored.
    fn edit(self, cx: &InterceptContext<'_>, at: &InputRef, kind: Kind) -> Request {
        let sent = cx.call.sent.get(at).map(|value| match value {
            Json::Text(text) | Json::Number(text) => text.clone(),
            other => other.to_string(),
        });
        let sent = sent.unwrap_or_default();
        let stored = match (self, kind) {
            (Self::Lost, _) => None,
            (Self::Accepted, _) => Some(Json::Text(format!(
                "valid.{:x}@example.org",
                fingerprint(&cx.request.target, &sent)
            ))),
            (Self::Replaced, Kind::Time) => Some(Json::Text("2020-01-01T00:00:00Z".to_owned())),
            (Self::Replaced, Kind::Number) => Some(Json::Number("5".to_owned())),
            (Self::Replaced, Kind::Word) => Some(other_word(&sent)),
            (Self::Replaced, _) => Some(Json::Text(ordinary(&sent))),
            (_, Kind::Time) => Some(Json::Text(bent_time(&sent, self))),
            (_, Kind::Number) => Some(bent_number(&sent, self)),
            (Self::Truncated, _) => Some(Json::Text(truncated(&sent))),
            _ => Some(Json::Text(bent(&sent))),
        };
        match (at.part, stored) {
            (InputPart::Query, None) => {
                edit::without_query(cx.call.operation, cx.request, &at.name)
            }
            (InputPart::Query, Some(value)) => {
                let text = value.text().map_or_else(|| value.to_string(), str::to_owned);
                edit::with_query(cx.call.operation, cx.request, &at.name, &text)
            }
            (_, None) => edit::without_body_member(cx.request, &at.name),
            (_, Some(value)) => edit::with_body_member(cx.request, &at.name, value),
        }
    }
}

/// Another text of about the same kind: of an address, its local part changes.
fn ordinary(text: &str) -> String {
    match text.rsplit_once('@') {
        Some((local, domain)) => format!("x{}@{domain}", local.len()),
        None => "Ada".to_owned(),
    }
}

/// As a filter of characters or a wrong encoding leaves it: what is not a letter or digit of ASCII becomes a question mark,
/// or else the case of the first letter changes.
fn bent(text: &str) -> String {
    let (local, domain) =
        text.rsplit_once('@').map_or((text, None), |(local, domain)| (local, Some(domain)));
    let filtered: String = local
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == ' ' { c } else { '?' })
        .collect();
    let changed = if filtered == local {
        let mut letters = local.chars();
        let first = letters.next().map(|c| if c == 'x' { 'y' } else { 'x' });
        first.into_iter().chain(letters).collect()
    } else if domain.is_some() {
        filtered.replace('?', "")
    } else {
        filtered
    };
    domain.map_or(changed.clone(), |domain| format!("{changed}@{domain}"))
}

/// Without the last third, or of an address, the last letter of its local part. Of a long text, the beginning that is left is
/// shorter than what every service keeps: the document does not limit the length.
fn truncated(text: &str) -> String {
    if let Some((local, domain)) = text.rsplit_once('@') {
        let kept: String =
            local.chars().take(local.chars().count().saturating_sub(1).max(1)).collect();
        return format!("{kept}@{domain}");
    }
    let count = text.chars().count();
    text.chars().take((count - count.div_ceil(3)).min(SHORT_COLUMN)).collect()
}

/// The length of a column that is too short for ordinary names.
const SHORT_COLUMN: usize = 20;

/// The offset is ignored, or the time of day is.
fn bent_time(text: &str, effect: Effect) -> String {
    let moment = text.get(..19).unwrap_or(text);
    let is_utc = text.ends_with('Z') || text.ends_with("+00:00");
    match effect {
        Effect::Truncated => format!("{}T00:00:01Z", text.get(..10).unwrap_or(text)),
        // A time in UTC is taken for one of another zone.
        _ if is_utc => format!("{moment}+02:00"),
        _ => format!("{moment}Z"),
    }
}

fn bent_number(text: &str, effect: Effect) -> Json {
    let value: f64 = text.parse().unwrap_or_default();
    let changed = match effect {
        Effect::Truncated if value.fract() != 0.0 => value.trunc(),
        Effect::Truncated => (value / 10.0).trunc(),
        _ => value + 0.01,
    };
    Json::Number(format!("{changed:.2}"))
}

fn other_word(text: &str) -> Json {
    match text {
        "true" => Json::Bool(false),
        "false" => Json::Bool(true),
        "US" => Json::Text("GB".to_owned()),
        _ => Json::Text("US".to_owned()),
    }
}

/// A number that the same request has again.
fn fingerprint(target: &str, sent: &str) -> u64 {
    let bytes = target.bytes().chain(sent.bytes());
    bytes.fold(17, |hash, byte| hash.wrapping_mul(31).wrapping_add(u64::from(byte)))
}
