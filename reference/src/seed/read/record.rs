//! Parses the fields of a record of a seed. A missing or invalid field is reported and has no value.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::str::FromStr;

use reader::{Diagnostic, Entry, Fields, KeyTable, Node, Reader, Span, Spanned, quoted};
use strum::VariantNames;

use crate::domain::amount::Amount;
use crate::domain::dollars::{Dollars, InvalidDollars};
use crate::domain::email::Email;
use crate::domain::id::{
    AccountId, KeyId, PartnerProfileId, PartnerProgramId, RecommendationCode, UserId,
};
use crate::domain::text::{InvalidText, check};
use crate::domain::timestamp::Timestamp;
use crate::ids::IdGenerator;

/// The places of the identifiers so far, by type, account (empty for identifiers of all accounts) and text.
pub(super) type KnownIds = BTreeMap<(TypeId, String, String), Span>;

/// A map of the file.
pub(super) struct Record<'r, 'd, 'n> {
    pub(super) reader: &'r mut Reader<'d>,
    pub(super) ids: &'r mut KnownIds,
    pub(super) fields: Fields<'n>,
    /// Its path in the file, from which identifiers are derived.
    pub(super) path: String,
}

impl<'d, 'n> Record<'_, 'd, 'n> {
    /// The value of a field.
    pub(super) fn get<T: FieldValue>(&mut self, key: &str) -> Option<T> {
        T::parse(self.reader, self.fields.get(key)?, key)
    }

    /// Whether a field is `true`.
    pub(super) fn is_set(&mut self, key: &str) -> bool {
        self.get(key).unwrap_or_default()
    }

    /// The value of a field, with the name of one of its variants.
    pub(super) fn word<T: FromStr + VariantNames>(&mut self, key: &str) -> Option<T> {
        self.one_of(key, &key.replace('_', " "), T::VARIANTS)?.parse().ok()
    }

    /// The text of a field, which must be one of the given ones.
    pub(super) fn one_of<'w>(
        &mut self,
        key: &str,
        what: &str,
        allowed: &[&'w str],
    ) -> Option<&'w str> {
        Some(self.reader.word(self.fields.get(key)?, what, allowed)?.value)
    }

    /// The identifier in a field; without one, an identifier derived from the path in the file.
    pub(super) fn id<T: From<String> + 'static>(
        &mut self,
        key: &str,
        generate: fn(&IdGenerator) -> T,
    ) -> T {
        match self.get::<Spanned<String>>(key) {
            Some(text) => {
                self.report_repeated_id(TypeId::of::<T>(), key, &text);
                T::from(text.value)
            }
            None if key == "uuid" => generate(&IdGenerator::from_seed(&self.path)),
            None => generate(&IdGenerator::from_seed(&format!("{}/{key}", self.path))),
        }
    }

    /// Reports an identifier that an earlier record has.
    fn report_repeated_id(&mut self, kind: TypeId, key: &str, id: &Spanned<String>) {
        let account = self.path.split('/').next().filter(|_| !is_of_all_accounts(kind));
        let known = (kind, account.unwrap_or_default().to_owned(), id.value.clone());
        if let Some(first) = self.ids.insert(known, id.span) {
            let message = format!("two records have the `{key}` {}", quoted(id));
            let found = Diagnostic::error("repeated-id", message, id.span, "here again");
            let found = found.with_label(first, "the first one");
            self.reader.out.push(found.with_help("change one of them, or leave it out"));
        }
    }

    /// The items of a list; `what` names the list.
    pub(super) fn list(&mut self, key: &str, what: &str) -> &'n [Node] {
        self.fields.get(key).map_or(&[], |node| self.reader.list(node, what))
    }

    /// The entries of a map; `what` names the map.
    pub(super) fn entries(&mut self, key: &str, what: &str) -> &'n [Entry] {
        self.fields.get(key).map_or(&[], |node| self.reader.entries(node, what))
    }

    /// Parses the records of a list.
    pub(super) fn records<T>(
        &mut self,
        key: &str,
        what: &str,
        table: &'static KeyTable,
        mut parse: impl FnMut(&mut Record<'_, '_, 'n>) -> Option<T>,
    ) -> Vec<T> {
        let mut records = Vec::new();
        for (index, node) in self.list(key, what).iter().enumerate() {
            let path = format!("{}/{key}/{index}", self.path);
            records.extend(self.child(node, table, path).and_then(|mut record| parse(&mut record)));
        }
        records
    }

    /// A record within this one; `None` if the node is not a map.
    pub(super) fn child(
        &mut self,
        node: &'n Node,
        table: &'static KeyTable,
        path: String,
    ) -> Option<Record<'_, 'd, 'n>> {
        let fields = self.reader.table(node, table)?;
        Some(Record { reader: &mut *self.reader, ids: &mut *self.ids, fields, path })
    }

    /// Reports a value of the right type that is not allowed.
    pub(super) fn report(&mut self, key: &str, message: &str, label: &str, help: &str) {
        let span = self.fields.get(key).map_or(self.fields.span, |node| node.span);
        wrong_value(self.reader, span, message.to_owned(), label, help);
    }
}

/// Whether no two accounts may have the same identifier of a type.
fn is_of_all_accounts(kind: TypeId) -> bool {
    [
        TypeId::of::<AccountId>(),
        TypeId::of::<UserId>(),
        TypeId::of::<KeyId>(),
        TypeId::of::<PartnerProgramId>(),
        TypeId::of::<PartnerProfileId>(),
        TypeId::of::<RecommendationCode>(),
    ]
    .contains(&kind)
}

/// A value that is parsed from one node.
pub(super) trait FieldValue: Sized {
    /// The value of the field `key`; reports a wrong one.
    fn parse(reader: &mut Reader<'_>, node: &Node, key: &str) -> Option<Self>;
}

/// Texts are those that the service accepts.
impl FieldValue for Spanned<String> {
    fn parse(reader: &mut Reader<'_>, node: &Node, key: &str) -> Option<Self> {
        let text = reader.text(node)?;
        let Err(invalid) = check(Some(&text)) else {
            return Some(text);
        };
        let help = match invalid {
            InvalidText::Nul => "take the `\\0` out",
            InvalidText::TooLong => "shorten it",
        };
        let message = format!("`{key}` {invalid}");
        wrong_value(reader, text.span, message, "not allowed in a text", help);
        None
    }
}

impl FieldValue for String {
    fn parse(reader: &mut Reader<'_>, node: &Node, key: &str) -> Option<Self> {
        Spanned::parse(reader, node, key).map(|text: Spanned<String>| text.value)
    }
}

impl FieldValue for Vec<String> {
    fn parse(reader: &mut Reader<'_>, node: &Node, _key: &str) -> Option<Self> {
        let items = reader.list(node, "a list of texts").iter();
        Some(items.filter_map(|item| reader.text(item)).map(|text| text.value).collect())
    }
}

impl FieldValue for bool {
    fn parse(reader: &mut Reader<'_>, node: &Node, _key: &str) -> Option<Self> {
        Some(reader.boolean(node)?.value)
    }
}

impl FieldValue for Timestamp {
    fn parse(reader: &mut Reader<'_>, node: &Node, key: &str) -> Option<Self> {
        let text: Spanned<String> = FieldValue::parse(reader, node, key)?;
        let time = Timestamp::parse(&text).ok();
        if time.is_none() {
            let message = format!("{} is not a timestamp", quoted(&text));
            let help = "write it as 2024-05-06T07:08:09Z or 2024-05-06T07:08:09.5+02:00";
            wrong_value(reader, text.span, message, "not a timestamp", help);
        }
        time
    }
}

impl FieldValue for Spanned<Email> {
    fn parse(reader: &mut Reader<'_>, node: &Node, key: &str) -> Option<Self> {
        let text: Spanned<String> = FieldValue::parse(reader, node, key)?;
        let email = Email::parse(&text).ok();
        if email.is_none() {
            let message = format!("{} is not an e-mail address", quoted(&text));
            let help = "write it as name@example.com, without white space around it";
            wrong_value(reader, text.span, message, "not an e-mail address", help);
        }
        Some(Spanned::new(email?, text.span))
    }
}

impl FieldValue for Amount {
    fn parse(reader: &mut Reader<'_>, node: &Node, _key: &str) -> Option<Self> {
        let text = reader.number_text(node)?;
        Amount::parse(&text)
            .map_err(|invalid| {
                let message = format!("{} is {invalid}", quoted(&text));
                wrong_value(reader, text.span, message, "not an amount", "write it as 2.50");
            })
            .ok()
    }
}

/// A price, at least zero.
impl FieldValue for Dollars {
    fn parse(reader: &mut Reader<'_>, node: &Node, key: &str) -> Option<Self> {
        let amount = dollars(reader, node)?;
        let is_price = amount >= Dollars::default();
        if !is_price {
            report_negative(reader, node, key, "write it as 2.50");
        }
        is_price.then_some(amount)
    }
}

/// A count, at least zero.
impl FieldValue for i64 {
    fn parse(reader: &mut Reader<'_>, node: &Node, key: &str) -> Option<Self> {
        let number = reader.integer(node)?.value;
        if number < 0 {
            report_negative(reader, node, key, "write it as 30");
        }
        (number >= 0).then_some(number)
    }
}

fn report_negative(reader: &mut Reader<'_>, node: &Node, key: &str, help: &str) {
    wrong_value(reader, node.span, format!("`{key}` is below zero"), "less than nothing", help);
}

/// An amount in dollars, which may be negative.
pub(super) fn dollars(reader: &mut Reader<'_>, node: &Node) -> Option<Dollars> {
    let text = reader.number_text(node)?;
    let dollars = Amount::parse(&text).ok().and_then(|amount| Dollars::try_from(&amount).ok());
    if dollars.is_none() {
        let message = format!("{} is {InvalidDollars}", quoted(&text));
        wrong_value(reader, text.span, message, "not an amount of dollars", "write it as 2.50");
    }
    dollars
}

/// Reports a name that cannot be written to a target file unquoted.
pub(super) fn check_name(reader: &mut Reader<'_>, name: &Spanned<String>, what: &str) {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    if name.is_empty() || !name.bytes().all(allowed) {
        let message = format!("{} cannot name {what}", quoted(name));
        let help = "use letters, digits, `_` and `-`";
        wrong_value(reader, name.span, message, "goes into file names and target files", help);
    }
}

/// Reports a value of the right type that is not allowed.
pub(super) fn wrong_value(
    reader: &mut Reader<'_>,
    span: Span,
    message: String,
    label: &str,
    help: &str,
) {
    reader.out.push(Diagnostic::error("wrong-value", message, span, label).with_help(help));
}

/// Reports an address that two records have.
pub(super) fn report_repeated_email(
    reader: &mut Reader<'_>,
    message: String,
    first: Span,
    again: Span,
) {
    let found = Diagnostic::error("repeated-email", message, again, "here again");
    reader.out.push(found.with_label(first, "the first one"));
}
