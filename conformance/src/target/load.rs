//! Loads target files.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

use reader::Shape::{List, MapOf, OneOf, Table, Text};
use reader::{Diagnostic, Diagnostics, KeyTable, Node, Reader, Sources, optional, required};
use spec::{Contract, ContractFile};

use super::{BaseUrl, Fixtures, KeySource, Target, TargetFixture};
use crate::contract::{self, key_kinds};
use crate::fact::{key_node, parse_facts};
use crate::level::Level;

/// Top level of a target file.
pub(crate) static TARGET: KeyTable = KeyTable::new(
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
            fixtures: fields.get("fixtures").map(|node| self.fixtures(node)).unwrap_or_default(),
        })
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
        let reader = &mut self.reader;
        let mut keys = BTreeMap::new();
        for entry in reader.entries(node, "a map of keys") {
            let kinds = key_kinds(self.contract);
            let kind = reader.word(&key_node(&entry.key), "kind of key", &kinds);
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
                    reader.out.push(found.with_help("write `env: NAME` or `file: PATH`"));
                    continue;
                }
            };
            keys.extend(kind.map(|kind| (kind.value.to_owned(), source)));
        }
        keys
    }

    fn fixtures(&mut self, node: &Node) -> Fixtures {
        let kinds = contract::fixture_kinds(self.contract);
        let entries = self.reader.entries(node, "a map of fixtures").iter();
        let fixtures = entries.filter_map(|entry| {
            let name = key_node(&entry.key);
            let kind = self.reader.word(&name, "kind of fixture", &kinds)?.value;
            let items = self.reader.list(&entry.value, "a list of fixtures").iter();
            Some((kind.to_owned(), items.filter_map(|item| self.fixture(item, kind)).collect()))
        });
        fixtures.collect()
    }

    fn fixture(&mut self, node: &Node, kind: &str) -> Option<TargetFixture> {
        let reader = &mut self.reader;
        let fields = reader.table(node, &FIXTURE)?;
        let id = reader.text(fields.get("id")?)?;
        let accounts = key_kinds(self.contract);
        let account = match fields.get("account") {
            Some(node) => reader.word(node, "kind of key", &accounts)?.value,
            None => accounts.first()?,
        };
        let kind = contract::fixture(self.contract, kind)?;
        let facts = fields.get("facts").map(|node| parse_facts(node, kind, reader));
        Some(TargetFixture {
            id: id.value,
            account: account.to_owned(),
            facts: facts.unwrap_or_default().into(),
        })
    }
}
