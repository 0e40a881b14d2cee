//! Reads what a step expects in its response, and the clauses, gaps and earlier steps that it refers
//! to.

use reader::{Diagnostic, Node, Span, Spanned};
use spec::{Clause, Operation};

use super::load::ScenarioReader;
use super::{ClauseRef, ResponsePath, Template, Value};

impl ScenarioReader<'_> {
    pub(super) fn template(&mut self, node: &Node) -> Option<Template> {
        let written = self.reader.text(node)?;
        self.parse_template(&written)
    }

    fn parse_template(&mut self, written: &Spanned<String>) -> Option<Template> {
        let parsed = Template::parse(&written.value, Some(&self.names));
        self.reference(parsed, written.span, "cannot be filled in")
    }

    fn reference<T>(&mut self, parsed: Result<T, String>, span: Span, label: &str) -> Option<T> {
        parsed.map_err(|message| self.error("bad-reference", message, span, label)).ok()
    }

    pub(super) fn templates(&mut self, node: Option<&Node>) -> Vec<Template> {
        let items = self.list(node, "a list of values").iter();
        items.filter_map(|item| self.template(item)).collect()
    }

    pub(super) fn order(&mut self, node: Option<&Node>) -> Vec<(Template, Template)> {
        let entries = self.entries(node, "a map from values to points in time").iter();
        entries
            .filter_map(|entry| {
                Some((self.parse_template(&entry.key)?, self.template(&entry.value)?))
            })
            .collect()
    }

    /// Fields of the response and the values they are compared with.
    pub(super) fn compared(
        &mut self,
        node: Option<&Node>,
        operation: &Operation,
    ) -> Vec<(ResponsePath, Value)> {
        let mut compared = Vec::new();
        for entry in self.entries(node, "a map from members to values") {
            let (span, label) = (entry.key.span, "not a documented field");
            let parsed = ResponsePath::parse(&entry.key.value, Some(&self.names));
            let Some(path) = self.reference(parsed, span, label) else {
                continue;
            };
            let Some(field) = path.stated_field(self.contract, operation) else {
                let message =
                    format!("the response of `{}` has no documented `{path}`", operation.id);
                let found = Diagnostic::error("check-on-gap", message, span, label);
                self.reader.out.push(found.with_help(
                    "only what the contract states of the response can be compared; where it is silent, \
                     look for values with `shows` and `hides`",
                ));
                continue;
            };
            compared.extend(self.value(&entry.value, &field.ty).map(|value| (path, value)));
        }
        compared
    }

    pub(super) fn earlier_step(&mut self, node: Option<&Node>) -> Option<String> {
        let steps: Vec<&str> = self.names.steps.iter().map(String::as_str).collect();
        Some(self.reader.word(node?, "earlier step", &steps)?.value.to_owned())
    }

    pub(super) fn gap(&mut self, node: Option<&Node>) -> Option<String> {
        let gaps: Vec<&str> = self.contract.gaps.iter().map(|gap| gap.id.as_str()).collect();
        self.word(node, "gap", &gaps).map(str::to_owned)
    }

    /// A list of clauses, with or without the id of the operation.
    pub(super) fn proofs(&mut self, node: Option<&Node>, operation: &Operation) -> Vec<ClauseRef> {
        let mut proofs = Vec::new();
        for item in self.list(node, "a list of clauses") {
            let Some(written) = self.reader.text(item) else {
                continue;
            };
            let in_operation = format!("{}.{}", operation.id, written.value);
            match self.clause(&in_operation).or_else(|| self.clause(&written.value)) {
                Some(Clause { operation, kind, .. }) => {
                    proofs.push(ClauseRef { operation: operation.clone(), kind: kind.clone() })
                }
                None => self.report_unknown_clause(&written, &in_operation),
            }
        }
        proofs
    }

    fn clause(&self, id: &str) -> Option<&Clause> {
        let index = self.clauses.binary_search_by(|clause| clause.id.as_str().cmp(id)).ok()?;
        self.clauses.get(index).map(AsRef::as_ref)
    }

    fn report_unknown_clause(&mut self, written: &Spanned<String>, in_operation: &str) {
        let id = &written.value;
        let code = "unknown-clause";
        if self.contract.gaps.iter().any(|gap| gap.id == *id || gap.id == in_operation) {
            let message = format!("`{id}` is a gap");
            return self.error(code, message, written.span, "a gap has nothing to prove");
        }
        let ids = self.clauses.iter().map(|clause| clause.id.as_str());
        let near = reader::did_you_mean(in_operation, ids.clone())
            .or_else(|| reader::did_you_mean(id, ids));
        let message = format!("unknown clause `{id}`");
        let mut found = Diagnostic::error(code, message, written.span, "not a clause");
        if let Some(near) = near {
            found = found.with_help(format!("did you mean `{near}`?"));
        }
        self.reader.out.push(found);
    }
}
