//! `api.rs`: key header, error body and refusals shared by all operations.

use super::prelude::*;

/// The functions of a service whose errors have a code.
const CODES: &str = "
    fn error_body_with_code(message: String, code: &str) -> ErrorBody {
        let mut body = Self::error_body(message);
        body.[OBJECT]code = Some(code.into());
        body
    }

    fn error_code(body: ErrorBody) -> Option<String> {
        body.[OBJECT]code.map(|code| code.as_str().to_owned())
    }
";

pub fn text(plan: &Plan<'_>) -> String {
    let service = &plan.contract.service;
    let about =
        format!("{}: key header, error body and refusals shared by all operations.", service.title);
    let section = section(&service.auth.section);
    let header_doc = Doc::new("The header that carries the key.").text(&section);
    let bodies: Vec<_> = plan.error_bodies.iter().map(|body| body.name.to_string()).collect();
    let new = bodies
        .iter()
        .rev()
        .fold("message".to_owned(), |inner, body| format!("{body}::new({inner})"));
    let objects = plan.error_bodies.iter().take(bodies.len().saturating_sub(1));
    let objects = objects.flat_map(|body| &body.members);
    let object: String = objects.map(|member| format!("{}.", member.field.name)).collect();
    let codes = plan.error_code.as_ref().map(|_| fill(CODES, &[("OBJECT", &object)]));
    let mut imports = bodies;
    imports.extend(["ErrorKind", "KeyError"].map(str::to_owned));
    imports.sort();
    let values = [
        ("IMPORTS", imports.join(", ")),
        ("NEW", new),
        ("OBJECT", object),
        ("CODES", codes.unwrap_or_default()),
        ("HEAD", Doc::new(&about).text_behind("//!")),
        ("HEADER_DOC", header_doc.text_behind("///")),
        ("HEADER", format!("{:?}", service.auth.header)),
        ("DOC", Doc::new(&about).text(&section).text_behind("///")),
    ];
    fill(include_str!("api.rs.in"), &values)
}
