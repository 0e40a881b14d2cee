//! Loads target files.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

use reader::Shape::{List, MapOf, OneOf, Table, Text};
use reader::{
    Diagnostic, Diagnostics, Fields, KeyTable, Node, Reader, Sources, optional, required,
};
use spec::{Contract, ContractFile};

use super::{KeySource, Target, TargetFixture};
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
    let mut reader = Reader::new(out);
    let fields = reader.table(&root, &TARGET)?;
    fields.get("target").and_then(|node| reader.word(node, "version of the format", &["1"]));
    let level = fields.get("level").and_then(|node| reader.word(node, "level", &Level::WORDS));
    let target = Target {
        base_url: parsed(&fields, "base_url", ("bad-base-url", "not a base URL"), &mut reader),
        level: level.and_then(|word| word.value.parse().ok()),
        email_domain: parsed(
            &fields,
            "email_domain",
            ("bad-email-domain", "not a domain"),
            &mut reader,
        )
        .unwrap_or_default(),
        keys: keys(&fields, contract, &mut reader),
        fixtures: fixtures(&fields, contract, &mut reader),
    };
    (out.len() == before).then_some(target)
}

/// Parses the value of a key; `error` is the code and label for an invalid one.
fn parsed<T: FromStr<Err: Display>>(
    fields: &Fields<'_>,
    key: &str,
    (code, label): (&'static str, &str),
    reader: &mut Reader<'_>,
) -> Option<T> {
    let written = reader.text(fields.get(key)?)?;
    let report = |error: T::Err| {
        reader.out.push(Diagnostic::error(code, error.to_string(), written.span, label));
    };
    written.value.parse().map_err(report).ok()
}

fn keys(
    fields: &Fields<'_>,
    contract: &Contract,
    reader: &mut Reader<'_>,
) -> BTreeMap<String, KeySource> {
    let Some(node) = fields.get("keys") else {
        return BTreeMap::new();
    };
    let mut keys = BTreeMap::new();
    for entry in reader.entries(node, "a map of keys") {
        let kind = reader.word(&key_node(&entry.key), "kind of key", &key_kinds(contract));
        let Some(source) = reader.table(&entry.value, &SOURCE) else {
            continue;
        };
        let env = source.get("env").and_then(|node| reader.text(node));
        let file = source.get("file").and_then(|node| reader.text(node));
        let source = match (env, file) {
            (Some(env), None) => KeySource::Env(env.value),
            (None, Some(file)) => KeySource::File(file.value.into()),
            _ => {
                let message = "a key has one source";
                let found = Diagnostic::error("bad-key-source", message, entry.value.span, "here");
                reader.out.push(found.with_help("write `env: NAME` or `file: PATH`"));
                continue;
            }
        };
        keys.extend(kind.map(|kind| (kind.value.to_owned(), source)));
    }
    keys
}

fn fixtures(
    fields: &Fields<'_>,
    contract: &Contract,
    reader: &mut Reader<'_>,
) -> BTreeMap<String, Vec<TargetFixture>> {
    let Some(node) = fields.get("fixtures") else {
        return BTreeMap::new();
    };
    let kinds = contract::fixture_kinds(contract);
    let mut fixtures = BTreeMap::new();
    for entry in reader.entries(node, "a map of fixtures") {
        let Some(kind) = reader.word(&key_node(&entry.key), "kind of fixture", &kinds) else {
            continue;
        };
        let list = reader.list(&entry.value, "a list of fixtures").iter();
        let list = list.filter_map(|item| fixture(item, kind.value, contract, reader)).collect();
        fixtures.insert(kind.value.to_owned(), list);
    }
    fixtures
}

fn fixture(
    node: &Node,
    kind: &str,
    contract: &Contract,
    reader: &mut Reader<'_>,
) -> Option<TargetFixture> {
    let fields = reader.table(node, &FIXTURE)?;
    let id = reader.text(fields.get("id")?)?;
    let accounts = key_kinds(contract);
    let account = match fields.get("account") {
        Some(node) => reader.word(node, "kind of key", &accounts)?.value,
        None => accounts.first()?,
    };
    let kind = contract::fixture(contract, kind)?;
    let facts = fields.get("facts").map(|node| parse_facts(node, kind, reader));
    Some(TargetFixture {
        id: id.value,
        account: account.to_owned(),
        facts: facts.unwrap_or_default().into(),
    })
}
