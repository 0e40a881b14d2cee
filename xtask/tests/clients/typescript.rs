//! TypeScript: types of openapi-typescript, calls of openapi-fetch. Redocly's rules, which come with the former, and
//! Spectral's, also on what openapi-down-convert makes of the documents for tools that know OpenAPI 3.0 only.

use crate::document;
use crate::reference::Reference;
use crate::support::{Project, has, run};

#[test]
fn openapi_typescript_and_openapi_fetch_make_a_working_client() {
    if !has(&["curl", "node", "npm"]) {
        return;
    }
    let project = Project::copy("xtask/tests/clients/typescript");
    let install = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    if !project.install("package-lock.json", &[&install]) {
        return;
    }
    let reference = Reference::start();
    // Its document answers every gap.
    let address = format!("{}/openapi.yaml", reference.base_url);
    project.run("curl", &["--fail", "--silent", "--output", "reference.yaml", &address]);
    let document = document();
    let document = document.to_str().unwrap();
    for document in [document, "reference.yaml"] {
        project.run("node", &["lint.js", document]);
        let converter = "node_modules/@apiture/openapi-down-convert/lib/src/cli.js";
        project.run("node", &[converter, "--allOf", "--input", document, "--output", "3.0.yaml"]);
        // OpenAPI 3.0 has no identifiers of licences.
        project.run("node", &["lint.js", "3.0.yaml", "info-license-strict"]);
    }
    let generate = "node_modules/openapi-typescript/bin/cli.js";
    project.run("node", &[generate, document, "--output", "api.d.ts"]);
    project.run("node", &["node_modules/typescript/bin/tsc"]);
    let mut client = project.command("node");
    client.args(["built/client.js", &reference.base_url]);
    client.env("REFERRAL_API_KEY", reference.key());
    run(client);
}
