//! Loads target files.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::Range;
use std::str::FromStr;

use reader::Shape::{List, MapOf, OneOf, Table, Text};
use reader::{
    Diagnostic, Diagnostics, Entry, KeyTable, Node, Reader, Sources, Span, Spanned, Value,
    optional, required,
};
use spec::{Contract, ContractFile, Type};

use super::{BaseUrl, Fixtures, KeySource, Target, TargetFixture};
use crate::contract::{self, key_kinds};
use crate::fact::{account, key_node, parse_facts};
use crate::level::Level;

pub static TARGET: KeyTable = KeyTable::new(
    "target",
    "The deployment to test.",
    &[
        required("target", OneOf(&["1"])).doc("Version of the format: `1`."),
        optional("base_url", Text).doc("Base URL of the service; `--base-url` overrides it."),
        optional("level", OneOf(&Level::WORDS)).doc("Level of the run; `--level` overrides it."),
        optional("email_domain", Text)
            .doc("Domain of generated e-mail addresses. Default: `example.com`."),
        optional("keys", MapOf(&Table(&SOURCE)))
            .doc("Sources of the keys, by kind. `docs/fixtures.md` lists the kinds."),
        optional("parameters", MapOf(&Text)).doc(
            "Values of path parameters that identify no record, by name: `parameters: { owner: ann }`.",
        ),
        optional("fixtures", MapOf(&List(&Table(&FIXTURE))))
            .doc("Existing records, by kind. `docs/fixtures.md` lists the kinds."),
    ],
);

static SOURCE: KeyTable = KeyTable::new(
    "key source",
    "Source of a key; never the key itself.",
    &[
        optional("env", Text).doc("Name of an environment variable."),
        optional("file", Text).doc("Path of a file, relative to the target file."),
    ],
);

static FIXTURE: KeyTable = KeyTable::new(
    "fixture",
    "An existing record.",
    &[
        required("id", Text).doc("Its identifier in the service."),
        optional("account", Text)
            .doc("Kind of key whose account it belongs to. Default: the first kind."),
        optional("facts", MapOf(&Text)).doc("Known facts about it."),
    ],
);

/// Loads a target file; `None` if it has errors, which are reported.
pub fn load(
    file: &ContractFile,
    contract: &Contract,
    sources: &mut Sources,
    out: &mut Diagnostics,
) -> Option<Target> {
    let id = sources.add(&file.path, file.text.clone());
    let before = out.len();
    let root = reader::parse(sources, id, out)?;
    let target = TargetReader { contract, reader: Reader::new(out) }.target(&root)?;
    (out.len() == before).then_some(target)
}

/// The identifiers of the fixtures of a kind, each with its account and its place.
type FixtureIds = BTreeMap<(String, String), Span>;

const SOURCE_HELP: &str =
    "write `env: NAME` or `file: PATH`; a target file never has the key itself";

/// Words this long may be keys.
const MIN_HIDDEN_LENGTH: usize = 16;

/// The text with what may be keys replaced, for messages and excerpts: everything that is written under `keys` or an
/// unknown name except names, and the long words of a file that is not YAML. All offsets stay the same.
pub fn hide_keys(file: &ContractFile, contract: &Contract) -> String {
    let mut sources = Sources::new();
    let id = sources.add(&file.path, file.text.clone());
    let mut hidden = Vec::new();
    let root = reader::parse(&sources, id, &mut Diagnostics::new());
    match root.as_ref().map(|root| &root.value) {
        Some(Value::Map(entries)) => {
            for entry in entries.iter().filter(|entry| may_have_keys(&entry.key.value)) {
                scalars(&entry.value, &mut hidden);
                let section = entry.key.span.range().start..entry.value.span.range().end;
                long_words(&file.text, section, contract, &mut hidden);
            }
        }
        _ => long_words(&file.text, 0..file.text.len(), contract, &mut hidden),
    }
    let is_hidden = |at: usize| hidden.iter().any(|range| range.contains(&at));
    let shown = |(at, letter): (usize, char)| {
        if is_hidden(at) && is_of_word(letter) {
            "x".repeat(letter.len_utf8())
        } else {
            letter.to_string()
        }
    };
    file.text.char_indices().map(shown).collect()
}

/// Whether a section of the file may have keys: `keys`, and a misspelt name of it.
fn may_have_keys(section: &str) -> bool {
    section == "keys" || TARGET.key(section).is_none()
}

/// Adds the places of the words in a section that are as long as keys.
fn long_words(
    text: &str,
    section: Range<usize>,
    contract: &Contract,
    found: &mut Vec<Range<usize>>,
) {
    let mut known = key_kinds(contract);
    known.extend(contract::fixture_kinds(contract));
    let mut at = section.start;
    for piece in text.get(section).unwrap_or_default().split_inclusive(|letter| !is_of_word(letter))
    {
        let word = piece.trim_end_matches(|letter| !is_of_word(letter));
        if word.len() >= MIN_HIDDEN_LENGTH && !known.contains(&word) {
            found.push(at..at + word.len());
        }
        at += piece.len();
    }
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn scalars(node: &Node, found: &mut Vec<Range<usize>>) {
    match &node.value {
        Value::Null => {}
        Value::Scalar(_) => found.push(node.span.range()),
        Value::List(items) => items.iter().for_each(|item| scalars(item, found)),
        Value::Map(entries) => entries.iter().for_each(|entry| scalars(&entry.value, found)),
    }
}

struct TargetReader<'a> {
    contract: &'a Contract,
    reader: Reader<'a>,
}

impl TargetReader<'_> {
    fn target(&mut self, root: &Node) -> Option<Target> {
        let fields = self.reader.table(root, &TARGET)?;
        let version = fields.get("target");
        version.and_then(|node| self.reader.word(node, "version of the format", &["1"]));
        let level =
            fields.get("level").and_then(|node| self.reader.word(node, "level", &Level::WORDS));
        let email_domain = fields.get("email_domain");
        let email_domain = self.parse(email_domain, "bad-email-domain", "not a domain");
        Some(Target {
            base_url: self.base_url(fields.get("base_url")),
            level: level.and_then(|word| word.value.parse().ok()),
            email_domain: email_domain.unwrap_or_default(),
            keys: fields.get("keys").map(|node| self.keys(node)).unwrap_or_default(),
            parameters: fields
                .get("parameters")
                .map(|node| self.parameters(node))
                .unwrap_or_default(),
            fixtures: fields.get("fixtures").map(|node| self.fixtures(node)).unwrap_or_default(),
        })
    }

    /// Values of path parameters that identify no record.
    fn parameters(&mut self, node: &Node) -> BTreeMap<String, String> {
        let known = self.contract.path_values();
        let names: Vec<&str> = known.keys().copied().collect();
        let mut parameters = BTreeMap::new();
        for entry in self.reader.entries(node, "a map of path parameters") {
            let name = self.reader.word(&key_node(&entry.key), "path parameter", &names);
            let (Some(name), Some(text)) = (name, self.reader.text(&entry.value)) else { continue };
            let is_number = known.get(name.value).is_some_and(|value| value.ty == Type::Integer);
            let expected = match &*text.value {
                "" | "." | ".." => "a text that can be in a path",
                text if is_number && text.parse::<i64>().is_err() => "an integer",
                _ => {
                    parameters.insert(name.value.to_owned(), text.value);
                    continue;
                }
            };
            let message = format!("`{}` of a path cannot be `{}`", name.value, text.value);
            let found = Diagnostic::error("bad-parameter", message, text.span, "the value");
            self.reader.out.push(found.with_help(format!("write {expected}")));
        }
        parameters
    }

    fn base_url(&mut self, node: Option<&Node>) -> Option<BaseUrl> {
        let text = self.reader.text(node?)?;
        // An excerpt of the file would repeat a password in the URL.
        if text.value.contains('@') {
            let error = text.value.parse::<BaseUrl>().err()?;
            let message = format!("`base_url` in the target file: {error}");
            self.reader.out.push(Diagnostic::without_place("bad-base-url", message));
            return None;
        }
        self.parse(node, "bad-base-url", "not a base URL")
    }

    /// Parses a text; reports an invalid one with this code and label.
    fn parse<T: FromStr<Err: Display>>(
        &mut self,
        node: Option<&Node>,
        code: &'static str,
        label: &str,
    ) -> Option<T> {
        let text = self.reader.text(node?)?;
        let report = |error: T::Err| {
            let found = Diagnostic::error(code, error.to_string(), text.span, label);
            self.reader.out.push(found);
        };
        text.value.parse().map_err(report).ok()
    }

    fn keys(&mut self, node: &Node) -> BTreeMap<String, KeySource> {
        let mut keys = BTreeMap::new();
        let reader = &mut self.reader;
        if self.contract.service.auth.is_none() {
            let found =
                Diagnostic::error("unexpected-key", "the service has no key", node.span, "keys");
            reader.out.push(found.with_help("remove `keys`: every request is sent without one"));
            return keys;
        }
        if !matches!(node.value, Value::Map(_)) {
            Self::refuse_source(reader, node);
            return keys;
        }
        for entry in reader.entries(node, "a map of keys") {
            let kinds = key_kinds(self.contract);
            let kind = reader.word(&key_node(&entry.key), "kind of key", &kinds);
            if !Self::is_source(reader, entry) {
                continue;
            }
            let Some(source) = reader.table(&entry.value, &SOURCE) else {
                continue;
            };
            let env = source.get("env").and_then(|node| reader.text(node));
            let file = source.get("file").and_then(|node| reader.text(node));
            let source = match (env, file) {
                (Some(env), None) => KeySource::Env(env.value),
                (None, Some(file)) => KeySource::File(file.value.into()),
                _ => {
                    let (message, span) = ("a key has one source", entry.value.span);
                    let found = Diagnostic::error("bad-key-source", message, span, "here");
                    reader.out.push(found.with_help(SOURCE_HELP));
                    continue;
                }
            };
            keys.extend(kind.map(|kind| (kind.value.to_owned(), source)));
        }
        keys
    }

    /// Whether a key has a map with known names; reports other values, which may be the key itself.
    fn is_source(reader: &mut Reader<'_>, entry: &Entry) -> bool {
        let Value::Map(entries) = &entry.value.value else {
            Self::refuse_source(reader, &entry.value);
            return false;
        };
        let known = ["env", "file"];
        let before = reader.out.len();
        for Entry { key, .. } in entries {
            if !known.contains(&key.value.as_str()) {
                let message = format!("the source of a key has no `{}`", key.value);
                let found = Diagnostic::error("unknown-key", message, key.span, "unknown key");
                let found = found.with_suggestion(key.span, &key.value, known.into_iter());
                reader.out.push(found.with_help(SOURCE_HELP));
            }
        }
        reader.out.len() == before
    }

    fn refuse_source(reader: &mut Reader<'_>, node: &Node) {
        // Aliases were reported.
        if !reader.out.mention(node.span) {
            let message = "`keys` has the source of each key by its kind";
            let found = Diagnostic::error("bad-key-source", message, node.span, "no source");
            reader.out.push(found.with_help(SOURCE_HELP));
        }
    }

    /// Reports an identifier that no record has, or that an earlier fixture of the kind has for the same account.
    fn check_id(
        reader: &mut Reader<'_>,
        id: &Spanned<String>,
        account: &str,
        ids: &mut FixtureIds,
    ) {
        let mut report = |message: &str, label: &str, help: &str| {
            let found = Diagnostic::error("bad-fixture-id", message, id.span, label);
            reader.out.push(found.with_help(help));
        };
        let help = "write the identifier that the service uses in paths and responses";
        if id.value.trim().is_empty() {
            report("the `id` of a fixture is empty", "empty", help);
        } else if id.value.contains(char::is_control) {
            report("the `id` of a fixture has control characters", "not an identifier", help);
        } else if let Some(first) = ids.get(&(id.value.clone(), account.to_owned())) {
            let message = "two fixtures of one kind and account have the same `id`";
            let found = Diagnostic::error("bad-fixture-id", message, id.span, "the second one");
            let found = found.with_label(*first, "the first one");
            reader.out.push(found.with_help("leave out one of them"));
        } else {
            ids.insert((id.value.clone(), account.to_owned()), id.span);
        }
    }

    fn fixtures(&mut self, node: &Node) -> Fixtures {
        let kinds = contract::fixture_kinds(self.contract);
        let entries = self.reader.entries(node, "a map of fixtures").iter();
        let fixtures = entries.filter_map(|entry| {
            let name = key_node(&entry.key);
            let kind = self.reader.word(&name, "kind of fixture", &kinds)?.value;
            let items = self.reader.list(&entry.value, "a list of fixtures").iter();
            let mut ids = BTreeMap::new();
            let items = items.filter_map(|item| self.fixture(item, kind, &mut ids)).collect();
            Some((kind.to_owned(), items))
        });
        fixtures.collect()
    }

    /// `ids` are those of earlier fixtures of the kind, with their places.
    fn fixture(&mut self, node: &Node, kind: &str, ids: &mut FixtureIds) -> Option<TargetFixture> {
        let reader = &mut self.reader;
        let fields = reader.table(node, &FIXTURE)?;
        let id = reader.text(fields.get("id")?)?;
        let account = account(fields.get("account"), self.contract, reader)?;
        Self::check_id(reader, &id, account, ids);
        let kind = contract::fixture(self.contract, kind)?;
        let facts = fields.get("facts").map(|node| parse_facts(node, kind, reader));
        Some(TargetFixture {
            id: id.value,
            account: account.to_owned(),
            facts: facts.unwrap_or_default().into(),
        })
    }
}
