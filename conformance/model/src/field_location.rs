//! Location of a field in a response. Independent of the contract.

use std::fmt;

use spec::field_path;

use crate::json::Json;

/// A field of the record in an envelope member, or of one item of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldLocation {
    /// Empty where the body is the record or the list.
    pub member: String,
    /// Selects the item of a list: text that no other item contains.
    pub item: Option<String>,
    /// Its name, or a path to a member of an object in the record.
    pub field: String,
}

impl FieldLocation {
    /// The value at this location; `None` if no or several items match.
    pub fn find<'j>(&self, response: &'j Json) -> Option<&'j Json> {
        let value = response.member(&self.member)?;
        let record = match &self.item {
            None => value,
            Some(text) => {
                let mut holders = value.items()?.iter().filter(|item| item.holds_text(text));
                match (holders.next(), holders.next()) {
                    (Some(item), None) => item,
                    _ => return None,
                }
            }
        };
        record.at_path(&self.field)
    }
}

/// Notation of scenarios.
impl fmt::Display for FieldLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.item {
            Some(item) => write!(f, "{}[{item}].{}", self.member, self.field),
            None => f.write_str(&field_path(&self.member, &self.field)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(item: Option<&str>, response: &str) -> Option<String> {
        let spot = FieldLocation {
            member: "loans".to_owned(),
            item: item.map(str::to_owned),
            field: "due".to_owned(),
        };
        let response = Json::parse(response.as_bytes()).unwrap();
        spot.find(&response).map(Json::to_string)
    }

    #[test]
    fn bare_bodies_have_no_member() {
        let find = |item: Option<&str>, response: &str| {
            let (item, field) = (item.map(str::to_owned), "due".to_owned());
            let spot = FieldLocation { member: String::new(), item, field };
            let found = Json::parse(response.as_bytes()).unwrap();
            (spot.to_string(), spot.find(&found).map(Json::to_string).unwrap_or_default())
        };
        assert_eq!(find(None, r#"{"due":3}"#), ("due".to_owned(), "3".to_owned()));
        let list = r#"[{"id":"a","due":1},{"id":"b","due":2}]"#;
        assert_eq!(find(Some("b"), list), ("[b].due".to_owned(), "2".to_owned()));
    }

    #[test]
    fn item_is_selected_by_unique_text() {
        let list = r#"{"loans":[{"id":"a","due":1},{"of":{"id":"b"},"due":2}]}"#;
        assert_eq!(found(Some("b"), list).as_deref(), Some("2"));
        assert_eq!(found(Some("c"), list), None);
        assert_eq!(found(None, list), None);
        let twice = r#"{"loans":[{"id":"a","due":1},{"id":"a","due":2}]}"#;
        assert_eq!(found(Some("a"), twice), None);
        assert_eq!(found(None, r#"{"loans":{"due":3}}"#).as_deref(), Some("3"));
    }
}
