//! Compiles the client and the server generated from a contract, and exchanges requests, successes and refusals with
//! random values over a socket.
//!
//! One program with `agreement/peer.rs` covers all contracts.

use codegen::FileSet;
use spec::{Contract, ErrorCase, Operation};

use crate::values::Values;
use crate::workspace::Workspace;

const DEPENDENCIES: &str = r#"axum = { version = "0.8", default-features = false, features = ["http1", "tokio"] }
bytes = "1"
http = "1"
hyper = { version = "1", default-features = false, features = ["client", "http1"] }
hyper-util = { version = "0.1", default-features = false, features = ["tokio"] }
tokio = { version = "1", features = ["macros", "net", "rt"] }
"#;

/// Number of calls of each operation.
const ROUNDS: usize = 4;

/// Contracts whose crates are compiled and run.
pub struct Agreement {
    workspace: Workspace,
    dependencies: String,
    modules: Vec<(String, String)>,
}

impl Agreement {
    pub fn new(name: &str) -> Self {
        Self {
            workspace: Workspace::new(name),
            dependencies: format!(
                "{DEPENDENCIES}contract-runtime = {{ path = \"{}/../runtime/core\" }}\n",
                env!("CARGO_MANIFEST_DIR")
            ),
            modules: Vec::new(),
        }
    }

    /// Adds a contract with its generated files; `stem` is the stem of its package names.
    pub fn add(&mut self, stem: &str, contract: &Contract, files: &FileSet, seed: u64) {
        self.workspace.generated(stem, files.iter());
        for part in ["client", "server"] {
            let path = format!("{{ path = \"../{stem}/{part}\", default-features = false }}");
            self.dependencies.push_str(&format!("{stem}-{part} = {path}\n"));
        }
        let module = stem.replace('-', "_");
        let text = program(&module, contract, files, seed);
        self.modules.push((module, text));
    }

    /// Adds code to the program of the last contract.
    pub fn add_code(&mut self, text: &str) {
        if let Some((_, module)) = self.modules.last_mut() {
            module.push_str(text);
        }
    }

    /// Builds the documentation of models and server without a warning: comments contain prose of the contract.
    pub fn document(&mut self, stem: &str) {
        let [models, server] = ["models", "server"].map(|part| format!("{stem}-{part}"));
        let packages = ["--package", &models, "--package", &server];
        let (documented, output) =
            (self.workspace).cargo(&[&["doc", "--no-deps"], &packages[..]].concat());
        assert!(documented, "{output}");
    }

    /// Compiles the examples in the comments and the READMEs of models and client.
    pub fn test_examples(&mut self, stem: &str) {
        let [models, client] = ["models", "client"].map(|part| format!("{stem}-{part}"));
        let packages = ["--package", &models, "--package", &client];
        let (compiled, output) =
            (self.workspace).cargo(&[&["test", "--doc"], &packages[..]].concat());
        assert!(compiled, "{output}");
    }

    /// Compiles everything without a warning, and runs clients against servers.
    pub fn check(&mut self) {
        let mut main = "//! Clients and servers talk.\n\n#![cfg(test)]\n\n".to_owned();
        let modules = self.modules.iter();
        main.extend(modules.map(|(module, _)| format!("mod {module};\n")));
        let modules = self.modules.iter();
        let modules: Vec<_> =
            modules.map(|(module, text)| (format!("{module}.rs"), text.as_str())).collect();
        let mut sources =
            vec![("main.rs", main.as_str()), ("peer.rs", include_str!("agreement/peer.rs"))];
        sources.extend(modules.iter().map(|(path, text)| (path.as_str(), *text)));
        self.workspace.package("agreement", &self.dependencies, &sources);
        let (agreed, output) = self.workspace.cargo(&["test", "--package", "agreement"]);
        assert!(agreed, "{output}");
    }
}

/// Names of one operation in the generated files.
struct Names<'f> {
    id: &'f str,
    module: &'f str,
    handler: String,
    method: String,
    request: String,
    success: String,
    error: String,
}

/// Reads the names of all operations from the generated files.
fn names(files: &FileSet) -> Vec<Names<'_>> {
    let mut found = Vec::new();
    for (path, text) in files.iter() {
        let below = path.strip_prefix("server/src/").and_then(|rest| rest.split_once('/'));
        let Some((module, file)) = below else {
            continue;
        };
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let after = text.split_once("pub trait ").unwrap().1;
        let models = files.get(&format!("models/src/{module}/{file}")).unwrap();
        let outcome = between(after, "HandlerResult<", ">");
        let (success, error) = outcome.trim_end_matches([',', ' ']).split_once(',').unwrap();
        found.push(Names {
            id: between(models.split_once("OperationInfo::new(").unwrap().1, "\"", "\""),
            module,
            handler: between(after, "", "<").to_owned(),
            method: between(after, "fn ", "(").to_owned(),
            request: between(after, "request: ", ",").to_owned(),
            success: success.trim().to_owned(),
            error: error.trim().to_owned(),
        });
    }
    assert!(!found.is_empty(), "no operation was found");
    found
}

fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let (_, rest) = text.split_once(start).unwrap();
    rest.split_once(end).unwrap().0
}

/// The module of one contract: handlers, requests and responses.
fn program(library: &str, contract: &Contract, files: &FileSet, seed: u64) -> String {
    let mut values = Values::new(contract, seed);
    let mut handlers = String::new();
    let mut calls = String::new();
    for names in names(files) {
        let Names { module, handler, method, request, success, error, .. } = &names;
        handlers.push_str(&format!(
            "impl server::r#{module}::{handler}<()> for peer::Handlers {{\n    async fn {method}(\n        \
             &self,\n        _: (),\n        request: models::{request},\n    ) -> \
             server::HandlerResult<models::{success}, models::{error}> {{\n        \
             self.answer(request)\n    }}\n}}\n\n"
        ));
        let operation = contract.operations().find(|one| one.id == names.id).unwrap();
        for _ in 0..ROUNDS {
            let request_arguments = request_arguments(&mut values, operation);
            let (status, body) = values.success(operation);
            let headers = values.headers(operation);
            calls.push_str(&format!(
                "    peer.succeeds_with::<models::{request}>({request_arguments}, {status}, &{headers:?}, {body:?}).await;\n"
            ).replace(".to_string()", ""));
        }
        let of_service = &contract.service.errors;
        let is_own = |id: &str| of_service.iter().all(|case| case.id != id);
        // A client cannot tell a refusal by a message or a code that are not shown.
        let is_told = |case: &ErrorCase| {
            let code = case.code.as_ref().and_then(|code| code.value());
            case.is_empty() || case.text().is_some() || code.is_some()
        };
        let told = operation.errors.iter().filter(|case| is_told(case));
        for case in told.filter(|case| is_own(&case.id)) {
            let request_arguments = request_arguments(&mut values, operation);
            let message = (!case.is_empty()).then(|| values.message(case));
            let status = case.status.value();
            let named = case.named_input().map_or("a_field", |input| operation.wire_name(input));
            let code = case.code.as_ref().and_then(|code| code.value());
            calls.push_str(&format!(
                "    peer.refuses::<models::{request}>({request_arguments}, ({status:?}, {message:?}, {code:?}, {named:?})).await;\n"
            ));
        }
    }
    format!(
        "//! The client and the server of `{library}`.\n\n#[path = \"peer.rs\"]\n\
         #[allow(dead_code, reason = \"a contract may have no refusals\")]\nmod peer;\n\n\
         use {library}_client as client;\nuse {library}_server as server;\n\
         use {library}_server::models;\n\n{handlers}#[tokio::test]\nasync fn client_and_server_agree() {{\n    \
         let peer = peer::Peer::start().await;\n{calls}}}\n"
    )
}

/// A request as arguments.
fn request_arguments(values: &mut Values<'_>, operation: &Operation) -> String {
    let sent = values.request(operation);
    format!("(&{:?}, {:?}, {:?})", sent.path, sent.query, sent.body).replace(".to_string()", "")
}
