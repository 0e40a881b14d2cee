//! A service, and requests to it.

use std::path::{Path, PathBuf};

use conformance_model::{exchange, key_place};
use contract_mock::Mock;
use http::Request;
use serde_json::Value;
use spec::{ContractFile, Loaded};

/// The folder of a contract in `spec/tests`.
pub fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/tests").join(name).join("contract")
}

pub struct Service {
    pub mock: Mock,
    /// Kind of the key that is sent.
    pub kind: &'static str,
}

pub struct Response {
    pub status: u16,
    pub body: Value,
    pub link: Option<String>,
}

impl Service {
    pub fn of(name: &str) -> Self {
        Self::with(name, None)
    }

    pub fn with(name: &str, overlay: Option<&ContractFile>) -> Self {
        let (files, _) = spec::read_folder(&folder(name));
        let Loaded { contract, .. } = spec::load(&files, overlay);
        Self { mock: Mock::new(contract.unwrap(), 7), kind: "main" }
    }

    /// Sends a request. An empty body is none.
    pub fn send(&self, route: &str, body: &str) -> Response {
        let (method, target) = route.split_once(' ').unwrap();
        let (target, headers) = (target.to_owned(), Vec::new());
        let mut keyed =
            exchange::Request { method: spec::Method::Get, target, headers, body: None };
        if let (Some(place), Some(key)) =
            (self.mock.contract().service.key_place(), self.mock.keys().get(self.kind))
        {
            key_place::put(place, key, &mut keyed);
        }
        let mut request = Request::builder().method(method).uri(keyed.target);
        request = request.header("Host", "mock.test");
        for (name, value) in keyed.headers {
            request = request.header(name, value);
        }
        let request = request.body(body.as_bytes().to_vec()).unwrap();
        let response = self.mock.answer(&request);
        let link = response.headers().get("Link").map(|link| link.to_str().unwrap().to_owned());
        let body = serde_json::from_str(response.body()).unwrap_or_default();
        Response { status: response.status().as_u16(), body, link }
    }

    /// Sends a request that is accepted, and returns the body.
    pub fn accepted(&self, route: &str, body: &str) -> Value {
        let response = self.send(route, body);
        assert!(response.status < 300, "{route} {body}: {} {}", response.status, response.body);
        response.body
    }

    /// Asserts status and body of a response.
    pub fn assert(&self, route: &str, body: &str, status: u16, expected: Value) {
        let response = self.send(route, body);
        assert_eq!((response.status, response.body), (status, expected), "{route} {body}");
    }
}
