//! The list of issues: filters, order and numbered pages.

use std::cmp::Reverse;

use serde_json::{Value, json};

use super::{Answer, Fault, Tracker, decoded, errors, number, plain, sent};

impl Tracker {
    /// Whether the query of a list keeps an issue.
    fn keeps(&self, query: &str, issue: &Value) -> bool {
        let fault = self.fault;
        let text = |name: &str| issue[name].as_str().unwrap_or_default();
        let assignee = sent(query, "assignee").map(decoded);
        let default = if fault == Fault::StateWithoutDefault { "all" } else { "open" };
        let state = match sent(query, "state").unwrap_or(default) {
            "all" if fault == Fault::AllAsOpen => "open",
            state => state,
        };
        let labels = issue["labels"].as_array().unwrap();
        let has = |name: &str| labels.iter().any(|label| label["name"] == *name);
        let wanted = sent(query, "labels").map(decoded);
        let is_alone = sent(query, "since").is_none();
        let wanted = wanted.filter(|_| fault != Fault::LabelsAlone || is_alone);
        let has_labels = wanted.is_none_or(|wanted| match fault {
            Fault::AnyLabel => wanted.split(',').any(has),
            _ => wanted.split(',').all(has),
        });
        let is_since = sent(query, "since").map(decoded).is_none_or(|since| match fault {
            Fault::SinceAfter => text("updated_at") > since.as_str(),
            _ => text("updated_at") >= since.as_str(),
        });
        let is_due = sent(query, "due_before").is_none_or(|before| match text("due_on") {
            "" => false,
            due if fault == Fault::DueUntil => due <= before,
            due => due < before,
        });
        assignee.is_none_or(|name| issue["assignee"] == *name)
            && (state == "all" || issue["state"] == *state)
            && has_labels
            && is_since
            && is_due
    }

    /// Numbered pages: a header leads to the next one.
    pub(super) fn list_issues(&self, query: &str) -> Answer {
        let (page, size) = (number(query, "page", 1), number(query, "per_page", 30));
        let state = sent(query, "state").unwrap_or("open");
        let is_word =
            ["open", "closed", "all"].contains(&state) || self.fault == Fault::UnknownState;
        let wrong = (!is_word).then_some(("state", "invalid"));
        if let Some(refusal) = errors::refusal(self.fault, wrong.into_iter().collect()) {
            return refusal;
        }
        if page == 0 || !(1..=100).contains(&size) {
            return plain(422, json!({ "message": "Validation Failed" }));
        }
        let issues = self.issues.iter().rev().filter(|issue| self.keeps(query, issue));
        let mut issues: Vec<_> = issues.cloned().collect();
        self.sort(query, &mut issues);
        let is_far = (page - 1) * size >= issues.len();
        let shown = match self.fault {
            Fault::NumberIgnored => 1,
            Fault::FirstAgain if is_far => 1,
            _ => page,
        };
        let items: Vec<_> = issues.iter().skip((shown - 1) * size).take(size).cloned().collect();
        let is_last = page * size >= issues.len();
        let is_linked = match self.fault {
            Fault::NoLink => false,
            Fault::LinkOnLast => !is_far,
            _ => !is_last,
        };
        let is_kept = |pair: &&str| match pair.split_once('=') {
            Some(("page", _)) => false,
            Some(("per_page", _)) => self.fault != Fault::LinkWithoutSize,
            _ => !pair.is_empty(),
        };
        let others: String =
            query.split('&').filter(is_kept).flat_map(|pair| ["&", pair]).collect();
        let next = page + 1;
        let link = format!(
            "Link: <http://tracker.example/issues?page=1{others}>; rel=\"first\", \
             <http://tracker.example/issues?page={next}{others}>; rel=\"next\"\r\n"
        );
        (200, if is_linked { link } else { String::new() }, Value::from(items))
    }

    /// The newest first, unless the query asks for another order. Issues without a value count as the least.
    fn sort(&self, query: &str, issues: &mut [Value]) {
        let by = match sent(query, "sort").unwrap_or("created") {
            "updated" if self.fault != Fault::SortIgnored => "updated_at",
            "due" => "due_on",
            _ => "created_at",
        };
        let text = |issue: &Value| issue[by].as_str().unwrap_or_default().to_owned();
        if sent(query, "direction") == Some("asc") && self.fault != Fault::DirectionIgnored {
            issues.reverse();
            issues.sort_by_key(text);
        } else {
            issues.sort_by_key(|issue| Reverse(text(issue)));
        }
    }
}
