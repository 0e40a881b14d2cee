//! A service for the tests of this crate.

use std::collections::BTreeMap;

use contract_runtime::{Api, NoRefusals};

/// A service without refusals, whose error body is `{"error": "..."}`.
#[derive(Debug)]
pub struct TestApi;

impl Api for TestApi {
    const KEY_HEADER: &'static str = "x-test-key";

    type KeyError = NoRefusals;
    type ErrorKind = NoRefusals;
    type ErrorBody = BTreeMap<String, String>;

    fn error_body(message: String) -> Self::ErrorBody {
        BTreeMap::from([("error".to_owned(), message)])
    }

    fn error_message(mut body: Self::ErrorBody) -> String {
        body.remove("error").unwrap_or_default()
    }
}
