//! Objects in the body of a request: servers name the member that is wrong and send the refusal documented for it, and
//! null is told from what is left out. Headers whose names differ only in punctuation have different names in code.

use spec::ContractFile;

use crate::agreement::Agreement;
use crate::difficult_contract::{generate, load};

const FILES: [(&str, &str); 4] = [
    (
        "service.yaml",
        "service: objects
title: Objects
package: objects
source: One
key: none
error_body: { member: error, field: field, field_present: false, further_members: false }
errors:
  wrong: { when: invalid *, status: 400, message: not_shown, field: input }
not_shown: { errors.message: { note: The words. } }
",
    ),
    (
        "things/resource.yaml",
        "resource: things
title: Things
source: Two
records:
  Thing:
    further_members: false
    identified_by: none
    fields: { name: { type: string, present: true, nullable: false } }
",
    ),
    (
        "things/add_thing.yaml",
        "operation: add_thing
source: Three
http: POST /things
creates: Thing
body:
  name: { type: string, required: true }
  idempotency_key: { type: string }
  supplier:
    type: object
    members:
      id: { type: string, required: true }
      note: { type: string, nullable: true }
      code: { type: string, required: true, nullable: true }
      address: { type: object, members: { town: { type: string, required: true } } }
  maker: { type: object, members: { id: { type: string, required: true } } }
  parts: { type: [object], members: { sku: { type: string, required: true } } }
idempotency: { header: Idempotency-Key }
success:
  status: 201
  body: Thing
  headers: { X-Page: { present: true }, XPage: { present: true }, x_page: { present: true } }
errors:
  no_id: { when: missing body.supplier.id, status: 422, message: Which supplier?, field: input }
  empty_note: { when: blank body.supplier.note, status: 422, message: Which note?, field: input }
  bad_town: { when: malformed body.supplier.address.town, status: 422, message: Which town?, field: input }
  bad_maker: { when: invalid body.maker, status: 422, message: Which maker?, field: input }
",
    ),
    (
        "things/send_thing.yaml",
        "operation: send_thing
source: Three
http: POST /things/sent
creates: Thing
body:
  maker:
    type: object
    required: true
    members:
      id: { type: string, required: true }
      made_at: { type: timestamp, required: true }
      address: { type: object, required: true, members: { town: { type: string, required: true } } }
  notes: { type: json, required: true }
  sent_at: { type: timestamp, required: true }
  parts: { type: [object], min_items: 2, unique_items: true, members: { sku: { type: string, default: a } } }
  sizes: { type: [integer], min_items: 3, unique_items: true, maximum: 2 }
  kinds: { type: [string], values: [new, old], min_items: 2, unique_items: true }
  days: { type: [date], min_items: 2, unique_items: true }
  codes: { type: [string], max_length: 4, min_items: 2, unique_items: true }
success:
  status: 200
  body: none
",
    ),
];

const REFUSALS: &str = r#"
#[test]
fn the_refusal_of_a_member_is_sent() {
    use contract_runtime::Refusal as _;
    let refused = |members: &str| {
        let body = format!("{{\"name\":\"a\",{members}}}");
        let error = <models::AddThingRequest as models::Request>::from_http(&[], None, body.as_bytes()).unwrap_err();
        let refusal = <models::AddThingRequest as models::Request>::refuse_input(&error).expect("it is documented");
        (refusal.id(), refusal.field().unwrap_or_default().to_owned())
    };
    for (members, id, field) in [
        ("\"supplier\":{\"code\":null}", "no_id", "supplier.id"),
        ("\"supplier\":{\"id\":\"b\",\"code\":null,\"note\":\"\"}", "empty_note", "supplier.note"),
        ("\"supplier\":{\"id\":\"b\",\"code\":null,\"address\":{\"town\":1}}", "bad_town", "supplier.address.town"),
        ("\"supplier\":{\"id\":\"b\"}", "wrong", "supplier.code"),
        ("\"supplier\":1", "wrong", "supplier"),
        ("\"maker\":{}", "bad_maker", "maker"),
        ("\"parts\":[{}]", "wrong", "parts"),
    ] {
        assert_eq!(refused(members), (id, field.to_owned()), "{members}");
    }
}

#[test]
fn null_is_told_from_what_is_left_out() {
    let read = |body: &str| {
        let body = format!("{{\"name\":\"a\",\"supplier\":{body}}}");
        <models::AddThingRequest as models::Request>::from_http(&[], None, body.as_bytes()).unwrap()
    };
    let supplier = models::AddThingSupplier::new("b", None);
    assert_eq!(read("{\"id\":\"b\",\"code\":null}").supplier, Some(supplier.clone()));
    let with_null = supplier.note(None);
    assert_eq!(with_null.note, Some(None));
    let request = read("{\"id\":\"b\",\"code\":null,\"note\":null}");
    assert_eq!(request.supplier, Some(with_null));
    let written = models::Request::to_http(&request).unwrap();
    let text = std::str::from_utf8(written.body()).unwrap();
    assert!(text.contains("\"note\":null") && text.contains("\"code\":null"), "{text}");
}

#[test]
fn inputs_and_headers_of_like_names_are_told_apart() {
    let request = models::AddThingRequest::new("a").idempotency_key("in the body").idempotency_key2("in a header");
    let written = models::Request::to_http(&request).unwrap();
    assert_eq!(written.headers()["idempotency-key"], "in a header");
    let headers = models::AddThingHeaders::new("1", "2", "3");
    assert_eq!((&*headers.x_page, &*headers.x_page2, &*headers.x_page3), ("1", "2", "3"));
}
"#;

#[test]
fn members_of_objects_are_refused_and_null() {
    let files = FILES.map(|(address, text)| ContractFile {
        address: address.to_owned(),
        path: address.to_owned(),
        text: text.to_owned(),
    });
    let contract = load(&files, None).unwrap_or_else(|found| panic!("{found}"));
    let files = generate(&contract).unwrap_or_else(|found| panic!("{found:#?}"));
    let mut agreement = Agreement::new("objects");
    agreement.add("objects", &contract, &files, 5);
    agreement.add_code(REFUSALS);
    agreement.check();
    agreement.test_examples("objects");
}
