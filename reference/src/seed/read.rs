//! Parses and checks a seed file, and reports all its errors.

mod account;
mod partner_programs;
mod payouts;
mod recommendations;
mod record;
mod subscriber;

use reader::{Diagnostic, Diagnostics, FileId, Reader, Sources, parse};

use crate::seed::Seed;
use crate::seed::read::account::Known;
use crate::seed::read::record::Record;
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

    let mut known = Known::default();
    let (mut accounts, mut account_fields) = (Vec::new(), Vec::new());
    let entries = fields.get("accounts").map(|node| reader.entries(node, "a map of accounts"));
    for entry in entries.unwrap_or_default() {
        let read = account::read(&mut reader, entry, &mut known);
        if let Some((account, fields)) = read {
            accounts.push(account);
            account_fields.push(fields);
        }
    }
    // They refer to programs of any account, so all accounts are parsed first.
    let programs = accounts.iter().flat_map(|account| &account.partner_programs);
    let programs = programs.map(|program| (program.uuid.to_string(), program.clone())).collect();
    for (account, fields) in accounts.iter_mut().zip(account_fields) {
        let (ids, path) = (&mut known.ids, account.label.clone());
        let mut record = Record { reader: &mut reader, ids, fields, path };
        recommendations::read(&mut record, account, &programs);
    }
    if out.has_errors() { None } else { Some(Seed { accounts }) }
}
