//! A stated member of an answer, as scenarios write it: `book.title`, `books[shelf.id].title`.

use super::text::{Names, Reference, parse_reference};

/// Where a member stands in an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The envelope member.
    pub member: String,
    /// Of a list: what only the wanted item holds.
    pub item: Option<Box<Reference>>,
    /// The member of the record.
    pub field: String,
}

impl Place {
    /// Reads a place. The error says what is wrong with it.
    pub(super) fn parse(text: &str, names: &Names) -> Result<Self, String> {
        let wrong = || {
            format!(
                "`{text}` is no member of a record; write `MEMBER.FIELD` or `LIST[NEED.id].FIELD`"
            )
        };
        let (member, item, field) = match text.split_once('[') {
            None => {
                let (member, field) = text.split_once('.').ok_or_else(wrong)?;
                (member, None, field)
            }
            Some((member, rest)) => {
                let (inside, rest) = rest.split_once(']').ok_or_else(wrong)?;
                let item = Box::new(parse_reference(inside, names)?);
                (
                    member,
                    Some(item),
                    rest.strip_prefix('.').ok_or_else(wrong)?,
                )
            }
        };
        if member.is_empty() || field.is_empty() || field.contains(['.', '[']) {
            return Err(wrong());
        }
        Ok(Self {
            member: member.to_owned(),
            item,
            field: field.to_owned(),
        })
    }

    /// The place as it is written, but for what tells the item.
    #[must_use]
    pub fn shown(&self) -> String {
        let list = if self.item.is_some() { "[...]" } else { "" };
        format!("{}{list}.{}", self.member, self.field)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_member_of_a_record_alone_or_in_a_list() {
        let names = Names {
            needs: ["shelf".to_owned()].into(),
            steps: ["first".to_owned()].into(),
        };
        let place = |text| Place::parse(text, &names);
        assert_eq!(place("book.title").unwrap().shown(), "book.title");
        assert!(place("books[shelf.id].title").unwrap().item.is_some());
        assert!(place("books[first.answer.book.uuid].title").is_ok());
        for text in [
            "book",
            "book.a.b",
            "books[shelf.id]",
            "books[shelf.id",
            ".x",
            "books[nobody.id].x",
        ] {
            assert!(place(text).is_err(), "{text}");
        }
    }
}
