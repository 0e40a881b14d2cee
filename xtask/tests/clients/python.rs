//! Python: a package of openapi-python-client, checked by mypy.

use crate::document;
use crate::reference::Reference;
use crate::support::{Project, has, run};

#[test]
fn openapi_python_client_makes_a_working_client() {
    if !has(&["python3"]) {
        return;
    }
    let project = Project::copy("xtask/tests/clients/python");
    let path = |file: &str| project.path(file).to_str().unwrap().to_owned();
    let python = path("venv/bin/python");
    let pip = [&python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    let install = [&pip[..], &["--requirement", "requirements.txt"]].concat();
    if !project.install("requirements.txt", &[&["python3", "-m", "venv", "venv"], &install]) {
        return;
    }
    let document = document();
    let document = document.to_str().unwrap();
    let generate = ["generate", "--path", document, "--output-path", "referral_client"];
    let options = ["--config", "generator.yaml", "--meta", "none", "--overwrite"];
    // A warning means that a response or parameter was left out.
    let strict = ["--fail-on-warning"];
    let arguments = [&generate[..], &options, &strict].concat();
    project.run(&path("venv/bin/openapi-python-client"), &arguments);
    project.run(&python, &["-m", "mypy", "program.py", "referral_client"]);
    let reference = Reference::start();
    let mut program = project.command(&python);
    program.args(["program.py", &reference.base_url]);
    program.env("REFERRAL_API_KEY", reference.key());
    run(program);
}
