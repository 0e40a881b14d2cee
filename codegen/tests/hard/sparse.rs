//! Contracts that lack a part which most have: their crates compile without a warning, and client and server agree.

use std::path::Path;

use serde_yaml::Value;
use spec::ContractFile;

use crate::agreement::Agreement;
use crate::difficult_contract::{generate, load};

/// Which parts a contract has.
#[derive(Clone, Copy)]
struct Parts {
    /// Where a request carries the key.
    key: &'static str,
    key_errors: bool,
    errors: bool,
    records: bool,
    query: bool,
    body: bool,
    fixtures: bool,
}

const ALL: Parts = Parts {
    key: "header: x-key, case_insensitive: true",
    key_errors: true,
    errors: true,
    records: true,
    query: true,
    body: true,
    fixtures: true,
};

const NONE: Parts = Parts {
    key: ALL.key,
    key_errors: false,
    errors: false,
    records: false,
    query: false,
    body: false,
    fixtures: false,
};

const CONTRACTS: [(&str, Parts); 12] = [
    ("smallest", NONE),
    ("no key errors", Parts { key_errors: false, ..ALL }),
    ("no errors", Parts { key_errors: false, errors: false, ..ALL }),
    ("only key errors", Parts { errors: false, ..ALL }),
    ("no records", Parts { records: false, fixtures: false, ..ALL }),
    ("no query", Parts { query: false, ..ALL }),
    ("no body", Parts { body: false, ..ALL }),
    ("no fixtures", Parts { fixtures: false, ..ALL }),
    ("bearer", Parts { key: BEARER, key_errors: true, ..NONE }),
    ("key in the query", Parts { key: "query: api key", key_errors: true, ..NONE }),
    ("cookie", Parts { key: "cookie: card", ..NONE }),
    ("basic", Parts { key: "basic: true", ..NONE }),
];

const BEARER: &str = "header: Authorization, scheme: Bearer, case_insensitive: true";

/// The place of a key in code, and what a client sends.
const PLACES: [(&str, &str, &str); 4] = [
    (BEARER, "KeyPlace::Bearer", "Bearer s3cret/1"),
    ("query: api key", "KeyPlace::Query(\"api key\")", "api%20key=s3cret%2F1"),
    ("cookie: card", "KeyPlace::Cookie(\"card\")", "card=s3cret/1"),
    ("basic: true", "KeyPlace::Basic", "Basic czNjcmV0LzE="),
];

/// A test of the place of the key, if it is another than a header of its own.
fn test_of_place(parts: Parts) -> Option<String> {
    let (_, place, written) = PLACES.into_iter().find(|(key, ..)| *key == parts.key)?;
    Some(format!(
        "#[test]\nfn the_key_has_its_place() {{\n    use contract_runtime::{{Api, KeyPlace}};\n    \
         let place = <models::Api as Api>::KEY_PLACE;\n    assert_eq!(place, {place});\n    \
         assert_eq!(place.write(\"s3cret/1\"), {written:?});\n}}\n"
    ))
}

impl Parts {
    fn files(self, package: &str) -> Vec<ContractFile> {
        let mut files = vec![
            file("service.yaml", self.service(package)),
            file("things/resource.yaml", self.resource()),
            file("things/list_things.yaml", self.list()),
        ];
        if self.records || self.body {
            files.push(file("things/add_thing.yaml", self.add()));
        }
        if self.records {
            files.push(file("things/get_thing.yaml", self.get()));
        }
        files
    }

    fn service(self, package: &str) -> String {
        let service = format!(
            "service: sparse\ntitle: Sparse\npackage: {package}\nsource: One\n\
             key: {{ {}, identifies_account: true }}\n\
             error_body: {{ member: error, further_members: false }}\nkeys: {{ main: The key. }}\n",
            self.key
        );
        let errors = "errors:\n  key_missing: { when: key absent, status: 401, message: No key }\n";
        [service.as_str(), if self.key_errors { errors } else { "" }].concat()
    }

    fn resource(self) -> String {
        let record = "records:\n  Thing:\n    further_members: { not_shown: Which. }\n    fields:\n      \
                      uuid: { type: string, format: identifier, present: true, nullable: false }\n";
        let fixture =
            "fixtures:\n  thing: { record: Thing, description: A thing., setup: Make one. }\n";
        let parts = [(self.records, record), (self.fixtures, fixture)];
        let parts = parts.map(|(has, text)| if has { text } else { "" });
        ["resource: things\ntitle: Things\nsource: Two\n", &parts.concat()].concat()
    }

    fn list(self) -> String {
        let query = "query: { kind: { type: string, required: true } }\n";
        let list = "lists: Thing\norder: { not_shown: Which. }\n\
                    paging: { meta: meta, total: all, integers: true, \
                    select: { page: page, per_page: per_page } }\n";
        let error =
            "  kind_missing: { when: missing query.kind, status: 400, message: Which kind? }\n";
        self.operation(
            "list_things",
            "GET /v1/things",
            &[(self.query, query), (self.records, list)],
            if self.records { "{ things: [Thing] }" } else { "{ names: [string] }" },
            (self.query, error),
        )
    }

    fn add(self) -> String {
        let body = "body: { name: { type: string, required: true } }\n";
        let error =
            "  name_missing: { when: missing body.name, status: 422, message: Which name? }\n";
        self.operation(
            "add_thing",
            "POST /v1/things",
            &[(self.body, body), (self.records, "creates: Thing\n")],
            if self.records { "{ thing: Thing }" } else { "none" },
            (self.body, error),
        )
    }

    fn get(self) -> String {
        let path = "path: { thing: { identified_by: [uuid], record: Thing } }\n";
        let error =
            "  unknown: { when: unknown path.thing, status: 404, message: No such thing }\n";
        self.operation(
            "get_thing",
            "GET /v1/things/{thing}",
            &[(true, path)],
            "{ thing: Thing }",
            (true, error),
        )
    }

    fn operation(
        self,
        id: &str,
        http: &str,
        parts: &[(bool, &str)],
        body: &str,
        (has_error, error): (bool, &str),
    ) -> String {
        let mut text = format!("operation: {id}\nsource: Three\nhttp: {http}\n");
        text.push_str("key: { required: true }\nscope: service\n");
        text.extend(parts.iter().filter(|(has, _)| *has).map(|(_, part)| *part));
        text.push_str(&format!("success: {{ status: 200, body: {body} }}\n"));
        if self.errors && has_error {
            text.extend(["errors:\n", error]);
        }
        text
    }
}

fn file(address: &str, text: String) -> ContractFile {
    ContractFile { address: address.to_owned(), path: address.to_owned(), text }
}

#[test]
fn crates_of_contracts_that_lack_a_part_compile_and_agree() {
    let mut agreement = Agreement::new("sparse");
    for (index, (name, parts)) in CONTRACTS.into_iter().enumerate() {
        let package = format!("sparse{index}");
        let contract = load(&parts.files(&package), None);
        let contract = contract.unwrap_or_else(|found| panic!("{name}: {found}"));
        let files = generate(&contract).unwrap_or_else(|found| panic!("{name}: {found:#?}"));
        for (path, text) in files.iter().filter(|(path, _)| path.ends_with(".yaml")) {
            let parsed: Result<Value, _> = serde_yaml::from_str(text);
            assert!(parsed.is_ok(), "{name}: {path}: {parsed:?}");
        }
        agreement.add(&package, &contract, &files, 3);
        agreement.add_code(&test_of_place(parts).unwrap_or_default());
    }
    // Records that are identified by numbers and by opaque texts; bare bodies, and no key.
    let contracts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/tests");
    for name in ["workshop", "stockroom", "tracker", "payments"] {
        let folder = contracts.join(name).join("contract");
        let contract =
            load(&spec::read_folder(&folder).0, None).unwrap_or_else(|found| panic!("{found}"));
        let files = generate(&contract).unwrap_or_else(|found| panic!("{found:#?}"));
        agreement.add(name, &contract, &files, 3);
    }
    agreement.check();
}
