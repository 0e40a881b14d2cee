//! Operators on one response. They do not depend on the contract.

use clap::ValueEnum;
use fastrand::Rng;
use referral_conformance::exchange::Response;
use referral_conformance::json::Json;

use super::location::{Key, Location, locations, render, value_at};

/// Member that is added to objects.
pub const ADDED_MEMBER: &str = "added_by_the_edit";

/// A kind of change to a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum Operator {
    /// Removes a member.
    Drop,
    /// Renames a member.
    Rename,
    /// Replaces a value by `null`.
    Null,
    /// Replaces a value by one of another JSON type.
    Retype,
    /// Changes a character of a text.
    OtherText,
    /// Changes a number.
    OtherNumber,
    /// Writes a number in another way.
    RespellNumber,
    /// Negates a boolean.
    Negate,
    /// Adds a member to an object.
    AddMember,
    /// Reverses the members of an object.
    ReorderMembers,
    /// Reverses the items of a list.
    ReverseItems,
    /// Repeats an item of a list.
    DuplicateItem,
    /// Removes an item of a list.
    DropItem,
    /// Exchanges the values of two members of an object.
    SwapValues,
    /// Exchanges the values of one member of two items of a list.
    SwapAcrossItems,
    /// Puts the body into a member of another object.
    Wrap,
    /// Cuts the body off.
    Truncate,
    /// Adds blanks between the tokens of the body.
    Blanks,
    /// Replaces the status by another one of the same class.
    OtherStatus,
    /// Replaces the status by 500.
    ServerError,
}

impl Operator {
    /// Name in reports.
    #[must_use]
    pub fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Applies the operator at a random location. `None` if it does not apply or changes nothing.
    pub(super) fn apply(self, response: &Response, rng: &mut Rng) -> Option<(Response, Location)> {
        match self {
            Self::OtherStatus => {
                let others: &[u16] =
                    if response.is_success() { &[200, 201, 202] } else { &[400, 404, 409, 422] };
                let status = *rng.choice(others)?;
                let edited = Response { status, ..response.clone() };
                return (status != response.status).then_some((edited, Vec::new()));
            }
            Self::ServerError => {
                return Some((Response { status: 500, ..response.clone() }, Vec::new()));
            }
            Self::Truncate if response.body.len() > 1 => {
                let body = response.body[..rng.usize(1..response.body.len())].to_vec();
                return Some((Response { body: body.into(), ..response.clone() }, Vec::new()));
            }
            _ => {}
        }
        let original = response.body.json()?;
        let location = rng.choice(locations(original))?;
        let mut body = original.clone();
        self.edit(&mut body, &location, rng)?;
        let mut text = body.to_string();
        if self == Self::Blanks {
            // A colon or comma within a text is followed by one as well, so only the end is certain to be free.
            text = format!("\n {text} \n");
        } else if text == original.to_string() {
            return None;
        }
        Some((Response { body: text.into_bytes().into(), ..response.clone() }, location))
    }

    fn edit(self, body: &mut Json, location: &[Key], rng: &mut Rng) -> Option<()> {
        match self {
            Self::Drop | Self::Rename => {
                let (Key::Member(name), parent) = location.split_last()? else {
                    return None;
                };
                let Json::Map(members) = value_at(body, parent)? else {
                    return None;
                };
                if self == Self::Drop {
                    members.retain(|(known, _)| known != name);
                } else {
                    let member = members.iter_mut().find(|(known, _)| known == name)?;
                    member.0.push('_');
                }
            }
            Self::Wrap => *body = Json::Map(vec![("data".to_owned(), body.clone())]),
            Self::Blanks => {}
            _ => self.edit_value(value_at(body, location)?, rng)?,
        }
        Some(())
    }

    fn edit_value(self, value: &mut Json, rng: &mut Rng) -> Option<()> {
        match (self, &mut *value) {
            (Self::Null, _) => *value = Json::Null,
            (Self::Retype, Json::Text(_) | Json::Null) => {
                *value = Json::Map(vec![("text".to_owned(), Json::Bool(true))]);
            }
            (Self::Retype, Json::Number(_) | Json::Bool(_)) => {
                *value = Json::Text("another type".to_owned());
            }
            (Self::Retype, Json::List(_) | Json::Map(_)) => *value = Json::Bool(true),
            (Self::OtherText, Json::Text(text)) => {
                text.push_str(rng.choice(["x", "0", " and more"])?);
            }
            (Self::OtherNumber, Json::Number(digits)) => {
                *digits = match rng.u8(0..3) {
                    0 => format!("1{digits}"),
                    1 => "0".to_owned(),
                    _ => "-1".to_owned(),
                };
            }
            (Self::RespellNumber, Json::Number(digits)) if !digits.contains(['.', 'e', 'E']) => {
                digits.push_str(".0");
            }
            (Self::Negate, Json::Bool(flag)) => *flag = !*flag,
            (Self::AddMember, Json::Map(members)) => {
                members.push((ADDED_MEMBER.to_owned(), Json::Text("added".to_owned())));
            }
            (Self::ReorderMembers, Json::Map(members)) => members.reverse(),
            (Self::ReverseItems, Json::List(items)) => items.reverse(),
            (Self::DuplicateItem, Json::List(items)) => {
                let item = rng.choice(items.iter())?.clone();
                items.push(item);
            }
            (Self::DropItem, Json::List(items)) if !items.is_empty() => {
                items.remove(rng.usize(..items.len()));
            }
            (Self::SwapValues, Json::Map(members)) if members.len() > 1 => {
                let (first, second) = two_of(members.len(), rng);
                let value = members[first].1.clone();
                members[first].1 = std::mem::replace(&mut members[second].1, value);
            }
            (Self::SwapAcrossItems, Json::List(items)) if items.len() > 1 => {
                let (first, second) = two_of(items.len(), rng);
                let Json::Map(members) = &items[first] else {
                    return None;
                };
                let name = rng.choice(members.iter())?.0.clone();
                let other = items[second].get(&name)?.clone();
                let key = [Key::Member(name)];
                let value = std::mem::replace(value_at(&mut items[first], &key)?, other);
                *value_at(&mut items[second], &key)? = value;
            }
            _ => return None,
        }
        Some(())
    }
}

/// Two different indices below `count`, which is at least 2.
fn two_of(count: usize, rng: &mut Rng) -> (usize, usize) {
    let first = rng.usize(..count);
    let second = rng.usize(..count - 1);
    (first, if second < first { second } else { second + 1 })
}

/// A description of an edit: `drop books[2].title`.
pub fn describe(operator: Operator, location: &Location) -> String {
    format!("{} {}", operator.name(), render(location))
}

#[cfg(test)]
mod tests {
    use http::HeaderMap;

    use super::*;

    #[test]
    fn every_operator_changes_some_response() {
        let body = r#"{"books":[{"n":1,"t":"a"},{"n":2,"t":"b"}],"ok":true}"#;
        let response = Response { status: 200, headers: HeaderMap::new(), body: body.into() };
        let mut rng = Rng::with_seed(1);
        for operator in Operator::value_variants() {
            let edited = (0..100).find_map(|_| operator.apply(&response, &mut rng));
            let (edited, _) = edited.unwrap_or_else(|| panic!("{}", operator.name()));
            assert_ne!(edited, response, "{}", operator.name());
        }
    }
}
