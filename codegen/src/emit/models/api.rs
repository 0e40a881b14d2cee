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

/// The functions of a service whose error bodies have a list of errors.
const ENTRIES: &str = "
    fn set_error_entries(body: &mut ErrorBody, entries: Vec<ErrorEntry>) {
        let entries = entries.into_iter().map(|entry| [ENTRY] {
            field: Some(entry.field),
[CODE]            ..[ENTRY]::default()
        });
        let entries: Vec<_> = entries.collect();
        body.[OBJECT]errors = [SHOWN];
    }

    fn error_entries(body: &ErrorBody) -> Vec<ErrorEntry> {
        let entries = body.[OBJECT]errors.iter().flatten();
        let entry = |entry: &[ENTRY]| {
            let field = entry.field.clone()?;
            Some(ErrorEntry { field, code: [READ] })
        };
        entries.filter_map(entry).collect()
    }
";

/// These functions, if there is a list.
fn entries(plan: &Plan<'_>, object: &str) -> Option<String> {
    let shape = plan.contract.service.error_body.entries.as_ref()?;
    let entry = plan.error_entry.as_ref()?;
    let name = entry.name.to_string();
    let has_code = entry.members.len() > 1;
    // An empty list is left out unless the document says that it is there.
    let shown = match shape.present.value() {
        Some(true) => "Some(entries)",
        _ => "(!entries.is_empty()).then_some(entries)",
    };
    let (code, read) = if has_code {
        (
            "            code: entry.code.as_deref().map(Into::into),\n",
            "entry.code.as_ref().map(|code| code.as_str().to_owned())",
        )
    } else {
        ("", "None")
    };
    let values =
        [("ENTRY", &*name), ("CODE", code), ("OBJECT", object), ("SHOWN", shown), ("READ", read)];
    Some(fill(ENTRIES, &values))
}

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
    let beside = plan.error_code.as_ref().filter(|_| service.error_body.code.is_some());
    let codes = beside.map(|_| fill(CODES, &[("OBJECT", &object)]));
    let fields = service.error_body.field.as_ref();
    let fields = fields.map(|_| fill(FIELDS, &[("OBJECT", &object)]));
    let entries = entries(plan, &object);
    let mut imports = bodies;
    imports.extend(plan.error_entry.as_ref().map(|entry| entry.name.to_string()));
    imports.extend(entries.as_ref().map(|_| "ErrorEntry".to_owned()));
    imports.extend(["ErrorKind", "KeyError"].map(str::to_owned));
    imports.sort();
    let values = [
        ("IMPORTS", imports.join(", ")),
        ("NEW", new),
        ("OBJECT", object),
        ("CODES", [codes, fields, entries].into_iter().flatten().collect()),
        ("TYPE", error_type(service)),
        ("HEAD", Doc::new(&about).text_behind("//!")),
        ("KEY_HEADER", header.unwrap_or_default()),
        ("HEADER", if header_of(service).is_some() { "KEY_HEADER" } else { "\"\"" }.to_owned()),
        ("PLACE", service.key_place().and_then(place).unwrap_or_default()),
        ("DOC", Doc::new(&about).text(&own).text_behind("///")),
    ];
    fill(include_str!("api.rs.in"), &values)
}

/// The media type of error bodies, if the document states it.
fn error_type(service: &Service) -> String {
    let stated = service.error_body.content_type.as_ref();
    let stated =
        stated.map(|fact| format!("    const ERROR_TYPE: &'static str = {:?};\n", fact.value));
    stated.unwrap_or_default()
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
