//! `api.rs`: key header, error body and refusals shared by all operations.

use spec::{KeyPlace, Service};

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

/// The functions of a service whose errors name the offending input.
const FIELDS: &str = "
    fn set_error_field(body: &mut ErrorBody, field: &str) {
        body.[OBJECT]field = Some(field.to_owned());
    }

    fn error_field(body: &ErrorBody) -> Option<String> {
        body.[OBJECT]field.clone()
    }
";

pub fn text(plan: &Plan<'_>) -> String {
    let service = &plan.contract.service;
    let parts = match header_of(service) {
        Some(_) => "key header, error body and refusals",
        None => "error body and refusals",
    };
    let about = format!("{}: {parts} shared by all operations.", service.title);
    let own = service.auth.as_ref().map_or_else(String::new, |auth| section(&auth.section));
    let header = header_of(service).map(|header| {
        let doc = Doc::new("The header that carries the key.").text(&own).text_behind("///");
        format!("{doc}\npub const KEY_HEADER: &str = {:?};\n\n", header)
    });
    let bodies: Vec<_> = plan.error_bodies.iter().map(|body| body.name.to_string()).collect();
    let new = bodies
        .iter()
        .rev()
        .fold("message".to_owned(), |inner, body| format!("{body}::new({inner})"));
    let objects = plan.error_bodies.iter().take(bodies.len().saturating_sub(1));
    let objects = objects.flat_map(|body| &body.members);
    let object: String = objects.map(|member| format!("{}.", member.field.name)).collect();
    let codes = plan.error_code.as_ref().map(|_| fill(CODES, &[("OBJECT", &object)]));
    let fields = service.error_body.field.as_ref();
    let fields = fields.map(|_| fill(FIELDS, &[("OBJECT", &object)]));
    let mut imports = bodies;
    imports.extend(["ErrorKind", "KeyError"].map(str::to_owned));
    imports.sort();
    let values = [
        ("IMPORTS", imports.join(", ")),
        ("NEW", new),
        ("OBJECT", object),
        ("CODES", [codes, fields].into_iter().flatten().collect()),
        ("HEAD", Doc::new(&about).text_behind("//!")),
        ("KEY_HEADER", header.unwrap_or_default()),
        ("HEADER", if header_of(service).is_some() { "KEY_HEADER" } else { "\"\"" }.to_owned()),
        ("PLACE", service.key_place().and_then(place).unwrap_or_default()),
        ("DOC", Doc::new(&about).text(&own).text_behind("///")),
    ];
    fill(include_str!("api.rs.in"), &values)
}

/// The header whose value is the key.
pub fn header_of(service: &Service) -> Option<&str> {
    match service.key_place()? {
        KeyPlace::Header(name) => Some(name),
        _ => None,
    }
}

/// The place of a key that is not the value of a header.
fn place(place: &KeyPlace) -> Option<String> {
    let place = match place {
        KeyPlace::Header(_) => return None,
        KeyPlace::Bearer => "Bearer".to_owned(),
        KeyPlace::Basic => "Basic".to_owned(),
        KeyPlace::Query(name) => format!("Query({name:?})"),
        KeyPlace::Cookie(name) => format!("Cookie({name:?})"),
    };
    let path = "contract_runtime::KeyPlace";
    Some(format!("    const KEY_PLACE: {path} = {path}::{place};\n"))
}
