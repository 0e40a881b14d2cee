//! The files of a random contract.

use spec::ContractFile;

use super::{Input, Operation, Record, Sketch, Success, Type};

impl Sketch {
    /// The files of the contract.
    pub fn files(&self, package: &str) -> Vec<ContractFile> {
        let further = self.further_errors;
        let key = self.key;
        let service = format!(
            "service: random\ntitle: Random\npackage: {package}\nsource: One\nkey:\n  \
             header: x-key\n  case_insensitive: {key}\n  identifies_account: {key}\n\
             error_body: {{ member: error, further_members: {further} }}\n\
             keys: {{ main: The key. }}\n"
        );
        let mut files = vec![file("service.yaml", service)];
        let mut resource = "resource: things\ntitle: Things\nsource: Two\nrecords:\n".to_owned();
        for (at, record) in self.records.iter().enumerate() {
            resource.push_str(&self.record(at, record));
        }
        files.push(file("things/resource.yaml", resource));
        for (at, operation) in self.operations.iter().enumerate() {
            let address = format!("things/op_{at}.yaml");
            files.push(file(&address, self.operation(at, operation)));
        }
        files
    }

    fn record(&self, at: usize, record: &Record) -> String {
        let further = record.further_members;
        let mut text = format!("  R{at}:\n    further_members: {further}\n    fields:");
        if record.fields.is_empty() {
            text.push_str(" {}");
        }
        text.push('\n');
        for field in &record.fields {
            // Required members of record types refer to later records only, so that values are finite.
            let endless = match field.ty {
                Type::Record { at: other, list } => !list && other % self.records.len() <= at,
                _ => false,
            };
            let present = if endless { "no" } else { field.present };
            let wire = field.wire.map(|wire| format!("wire_name: \"{wire}\", "));
            let evidence = if field.exampled { ", evidence: exampled" } else { "" };
            text.push_str(&format!(
                "      {}: {{ {}type: {}, present: {present}, nullable: {}{evidence} }}\n",
                field.name,
                wire.unwrap_or_default(),
                self.ty(&field.ty),
                field.nullable,
            ));
        }
        text
    }

    /// A type with its refinements.
    fn ty(&self, ty: &Type) -> String {
        match ty {
            Type::Scalar(name) => (*name).to_owned(),
            Type::Values(values) => format!("string, values: {values:?}"),
            Type::Identifier => "string, format: identifier".to_owned(),
            Type::Unknown => "{ not_shown: Which. }".to_owned(),
            Type::List(item) => format!("[{item}]"),
            Type::Record { at, list: true } => format!("[R{}]", at % self.records.len()),
            Type::Record { at, list: false } => format!("R{}", at % self.records.len()),
        }
    }

    fn operation(&self, at: usize, operation: &Operation) -> String {
        let Operation { method, key, status, .. } = operation;
        let segment = operation.parameter.map_or("", |_| "/{thing}");
        let mut text = format!(
            "operation: op_{at}\nsource: Three\nhttp: {method} /v1/op{at}{segment}\n\
             key: {{ required: {key} }}\n"
        );
        if let Some(email) = operation.parameter {
            let ways = if email { "uuid, email" } else { "uuid" };
            text.push_str(&format!(
                "path:\n  thing: {{ identified_by: [{ways}], record: R0 }}\nscope: service\n"
            ));
        }
        for (part, inputs) in [("query", &operation.query), ("body", &operation.body)] {
            if !inputs.is_empty() {
                text.push_str(&format!("{part}:\n"));
                text.extend(inputs.iter().map(|input| input.line(part)));
            }
        }
        let body = match &operation.success {
            Success::Empty => "none".to_owned(),
            Success::Unknown => "{ not_shown: Which. }".to_owned(),
            Success::Page { integers, select } => {
                let select = if *select {
                    "{ page: page, per_page: per_page }"
                } else {
                    "{ not_shown: Which. }"
                };
                if operation.parameter.is_none() {
                    text.push_str("scope: service\n");
                }
                text.push_str(&format!(
                    "lists: R0\norder: {{ not_shown: Which. }}\npaging: {{ meta: meta, total: all, \
                     integers: {integers}, select: {select} }}\n"
                ));
                "{ things: [R0] }".to_owned()
            }
            Success::Members(types) => {
                let plain = types.iter().map(|ty| match ty {
                    Type::Values(_) | Type::Identifier | Type::Unknown => "string".to_owned(),
                    other => self.ty(other),
                });
                let members = plain.enumerate().map(|(at, ty)| format!("m{at}: {ty}"));
                format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
            }
        };
        text.push_str(&format!("success:\n  status: {status}\n  body: {body}\nerrors:\n"));
        for (number, refusal) in operation.refusals.iter().enumerate() {
            let tells = refusal.tells && operation.parameter.is_some();
            let (when, message, bound) = if tells {
                (
                    "unknown path.thing",
                    "\"{thing}\" is none",
                    "    placeholders: { thing: [path.thing] }\n",
                )
            } else {
                ("{ not_shown: When. }", "Not so", "")
            };
            text.push_str(&format!(
                "  r{at}_{number}:\n    when: {when}\n    status: {}\n    \
                 message: 'No {number} {message}'\n{bound}",
                refusal.status
            ));
        }
        text
    }
}

impl Input {
    fn line(&self, part: &str) -> String {
        let Self { name, ty, required, .. } = self;
        let required = if *required { "yes" } else { "no" };
        let values = match (self.values, part) {
            (false, _) => "",
            (true, "query") => ", values: { self: itself, 3d: another }",
            (true, _) => ", values: [self, 3d]",
        };
        let several = if self.several { ", separated_by: commas" } else { "" };
        format!("  {name}: {{ type: {ty}, required: {required}{values}{several} }}\n")
    }
}

fn file(address: &str, text: String) -> ContractFile {
    ContractFile { address: address.to_owned(), path: address.to_owned(), text }
}
