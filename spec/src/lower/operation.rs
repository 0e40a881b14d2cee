//! `<resource>/<operation>.yaml` to [`Operation`].

use super::prelude::*;
use crate::language::{KEY_RULE, OPERATION};
use crate::model::{InputField, Method, Operation, PathTemplate, Segment, Slot};

impl<'a> Lower<'a> {
    /// The operation of a file; `place` is that of its resource.
    pub(super) fn operation(
        &mut self,
        document: &'a Document,
        resource: &str,
        place: &Place,
    ) -> Option<Operation> {
        let fields = self.reader.table(&document.root, &OPERATION)?;
        let file = document.address.rsplit('/').next().unwrap_or_default();
        let file = file.trim_end_matches(".yaml");
        let id = self.id_of_file(&fields, "operation", file, document);
        let place = Place { operation: Some(id.value.clone()), ..place.with_id(&id.value) };
        let place = self.sourced(&fields, &place);
        let place = self.silences(&fields, place);
        self.open_questions(&fields, &place);

        let http = self.text(&fields, "http");
        let route = http.as_ref().and_then(|text| self.http(text));
        // A name that cannot be read is reported already, and makes no other rule wrong.
        let unread = fields.get("lists").map(|_| String::new());
        let lists = self.record_name(&fields, "lists").or(unread);
        let mut path_values = Vec::new();
        let mut path_parameters =
            self.each(&fields, "path", "a map of path parameters", |lower, entry| {
                lower.path_parameter(entry, &place, &mut path_values)
            });
        let mut query = self.each(&fields, "query", "a map of query parameters", |lower, entry| {
            lower.query_parameter(entry, &place, lists.as_deref())
        });
        self.settle_directions(&mut query);
        let body = self.each(&fields, "body", "a map of body members", |lower, entry| {
            lower.input(entry, &place)
        });
        self.check_questions(&fields, &body);
        let key = fields.get("key").and_then(|node| self.reader.table(node, &KEY_RULE));
        let key_place = place.at("key");
        let key_place = key.map_or(key_place.clone(), |key| self.sourced(&key, &key_place));
        let key_required = Written {
            name: "required",
            inherits: "key.required",
            node: key.and_then(|key| key.get("required")),
            owner: fields.span,
        };
        let key_required = match self.keyless.clone() {
            Some(no_key) => {
                self.refuse_key(&fields, no_key.span);
                Slot::Stated(no_key)
            }
            None => self.boolean_slot(&key_place, &key_required),
        };
        let method = route.as_ref().map(|(method, _)| *method);
        let idempotency = self.idempotency(&fields, method, &place);
        let success = fields.get("success").and_then(|node| self.success(node, &place));
        let errors = self.error_cases(&fields, &place);
        let addresses = !path_parameters.is_empty();
        let rules = self.list_rules(&fields, lists.as_deref(), addresses, &place);
        let transitions = self.transitions(&fields, &place);
        let mut constants = Vec::new();
        let effects = self.each(&fields, "effects", "a map of effects", |lower, entry| {
            if matches!(entry.value.value, Value::Map(_) | Value::List(_)) {
                lower.constants(entry, &place, &mut constants);
                return None;
            }
            lower.member_effect(entry, &place)
        });
        let hidden =
            self.each(&fields, "never_returns", "a map of hidden records", |lower, entry| {
                lower.hidden(entry, &place)
            });
        let untestable = self.each(&fields, "untestable", "a map of clauses", |lower, entry| {
            Some((entry.key.clone(), lower.reader.text(&entry.value)?.value))
        });
        let inputs = std::mem::take(&mut self.inputs);
        let creates = self.record_name(&fields, "creates");
        let updates = self.record_name(&fields, "updates");
        let keeps_left_out =
            fields.key_span("keeps_left_out").filter(|_| self.flag(&fields, "keeps_left_out"));
        let removes = self.record_name(&fields, "removes");
        let effect = fields.key_span("creates").or(fields.key_span("removes"));
        let (method, path) = route?;
        path_parameters.sort_by_key(|parameter| path.position(&parameter.name));
        path_values.sort_by_key(|value| path.position(&value.name));
        Some(Operation {
            id: id.value,
            resource: resource.to_owned(),
            description: self.text_or_empty(&fields, "description"),
            section: place.section,
            method,
            path,
            path_parameters,
            path_values,
            key_required,
            query,
            body,
            idempotency,
            success: success?,
            errors,
            lists,
            creates,
            updates,
            keeps_left_out,
            removes,
            order: rules.order,
            paging: rules.paging,
            scope: rules.scope,
            transitions,
            effects,
            constants,
            hidden,
            untestable,
            inputs,
            http: http?.span,
            effect_span: effect.unwrap_or(id.span),
            span: id.span,
        })
    }

    /// Reports a key of an operation where the service has none.
    fn refuse_key(&mut self, fields: &Fields<'_>, no_key: Span) {
        if let Some(span) = fields.key_span("key") {
            let message = "an operation has no key where the service has none";
            self.report(
                Diagnostic::error("unexpected-key", message, span, "a key")
                    .with_label(no_key, "no key")
                    .with_help("remove it, or describe the key in `service.yaml`"),
            );
        }
    }

    /// Reports inputs whose `values_open` names no open question of the operation.
    fn check_questions(&mut self, fields: &Fields<'_>, body: &[InputField]) {
        let entries = self.entries(fields, "open_questions", "a map of open questions");
        let known: Vec<&str> = entries.iter().map(|entry| entry.key.as_str()).collect();
        for named in body.iter().filter_map(|field| field.values_open.as_ref()) {
            if known.contains(&named.as_str()) {
                continue;
            }
            let message = format!("the operation has no open question `{named}`");
            let diagnostic =
                Diagnostic::error("unknown-question", message, named.span, "not declared here");
            self.report(match did_you_mean(named, known.iter().copied()) {
                Some(near) => {
                    diagnostic.with_fix(named.span, near, "a question with a similar name exists")
                }
                None => diagnostic.with_help("declare it under `open_questions` of the operation"),
            });
        }
    }

    /// `METHOD /path/{parameter}`
    fn http(&mut self, text: &Spanned<String>) -> Option<(Method, PathTemplate)> {
        let bad = |why: &str| {
            let message = format!("`{text}` is not a method and path");
            Diagnostic::error("bad-route", message, text.span, why)
                .with_help("write `GET /things/{identifier}`")
        };
        let Some((verb, path)) = text.split_once(' ') else {
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
                None => found.with_help("the language has no other methods: describe the operation under `open_questions` of the resource"),
            });
            return None;
        };
        let Some(rest) = path.strip_prefix('/') else {
            let with_slash = format!("{verb} /{path}");
            self.report(bad("the path starts with `/`").with_fix(text.span, with_slash, "add it"));
            return None;
        };
        let legal = |text: &str| {
            !text.is_empty()
                && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.~".contains(&b))
        };
        let mut segments = Vec::new();
        for segment in rest.split('/') {
            let parameter = segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
            if !legal(parameter.unwrap_or(segment)) {
                let found = bad("a segment is plain text or a whole `{parameter}`");
                self.report(match segment.strip_prefix(':').filter(|name| legal(name)) {
                    Some(name) => {
                        let span = text.word(segment);
                        found.with_fix(span, format!("{{{name}}}"), "a parameter is in braces")
                    }
                    None => found,
                });
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
