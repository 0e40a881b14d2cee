//! Drafts a target file from the fixtures that were found, with comments on what is missing.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::DiscoveredKind;
use crate::level::Level;
use crate::plan::{Decision, PlanInputs, Requirement};
use crate::suite::Suite;
use crate::target::{BaseUrl, EmailDomain, KeySource, TargetFixture};
use crate::text::wrapped;

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
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("target: 1\nbase_url: {}\n", quoted(&self.base_url.to_string()));
        text.push_str(
            "# `read` only reads, `own` also creates records, `full` also changes existing ones\nlevel: read\n",
        );
        let _ = writeln!(
            text,
            "# domain of generated e-mail addresses; the service must accept it\nemail_domain: {}",
            EmailDomain::default()
        );
        text.push_str("keys:\n");
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

    /// The fixtures, by kind.
    #[must_use]
    pub fn fixtures(&self) -> BTreeMap<String, Vec<TargetFixture>> {
        fixtures(self.findings)
    }

    fn found(&self) -> String {
        let found = self.findings.iter().filter(|one| !one.found.is_empty());
        let mut text = String::new();
        for finding in found {
            if let Some((list, scoped)) = finding.list() {
                let whose = if scoped {
                    "which only shows the account's records"
                } else {
                    "which may show other accounts' records as well: check that they are yours"
                };
                text.push_str(&comment(&format!("from {list}, {whose}"), 2));
            }
            let _ = writeln!(text, "  {}:", finding.kind.kind);
            for one in &finding.found {
                let _ = writeln!(text, "    - {}", self.entry(one));
            }
        }
        if text.is_empty() { "fixtures: {}\n".to_owned() } else { format!("fixtures:\n{text}") }
    }

    fn entry(&self, one: &TargetFixture) -> String {
        let mut parts = vec![format!("id: {}", quoted(&one.id))];
        if Some(one.account.as_str()) != crate::contract::usual_key(&self.suite.contract) {
            parts.push(format!("account: {}", one.account));
        }
        let facts = one.facts.iter();
        let facts = facts.map(|(name, fact)| format!("{name}: {}", quoted(fact)));
        let facts: Vec<_> = facts.collect();
        if !facts.is_empty() {
            parts.push(format!("facts: {{ {} }}", facts.join(", ")));
        }
        format!("{{ {} }}", parts.join(", "))
    }

    /// For each kind that scenarios still need: why it was not found, its description, and an entry
    /// to fill in.
    fn missing(&self) -> String {
        let fixtures = self.fixtures();
        let allowance = PlanInputs {
            level: Level::Full,
            keys: self.suite.contract.service.keys.iter().map(|key| key.name.clone()).collect(),
            fixtures: &fixtures,
            only: None,
        };
        let plan = self.suite.plan(&allowance);
        let wanted = plan.entries.iter().filter_map(|entry| match &entry.decision {
            Decision::Skip(_, wanted) => Some(wanted),
            Decision::Run(_) => None,
        });
        let mut text = String::new();
        let wanted = Requirement::merge(wanted.flatten());
        for finding in self.findings {
            let of_kind = |wanted: &&Requirement| match wanted {
                Requirement::Fixture(lack) => lack.kind == finding.kind.kind,
                Requirement::Only | Requirement::Level(_) | Requirement::Key { .. } => false,
            };
            let lines = wanted.iter().filter(of_kind);
            let lines: String = lines.map(|wanted| format!("#   {wanted}\n")).collect();
            if !lines.is_empty() {
                let kind = finding.kind;
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
    match (&finding.source, &finding.trouble) {
        (Err(why), _) => format!("Not discoverable: {why}"),
        (Ok(_), Some(trouble)) => format!("Not found: {trouble}"),
        (Ok(source), None) => {
            format!("Found in {}, but too few, or without the needed facts", source.list.id)
        }
    }
}

/// The fixtures, by kind.
#[must_use]
pub fn fixtures(findings: &[DiscoveredKind<'_>]) -> BTreeMap<String, Vec<TargetFixture>> {
    let found = findings.iter().filter(|one| !one.found.is_empty());
    found.map(|one| (one.kind.kind.clone(), one.found.clone())).collect()
}

/// A double-quoted string, which YAML and JSON have in common.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn comment(text: &str, indent: usize) -> String {
    let margin = " ".repeat(indent);
    let lines = wrapped(text, indent + 2);
    let lines = lines.lines().map(str::trim_start);
    lines.map(|line| format!("{margin}# {line}\n")).collect()
}
