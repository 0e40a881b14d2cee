//! Drafts a target file from the fixtures that were found, with comments on what is missing.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::DiscoveredKind;
use crate::depth::Depth;
use crate::level::Level;
use crate::plan::{Decision, PlanInputs, Requirement};
use crate::suite::Suite;
use crate::target::{BaseUrl, EmailDomain, Fixtures, KeySource, TargetFixture};
use crate::text::wrapped;

/// Name of the JSON Schema that a draft names, in its folder.
pub const SCHEMA_FILE: &str = "target.schema.json";

/// Input of a draft.
pub struct TargetDraft<'s> {
    /// Contract and scenarios.
    pub suite: &'s Suite,
    /// Base URL of the service.
    pub base_url: &'s BaseUrl,
    /// Source of each key, by kind.
    pub keys: &'s BTreeMap<String, KeySource>,
    /// The results of the discovery.
    pub findings: &'s [DiscoveredKind<'s>],
}

impl TargetDraft<'_> {
    /// The text of the target file.
    pub fn text(&self) -> String {
        let mut text = format!("# yaml-language-server: $schema={SCHEMA_FILE}\n");
        let _ = write!(text, "target: 1\nbase_url: {}\n", quoted(&self.base_url.to_string()));
        text.push_str(
            "# `read` only reads, `own` also creates records, `full` also changes existing ones\nlevel: read\n",
        );
        let _ = writeln!(
            text,
            "# domain of generated e-mail addresses; the service must accept it\nemail_domain: {}",
            EmailDomain::default()
        );
        if !self.keys.is_empty() {
            text.push_str("keys:\n");
        }
        for (kind, source) in self.keys {
            let source = match source {
                KeySource::Env(name) => format!("env: {}", quoted(name)),
                KeySource::File(path) => format!("file: {}", quoted(&path.display().to_string())),
            };
            let _ = writeln!(text, "  {kind}: {{ {source} }}");
        }
        text.push_str(&self.found());
        text.push_str(&self.missing());
        text
    }

    fn found(&self) -> String {
        let mut text = String::new();
        for finding in self.findings.iter().filter(|finding| !finding.found.is_empty()) {
            if let Some((list, scoped)) = finding.list() {
                let whose = if scoped {
                    "which only shows the account's records"
                } else {
                    "which may show other accounts' records as well: check that they are yours"
                };
                text.push_str(&comment(&format!("from {list}, {whose}"), 2));
            }
            let _ = writeln!(text, "  {}:", finding.kind.kind);
            for fixture in &finding.found {
                let _ = writeln!(text, "    - {}", self.entry(fixture));
            }
        }
        if text.is_empty() { "fixtures: {}\n".to_owned() } else { format!("fixtures:\n{text}") }
    }

    fn entry(&self, fixture: &TargetFixture) -> String {
        let mut parts = vec![format!("id: {}", quoted(&fixture.id))];
        if Some(fixture.account.as_str()) != crate::contract::usual_key(&self.suite.contract) {
            parts.push(format!("account: {}", fixture.account));
        }
        let facts = fixture.facts.iter();
        let facts: Vec<_> = facts.map(|(name, fact)| format!("{name}: {}", quoted(fact))).collect();
        if !facts.is_empty() {
            parts.push(format!("facts: {{ {} }}", facts.join(", ")));
        }
        format!("{{ {} }}", parts.join(", "))
    }

    /// For each kind that scenarios still need: why it was not found, its description, and an entry
    /// to fill in.
    fn missing(&self) -> String {
        let fixtures = fixtures(self.findings);
        let inputs = PlanInputs {
            level: Level::Full,
            depth: Depth::Thorough,
            keys: self.suite.contract.service.keys.iter().map(|key| key.name.clone()).collect(),
            fixtures: &fixtures,
            only: None,
        };
        let plan = self.suite.plan(&inputs);
        let wanted = plan.entries.iter().filter_map(|entry| match &entry.decision {
            Decision::Skip(_, wanted) => Some(wanted),
            Decision::Run(_) => None,
        });
        let mut text = String::new();
        let wanted = Requirement::merge(wanted.flatten());
        for finding in self.findings {
            let kind = finding.kind;
            let of_kind = wanted.iter().filter(
                |wanted| matches!(wanted, Requirement::Fixture(lack) if lack.kind == kind.kind),
            );
            let lines: String = of_kind.map(|wanted| format!("#   {wanted}\n")).collect();
            if !lines.is_empty() {
                let _ = writeln!(text, "#\n# {}", kind.kind);
                let about = format!("{} {} {}.", kind.description, kind.setup, lack(finding));
                text.push_str(&comment(&about, 0));
                text.push_str(&lines);
            }
        }
        if text.is_empty() {
            return text;
        }
        format!("\n# Also needed under `fixtures` to run all scenarios:\n{text}")
    }
}

/// Why there are no fixtures, or too few.
fn lack(finding: &DiscoveredKind<'_>) -> String {
    match (&finding.source, &finding.reason) {
        (Err(why), _) => format!("Not discoverable: {why}"),
        (Ok(_), Some(reason)) => format!("Not found: {reason}"),
        (Ok(source), None) => {
            format!("Found in {}, but too few, or without the needed facts", source.list.id)
        }
    }
}

/// The fixtures, by kind.
pub fn fixtures(findings: &[DiscoveredKind<'_>]) -> Fixtures {
    let found = findings.iter().filter(|finding| !finding.found.is_empty());
    found.map(|finding| (finding.kind.kind.clone(), finding.found.clone())).collect()
}

/// A double-quoted string, which YAML and JSON have in common.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn comment(text: &str, indent: usize) -> String {
    let margin = " ".repeat(indent);
    let text = wrapped(text, indent + 2);
    text.lines().map(|line| format!("{margin}# {}\n", line.trim_start())).collect()
}
