//! References to values that are only known at run time: `run`, `ago 90s`,
//! `first.response.book.title`.
//!
//! A path such as `books[shelf.id].title` contains another reference, which selects the list item.

use std::collections::BTreeSet;
use std::fmt;

use jiff::{Span, SpanRelativeTo};
use spec::{
    Contract, Field, Identifier, InputPart, InputRef, Operation, Record, TimestampForm, Type,
    field_path,
};

use crate::contract;

/// The name of the need in a step with `each`.
pub(super) const EACH: &str = "each";

/// A reference to a value that is only known at run time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reference {
    /// `{run}`: the id of the run.
    Run,
    /// `{scenario}`: text that is unique to this attempt of this scenario.
    Scenario,
    /// `{unique}`: text that is unique to this step of this run.
    Unique,
    /// `{unique word}`: as `{unique}`, but letters only.
    UniqueWord,
    /// `{email domain}`: the domain of generated e-mail addresses.
    EmailDomain,
    /// `{unknown uuid}`, `{unknown string}`, `{unknown integer}`, `{unknown email}`: a valid identifier of no existing
    /// record.
    Unknown(Identifier),
    /// `{ago 90s}`, `{ago 90s offset_ahead}`: a time before the start of the run.
    Ago { seconds: i64, form: TimestampForm },
    /// `{shelf.id}`, `{shelf.opened_at}`: the id or a fact of a fixture in the target file;
    /// `{shelf.places - 1}`: one less than an integer fact.
    Fixture {
        need: String,
        /// `id` or a fact.
        fact: String,
        less: u32,
    },
    /// The first or last item of a list in a response path.
    Item(ListEnd),
    /// `{first.body.title}`: a value that an earlier step sent.
    Sent { step: String, input: InputRef },
    /// `{first.response.loan.due}`, `{all.response.loans[shelf.id].due}`: a value in the response to an
    /// earlier step; `{first.response.loan.due + 1}`: the next number, second or day.
    Response { step: String, place: ResponsePath, more: i64 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListEnd {
    First,
    Last,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResponsePath {
    /// Empty where the body is the record or the list.
    pub member: String,
    /// Selects the item of a list: by a value that only this item has, or by its position.
    pub item: Option<Box<Reference>>,
    /// Its name, or a path to a member of an object in the record.
    pub field: String,
}

/// The names that references may begin with.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub(super) needs: BTreeSet<String>,
    pub(super) steps: BTreeSet<String>,
    /// The need that `each` denotes in the current step.
    pub(super) each: Option<String>,
}

impl Reference {
    /// Parses the text between braces. Without names, every name is taken as known: of a fixture if one word follows, or
    /// else of a step. The error is a message.
    pub(super) fn parse(inside: &str, names: Option<&Names>) -> Result<Self, String> {
        let words: Vec<&str> = inside.split_whitespace().collect();
        match words.as_slice() {
            ["run"] => Ok(Self::Run),
            ["scenario"] => Ok(Self::Scenario),
            ["unique"] => Ok(Self::Unique),
            ["unique", "word"] => Ok(Self::UniqueWord),
            ["email", "domain"] => Ok(Self::EmailDomain),
            ["unknown", kind] => unknown(kind),
            ["ago", length] => ago(length, "utc"),
            ["ago", length, form] => ago(length, form),
            [dotted] if dotted.contains('.') => named(dotted, names),
            [dotted, sign @ ("-" | "+"), by] if dotted.contains('.') => {
                moved(named(dotted, names)?, sign, by)
            }
            _ => Err(format!(
                "`{{{inside}}}` is no reference; there are `{{run}}`, `{{scenario}}`, `{{unique}}`, `{{unique word}}`, \
                 `{{email domain}}`, `{{unknown uuid}}`, `{{unknown email}}`, `{{ago 90s}}`, `{{NEED.id}}`, `{{NEED.FACT - 1}}`, `{{STEP.body.NAME}}` and \
                 `{{STEP.response.MEMBER.FIELD}}`"
            )),
        }
    }

    /// The need or the step that it begins with.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Fixture { need: name, .. }
            | Self::Sent { step: name, .. }
            | Self::Response { step: name, .. } => Some(name),
            _ => None,
        }
    }

    /// This reference, and the one within it that selects a list item.
    pub fn with_inner(&self) -> impl Iterator<Item = &Self> {
        let inner = match self {
            Self::Response { place, .. } => place.item.as_deref(),
            _ => None,
        };
        [Some(self), inner].into_iter().flatten()
    }
}

impl ResponsePath {
    /// The field of the success body that the path leads to, if it is documented.
    pub fn stated_field<'c>(
        &self,
        contract: &'c Contract,
        operation: &Operation,
    ) -> Option<&'c Field> {
        let members = contract::envelope(operation).unwrap_or_default();
        let member = members.iter().find(|known| known.wire == self.member);
        // Where the body is the record, the path may lead to a member of an object in it.
        let bare = || members.iter().find(|known| known.wire.is_empty());
        let (member, path) = match member {
            Some(member) => (member, self.field.clone()),
            None => (bare()?, field_path(&self.member, &self.field)),
        };
        let fits = match &member.ty {
            Type::Record(_) => self.item.is_none(),
            Type::List(_) => self.item.is_some(),
            _ => false,
        };
        let field = contract.member(member.ty.record()?, &path)?;
        (fits && field.present.stated() == Some(&true)).then_some(field)
    }

    /// The record that has the field, if it is documented.
    pub(super) fn stated_record<'c>(
        &self,
        contract: &'c Contract,
        operation: &Operation,
    ) -> Option<&'c Record> {
        let mut members = contract::envelope(operation)?.iter();
        contract.record(members.find(|known| known.wire == self.member)?.ty.record()?)
    }

    pub fn written(&self) -> String {
        match &self.item {
            Some(item) => format!("{}[{item}].{}", self.member, self.field),
            None => field_path(&self.member, &self.field),
        }
    }

    /// Parses a path. The error is a message.
    pub(super) fn parse(text: &str, names: Option<&Names>) -> Result<Self, String> {
        let wrong = || {
            format!(
                "`{text}` is not a field of a record; write `MEMBER.FIELD` or `LIST[NEED.id].FIELD`, or `FIELD` or \
                 `[NEED.id].FIELD` where the body is the record or the list"
            )
        };
        let (member, field, item) = match text.split_once('[') {
            None => {
                let (member, field) = text.split_once('.').unwrap_or((text, ""));
                Some(if field.is_empty() { ("", member, None) } else { (member, field, None) })
            }
            Some((member, rest)) => {
                rest.split_once("].").map(|(selector, field)| (member, field, Some(selector)))
            }
        }
        .ok_or_else(wrong)?;
        let is_dangling = text.starts_with('.') || text.ends_with('.') || text.contains("..");
        if is_dangling || field.is_empty() || field.contains(['[', ']']) {
            return Err(wrong());
        }
        let item = item.map(|selector| match selector {
            "first" => Ok(Reference::Item(ListEnd::First)),
            "last" => Ok(Reference::Item(ListEnd::Last)),
            _ => Reference::parse(selector, names),
        });
        let item = item.transpose()?.map(Box::new);
        Ok(Self { member: member.to_owned(), item, field: field.to_owned() })
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Run => f.write_str("run"),
            Self::Scenario => f.write_str("scenario"),
            Self::Unique => f.write_str("unique"),
            Self::UniqueWord => f.write_str("unique word"),
            Self::EmailDomain => f.write_str("email domain"),
            Self::Unknown(identifier) => write!(f, "unknown {}", identifier.name()),
            Self::Ago { seconds, form } => {
                write!(f, "ago {}", duration(*seconds))?;
                if *form == TimestampForm::Utc { Ok(()) } else { write!(f, " {}", form.name()) }
            }
            Self::Fixture { need, fact, less: 0 } => write!(f, "{need}.{fact}"),
            Self::Fixture { need, fact, less } => write!(f, "{need}.{fact} - {less}"),
            Self::Item(ListEnd::First) => f.write_str("first"),
            Self::Item(ListEnd::Last) => f.write_str("last"),
            Self::Sent { step, input } => write!(f, "{step}.{input}"),
            Self::Response { step, place, more } => {
                write!(f, "{step}.response.{}", place.written())?;
                match more {
                    0 => Ok(()),
                    1.. => write!(f, " + {more}"),
                    _ => write!(f, " - {}", more.unsigned_abs()),
                }
            }
        }
    }
}

/// The path as written, except for the item selector.
impl fmt::Display for ResponsePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.item {
            Some(_) => write!(f, "{}[...].{}", self.member, self.field),
            None => f.write_str(&field_path(&self.member, &self.field)),
        }
    }
}

/// The longest unit that divides it.
fn duration(seconds: i64) -> String {
    let units = [(86_400, "d"), (3_600, "h"), (60, "m")];
    let unit = units.into_iter().find(|(length, _)| seconds % length == 0 && seconds != 0);
    let (length, unit) = unit.unwrap_or((1, "s"));
    format!("{}{unit}", seconds / length)
}

fn unknown(kind: &str) -> Result<Reference, String> {
    let known = Identifier::ALL.into_iter().find(|known| known.name() == kind);
    known.map(Reference::Unknown).ok_or_else(|| {
        let known = Identifier::ALL.map(|known| format!("`{{unknown {}}}`", known.name()));
        format!("`{kind}` is no kind of identifier; write {}", known.join(", "))
    })
}

fn ago(length: &str, form: &str) -> Result<Reference, String> {
    let span = length.parse::<Span>();
    let duration = span.and_then(|span| span.to_duration(SpanRelativeTo::days_are_24_hours()));
    let seconds = duration
        .map_err(|_| format!("`{length}` is not a duration; write `90s`, `5m`, `2h` or `3d`"))?
        .as_secs();
    let form =
        TimestampForm::ALL.into_iter().find(|known| known.name() == form).ok_or_else(|| {
            let known: Vec<_> = TimestampForm::ALL.iter().map(|form| form.name()).collect();
            format!("unknown timestamp form `{form}`; known are {}", known.join(", "))
        })?;
    Ok(Reference::Ago { seconds, form })
}

fn moved(reference: Reference, sign: &str, by: &str) -> Result<Reference, String> {
    let by: u32 = by.parse().map_err(|_| format!("`{by}` is not an integer"))?;
    match (reference, sign) {
        (Reference::Fixture { need, fact, .. }, "-") => {
            Ok(Reference::Fixture { need, fact, less: by })
        }
        (Reference::Response { step, place, .. }, sign) => {
            let more = i64::from(by) * if sign == "-" { -1 } else { 1 };
            Ok(Reference::Response { step, place, more })
        }
        _ => Err("a number can be subtracted from a fact of a fixture, and added to or subtracted from a value in a response".to_owned()),
    }
}

fn named(dotted: &str, names: Option<&Names>) -> Result<Reference, String> {
    let (root, rest) = dotted.split_once('.').unwrap_or((dotted, ""));
    let each = names.and_then(|names| names.each.as_deref()).filter(|_| root == EACH);
    let root = each.unwrap_or(root);
    let path: Vec<&str> = rest.split('.').collect();
    if names.map_or(path.len() == 1, |names| names.needs.contains(root)) {
        let [fact] = path.as_slice() else {
            return Err(format!("a fixture has `{{{root}.id}}` and `{{{root}.FACT}}`"));
        };
        return Ok(Reference::Fixture { need: root.to_owned(), fact: (*fact).to_owned(), less: 0 });
    }
    if let Some(names) = names.filter(|names| !names.steps.contains(root)) {
        let known = names.needs.iter().chain(&names.steps).map(String::as_str);
        let near = reader::did_you_mean(root, known);
        let near = near.map_or(String::new(), |name| format!("; did you mean `{name}`?"));
        return Err(format!("no need and no earlier step is called `{root}`{near}"));
    }
    let step = root.to_owned();
    if let Some(place) = rest.strip_prefix("response.") {
        let place = ResponsePath::parse(place, names)?;
        return Ok(Reference::Response { step, place, more: 0 });
    }
    let part = InputPart::ALL.into_iter().find(|part| Some(&part.name()) == path.first());
    match (part, path.as_slice()) {
        (Some(InputPart::Body), [_, names @ ..]) if !names.is_empty() => {
            let input = InputRef::new(InputPart::Body, &names.join("."));
            Ok(Reference::Sent { step, input })
        }
        (Some(part), [_, name]) => Ok(Reference::Sent { step, input: InputRef::new(part, name) }),
        _ => Err(format!(
            "of a step there is `{{{root}.body.NAME}}`, `.query.NAME`, `.path.NAME` or \
             `.response.MEMBER.FIELD`"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_to_a_record_or_a_list_item() {
        let names = Names {
            needs: ["shelf".to_owned()].into(),
            steps: ["first".to_owned()].into(),
            each: Some("shelf".to_owned()),
        };
        let place = |text| ResponsePath::parse(text, Some(&names));
        assert_eq!(place("book.title").unwrap().to_string(), "book.title");
        assert!(place("books[shelf.id].title").unwrap().item.is_some());
        let last = place("books[last].title").unwrap().item;
        assert_eq!(last, Some(Box::new(Reference::Item(ListEnd::Last))));
        assert!(place("books[first.response.book.uuid].title").is_ok());
        assert_eq!(place("title").unwrap().to_string(), "title");
        assert_eq!(place("[shelf.id].title").unwrap().to_string(), "[...].title");
        for text in
            ["book.", "book.a..b", "books[shelf.id]", "books[shelf.id", ".x", "books[unknown.id].x"]
        {
            assert!(place(text).is_err(), "{text}");
        }
    }

    #[test]
    fn each_and_subtraction_are_parsed() {
        let names = Names {
            needs: ["shelf".to_owned()].into(),
            steps: ["first".to_owned()].into(),
            each: Some("shelf".to_owned()),
        };
        let parse = |text| Reference::parse(text, Some(&names));
        let fixture =
            |less| Reference::Fixture { need: "shelf".to_owned(), fact: "places".to_owned(), less };
        assert_eq!(parse("each.places"), Ok(fixture(0)));
        assert_eq!(parse("shelf.places - 1"), Ok(fixture(1)));
        for text in ["shelf.places - x", "first.body.title - 1", "shelf - 1", "shelf.places + 1"] {
            assert!(parse(text).is_err(), "{text}");
        }
        for text in ["first.response.book.pages - 2", "first.response.book.pages + 1"] {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
    }
}
