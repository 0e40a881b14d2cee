//! `--waivers`: known failures that a team accepts until a date. A waived clause does not count as held, and its failure does
//! not change the exit code. A run fails if a waiver has expired or is no longer needed.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use jiff::civil::Date;
use reader::Shape::{List, Table, Text};
use reader::{Diagnostic, Diagnostics, KeyTable, Node, Reader, Sources, Spanned, required};
use serde::{Deserialize, Serialize};

use crate::reason::Reason;
use crate::suite::{LoadErrors, Suite, load_errors};
use crate::verdict::Verdict;

/// What a waiver of a clause says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiver {
    /// Why the failure is accepted.
    pub reason: String,
    /// The person or team responsible for it.
    pub owner: String,
    /// The last date on which it applies, such as `2026-12-31`.
    pub until: String,
}

/// The waivers of a run, by clause.
pub type Waivers = BTreeMap<String, Waiver>;

impl Waiver {
    /// Whether a clause with this verdict needs no waiver.
    pub fn is_idle(verdict: &Verdict) -> bool {
        matches!(
            verdict,
            Verdict::Held
                | Verdict::Deviates
                | Verdict::Untestable(_)
                | Verdict::NotExercised(Reason::LegallyAbsent)
        )
    }
}

static WAIVERS: KeyTable = KeyTable::new(
    "waivers",
    "Known failures.",
    &[required("waivers", List(&Table(&WAIVER))).doc("One for each clause.")],
);

static WAIVER: KeyTable = KeyTable::new(
    "waiver",
    "A known failure of a clause.",
    &[
        required("clause", Text).doc("Id of the clause."),
        required("reason", Text).doc("Why the failure is accepted."),
        required("owner", Text).doc("The person or team responsible for it."),
        required("until", Text)
            .doc("The last date on which the waiver applies, such as `2026-12-31`."),
    ],
);

/// Reads a file of waivers. Fails with [`LoadErrors`] if it is invalid, if a clause does not exist, or if a waiver has
/// expired.
pub fn load(path: &Path, suite: &Suite, today: Date) -> Result<Waivers, LoadErrors> {
    let (mut sources, mut out) = (Sources::new(), Diagnostics::new());
    let mut waivers = Waivers::new();
    if let Some(id) = sources.read(path, &mut out)
        && let Some(root) = reader::parse(&sources, id, &mut out)
    {
        let ids: Vec<_> = suite.clauses.iter().map(|clause| clause.id.as_str()).collect();
        let mut reader = WaiverReader { reader: Reader::new(&mut out), ids, today };
        waivers = reader.waivers(&root);
    }
    if out.has_errors() { Err(load_errors(&sources, &out)) } else { Ok(waivers) }
}

struct WaiverReader<'a> {
    reader: Reader<'a>,
    ids: Vec<&'a str>,
    today: Date,
}

impl WaiverReader<'_> {
    fn waivers(&mut self, root: &Node) -> Waivers {
        let mut waivers = Waivers::new();
        let fields = self.reader.table(root, &WAIVERS);
        let Some(list) = fields.and_then(|fields| fields.get("waivers")) else {
            return waivers;
        };
        for node in self.reader.list(list, "a list of waivers") {
            let Some((clause, waiver)) = self.waiver(node) else {
                continue;
            };
            if waivers.insert(clause.value.clone(), waiver).is_some() {
                let message = format!("a second waiver of `{}`", clause.value);
                let found = Diagnostic::error("repeated-waiver", message, clause.span, "again");
                self.reader.out.push(found.with_help("remove one of them"));
            }
        }
        waivers
    }

    fn waiver(&mut self, node: &Node) -> Option<(Spanned<String>, Waiver)> {
        let fields = self.reader.table(node, &WAIVER)?;
        let clause = fields.get("clause").and_then(|node| {
            let ids = std::mem::take(&mut self.ids);
            let word = self.reader.word(node, "clause", &ids);
            self.ids = ids;
            word.map(|word| word.map(str::to_owned))
        });
        let reason = fields.get("reason").and_then(|node| self.words(node, "reason"));
        let owner = fields.get("owner").and_then(|node| self.words(node, "owner"));
        let until = fields.get("until").and_then(|node| self.date(node));
        Some((clause?, Waiver { reason: reason?, owner: owner?, until: until?.to_string() }))
    }

    fn words(&mut self, node: &Node, key: &str) -> Option<String> {
        let text = self.reader.text(node)?;
        if text.value.trim().is_empty() {
            let message = format!("the `{key}` of a waiver is empty");
            let found = Diagnostic::error("empty-waiver", message, text.span, "empty");
            self.reader.out.push(found);
            return None;
        }
        Some(text.value)
    }

    fn date(&mut self, node: &Node) -> Option<Date> {
        let text = self.reader.text(node)?;
        let (code, message, help) = match text.value.parse::<Date>() {
            Ok(date) if date >= self.today => return Some(date),
            Ok(date) => (
                "expired-waiver",
                format!("the waiver expired on {date}"),
                "fix the service and remove the waiver, or set a later date",
            ),
            Err(_) => (
                "bad-date",
                format!("`{}` is not a date", text.value),
                "write a date such as `2026-12-31`",
            ),
        };
        let found = Diagnostic::error(code, message, text.span, "here");
        self.reader.out.push(found.with_help(help));
        None
    }
}

/// A file of waivers for these clauses, all with the same owner and date. The reasons must be added by hand.
pub fn draft<'c>(clauses: impl Iterator<Item = &'c str>, owner: &str, until: Date) -> String {
    let mut text = "waivers:\n".to_owned();
    for clause in clauses {
        let (clause, owner) = (quoted(clause), quoted(owner));
        let _ = writeln!(
            text,
            "  - clause: {clause}\n    reason: \"\" # why the failure is accepted\n    owner: {owner}\n    until: {until}"
        );
    }
    text
}

/// A text as YAML in double quotes, of which JSON is a part.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
