//! `<resource>/<operation>.yaml` to [`Operation`].

use reader::{Diagnostic, Fields, Spanned, did_you_mean};

use super::slots::{Place, Silences, Written};
use super::{Document, Lower};
use crate::language::{KEY_RULE, OPERATION};
use crate::model::{Method, Operation, PathTemplate, Segment, Slot};

impl<'a> Lower<'a> {
    pub(super) fn operation(
        &mut self,
        document: &'a Document,
        resource: &str,
        section: &str,
        silences: &Silences,
    ) -> Option<Operation> {
        let fields = self.reader.table(&document.root, &OPERATION)?;
        let file = document.address.rsplit('/').next().unwrap_or_default();
        let file = file.trim_end_matches(".yaml");
        let id = self.id_of_file(&fields, "operation", file, document);
        let place = Place::new(Some(&id.value), &id.value, section)
            .in_section(self.section(fields.get("source")));
        let silences = self.silences(silences, fields.get("not_shown"), &place);
        self.open_questions(fields.get("open_questions"), &place);

        let http = fields
            .get("http")
            .and_then(|node| self.reader.text(node))
            .and_then(|text| self.http(&text));
        let mut path_parameters = self.path_parameters(fields.get("path"), &place);
        let query = self.query(fields.get("query"), &place);
        let body = self.body(fields.get("body"), &place);
        let key_required = self.key_required(&fields, &place, &silences);
        let success = fields.get("success").and_then(|node| self.success(node, &place, &silences));
        let errors = self.error_cases(fields.get("errors"), &place, &silences);
        let lists = self.text_of(&fields, "lists");
        let addresses = !path_parameters.is_empty();
        let rules = self.list_rules(&fields, lists.is_some(), addresses, &place, &silences);
        let transitions = self.transitions(&fields, &place);
        let hidden = self.hidden(fields.get("never_returns"), &place);
        let untestable = self.untestable(&fields);
        let (method, path) = http?;
        path_parameters.sort_by_key(|parameter| path.position(&parameter.name));
        Some(Operation {
            id: id.value.clone(),
            resource: resource.to_owned(),
            description: self.optional_text(fields.get("description")),
            section: place.section,
            method,
            path,
            path_parameters,
            key_required,
            query,
            body,
            success: success?,
            errors,
            lists,
            creates: self.text_of(&fields, "creates"),
            updates: self.text_of(&fields, "updates"),
            removes: self.text_of(&fields, "removes"),
            order: rules.order,
            paging: rules.paging,
            scope: rules.scope,
            transitions,
            hidden,
            untestable,
            span: id.span,
        })
    }

    fn key_required(
        &mut self,
        fields: &Fields<'a>,
        place: &Place,
        silences: &Silences,
    ) -> Slot<bool> {
        let rule = fields.get("key").and_then(|node| self.reader.table(node, &KEY_RULE));
        let section = rule.as_ref().and_then(|rule| self.section(rule.get("source")));
        let place = place.at("key").in_section(section);
        let written = Written {
            name: "required",
            inherits: "key.required",
            node: rule.as_ref().and_then(|rule| rule.get("required")),
            owner: fields.span,
        };
        self.slot(&place, silences, &written, |lower, _, node| {
            lower.reader.boolean(node).map(|flag| flag.value)
        })
    }

    fn untestable(&mut self, fields: &Fields<'_>) -> Vec<(String, String)> {
        let Some(node) = fields.get("untestable") else {
            return Vec::new();
        };
        let entries = self.reader.entries(node, "a map of clauses");
        entries
            .iter()
            .filter_map(|entry| {
                Some((entry.key.value.clone(), self.reader.text(&entry.value)?.value))
            })
            .collect()
    }

    /// `METHOD /path/{parameter}`
    fn http(&mut self, text: &Spanned<String>) -> Option<(Method, PathTemplate)> {
        let bad = |why: &str| {
            Diagnostic::error(
                "bad-route",
                format!("`{}` is not a method and path", text.value),
                text.span,
                why,
            )
            .with_help("write `GET /things/{identifier}`")
        };
        let Some((verb, path)) = text.value.split_once(' ') else {
            self.report(bad("expected a method, a space, and a path"));
            return None;
        };
        let mut methods = Method::ALL.into_iter();
        let Some(method) = methods.find(|method| method.as_str() == verb) else {
            let words = Method::ALL.map(Method::as_str);
            let found = bad("expected GET, POST, PUT, PATCH or DELETE");
            self.report(match did_you_mean(verb, words.into_iter()) {
                Some(near) => found.with_fix(
                    text.span,
                    format!("{near} {path}"),
                    format!("did you mean `{near}`?"),
                ),
                None => found,
            });
            return None;
        };
        let Some(rest) = path.strip_prefix('/') else {
            let meant = format!("{verb} /{path}");
            self.report(bad("the path starts with `/`").with_fix(text.span, meant, "add it"));
            return None;
        };
        let mut segments = Vec::new();
        for segment in rest.split('/') {
            let parameter = segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
            let legal = |text: &str| {
                !text.is_empty()
                    && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.~".contains(&b))
            };
            if !legal(parameter.unwrap_or(segment)) {
                self.report(bad("a segment is plain text or a whole `{parameter}`"));
                return None;
            }
            if matches!(segment, "." | "..") {
                self.report(bad("expected no `.` and no `..`: clients resolve them"));
                return None;
            }
            segments.push(match parameter {
                Some(name) => Segment::Parameter(name.to_owned()),
                None => Segment::Literal(segment.to_owned()),
            });
        }
        Some((method, PathTemplate { segments }))
    }
}
