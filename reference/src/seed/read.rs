//! Parses and checks a seed file, and reports all its errors.

mod account;
mod fields;
mod partner_programs;
mod payouts;
mod recommendations;
mod referrals;
mod subscriber;
mod things;

use std::collections::BTreeMap;

use reader::{Diagnostic, Diagnostics, FileId, Reader, Sources, Span, parse};

use crate::seed::Seed;
use crate::seed::tables::SEED;

/// The supported version of the format.
const VERSION: i64 = 1;

/// Parses the seed in `file`; `None` if there are errors in `out`.
pub fn read(sources: &Sources, file: FileId, out: &mut Diagnostics) -> Option<Seed> {
    let node = parse(sources, file, out)?;
    let mut reader = Reader::new(out);
    let fields = reader.table(&node, &SEED)?;
    if let Some(node) = fields.get("seed")
        && let Some(version) = reader.integer(node)
        && *version != VERSION
    {
        let message = format!("a seed of version {} is not understood", *version);
        let found = Diagnostic::error("wrong-version", message, version.span, "unknown version");
        reader.out.push(found.with_help(format!("this program reads version {VERSION}")));
    }

    let mut key_words = BTreeMap::new();
    let (mut accounts, mut lists) = (Vec::new(), Vec::new());
    for entry in
        fields.get("accounts").map_or(&[][..], |node| reader.entries(node, "a map of accounts"))
    {
        let read = account::read(&mut reader, &entry.key, &entry.value, &mut key_words);
        if let Some((account, recommendations)) = read {
            accounts.push(account);
            lists.push(recommendations);
        }
    }
    let programs = accounts.iter().flat_map(|account| &account.partner_programs);
    let programs = programs.map(|program| (program.uuid.to_string(), program.clone())).collect();
    for (account, list) in accounts.iter_mut().zip(lists) {
        if let Some(list) = list {
            recommendations::read(&mut reader, list, account, &programs);
        }
    }
    if out.has_errors() { None } else { Some(Seed { accounts }) }
}

/// Reports a value of the right type that is not allowed.
fn wrong_value(reader: &mut Reader<'_>, span: Span, message: String, label: &str, help: &str) {
    reader.out.push(Diagnostic::error("wrong-value", message, span, label).with_help(help));
}
