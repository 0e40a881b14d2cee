//! A target file drafted from what was found: complete where it can be, and saying what it lacks.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::DiscoveredKind;
use crate::level::Level;
use crate::plan::{Decision, PlanInputs, Requirement};
use crate::suite::Suite;
use crate::target::{BaseUrl, EmailDomain, KeySource, TargetFixture};
use crate::text::wrapped;

/// Everything a draft is made of.
pub struct TargetDraft<'s> {
    /// Contract and scenarios.
    pub suite: &'s Suite,
    /// Where the service is.
    pub base_url: &'s BaseUrl,
    /// Where the keys are, by kind.
    pub keys: &'s BTreeMap<String, KeySource>,
    /// What was found.
    pub sightings: &'s [DiscoveredKind<'s>],
}

impl TargetDraft<'_> {
    /// The target file.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!(
            "target: 1\nbase_url: {}\n",
            quoted(&self.base_url.to_string())
        );
        text.push_str(
            "# read only looks, own also creates, full also changes what it finds\nlevel: read\n",
        );
        let _ = writeln!(
            text,
            "# the domain of the addresses that a run makes: one that the service accepts\nemail_domain: {}",
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

    /// What was found, by kind.
    #[must_use]
    pub fn fixtures(&self) -> BTreeMap<String, Vec<TargetFixture>> {
        fixtures(self.sightings)
    }

    fn found(&self) -> String {
        let found = self.sightings.iter().filter(|one| !one.found.is_empty());
        let mut text = String::new();
        for sighting in found {
            if let Some((list, scoped)) = sighting.list() {
                let whose = if scoped {
                    "which shows the account's own"
                } else {
                    "which is not said to show the account's own only: see that they are yours"
                };
                text.push_str(&comment(&format!("from {list}, {whose}"), 2));
            }
            let _ = writeln!(text, "  {}:", sighting.kind.kind);
            for one in &sighting.found {
                let _ = writeln!(text, "    - {}", self.entry(one));
            }
        }
        if text.is_empty() {
            "fixtures: {}\n".to_owned()
        } else {
            format!("fixtures:\n{text}")
        }
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

    /// For each kind that scenarios still want: why it was not found, what it is, and the entry to be
    /// filled in.
    fn missing(&self) -> String {
        let fixtures = self.fixtures();
        let allowance = PlanInputs {
            level: Level::Full,
            keys: self
                .suite
                .contract
                .service
                .keys
                .iter()
                .map(|key| key.name.clone())
                .collect(),
            fixtures: &fixtures,
            only: None,
        };
        let plan = self.suite.plan(&allowance);
        let wanted = plan
            .entries
            .iter()
            .filter_map(|entry| match &entry.decision {
                Decision::Skip(_, wanted) => Some(wanted),
                Decision::Run(_) => None,
            });
        let mut text = String::new();
        let wanted = Requirement::together(wanted.flatten());
        for sighting in self.sightings {
            let of_kind = |wanted: &&Requirement| match wanted {
                Requirement::Fixture(lack) => lack.kind == sighting.kind.kind,
                Requirement::Only | Requirement::Level(_) | Requirement::Key { .. } => false,
            };
            let lines = wanted.iter().filter(of_kind);
            let lines: String = lines.map(|wanted| format!("#   {wanted}\n")).collect();
            if !lines.is_empty() {
                let kind = sighting.kind;
                let _ = writeln!(text, "#\n# {}", kind.kind);
                let about = format!("{} {} {}.", kind.description, kind.setup, lack(sighting));
                text.push_str(&comment(&about, 0));
                text.push_str(&lines);
            }
        }
        if text.is_empty() {
            return text;
        }
        format!("\n# Wanted under `fixtures` as well, to see all there is to see:\n{text}")
    }
}

/// Why there are none, or too few.
fn lack(sighting: &DiscoveredKind<'_>) -> String {
    match (&sighting.source, &sighting.trouble) {
        (Err(why), _) => format!("Not looked for: {why}"),
        (Ok(_), Some(trouble)) => format!("Not found: {trouble}"),
        (Ok(source), None) => format!(
            "Found in {}, but not as many, or not with all that must be known",
            source.list.id
        ),
    }
}

/// What was found, by kind.
#[must_use]
pub fn fixtures(sightings: &[DiscoveredKind<'_>]) -> BTreeMap<String, Vec<TargetFixture>> {
    let found = sightings.iter().filter(|one| !one.found.is_empty());
    found
        .map(|one| (one.kind.kind.clone(), one.found.clone()))
        .collect()
}

/// Text in the quotes that YAML shares with JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn comment(text: &str, indent: usize) -> String {
    let margin = " ".repeat(indent);
    let lines = wrapped(text, indent + 2);
    let lines = lines.lines().map(str::trim_start);
    lines.map(|line| format!("{margin}# {line}\n")).collect()
}
