//! TypeScript: types of openapi-typescript, calls of openapi-fetch. Redocly's rules, which come with the former, and
//! Spectral's.

use crate::reference::Reference;
use crate::support::{Project, has, run};
use crate::{document, reference_document};

#[test]
fn openapi_typescript_and_openapi_fetch_make_a_working_client() {
    if !has(&["node", "npm"]) {
        return;
    }
    let project = Project::copy("xtask/tests/clients/typescript");
    let install = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    if !project.install("package-lock.json", &[&install]) {
        return;
    }
    let document = document();
    let document = document.to_str().unwrap();
    project.run("node", &["lint.js", document]);
    project.run("node", &["lint.js", reference_document().to_str().unwrap()]);
    let generate = "node_modules/openapi-typescript/bin/cli.js";
    project.run("node", &[generate, document, "--output", "api.d.ts"]);
    project.run("node", &["node_modules/typescript/bin/tsc"]);
    let reference = Reference::start();
    let mut client = project.command("node");
    client.args(["built/client.js", &reference.base_url]);
    client.env("REFERRAL_API_KEY", reference.key());
    run(client);
}
