//! Generates types, handler traits, the OpenAPI document and the pages of all operations from the contract and the
//! answers of the overlay.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

use codegen::{License, Options, Outputs, RuntimeSource};
use reader::{Diagnostics, Sources, Style};
use site::{Extras, Files};

const CONTRACT: &str = "spec/contract";
const OVERLAY: &str = "spec/overlays/reference.yaml";

/// Links of the first page to what the server serves beside the site.
const ELSEWHERE: [(&str, &str); 2] =
    [("../openapi.yaml", "OpenAPI document, YAML"), ("../openapi.json", "OpenAPI document, JSON")];

/// The modules of `src/api.rs`.
const MODULES: &str = "#[path = \"models/src/lib.rs\"]\npub mod models;\n\
                       #[path = \"server/src/lib.rs\"]\npub mod server;\n";

fn main() -> io::Result<ExitCode> {
    println!("cargo::rerun-if-changed=../{CONTRACT}");
    println!("cargo::rerun-if-changed=../{OVERLAY}");
    // Diagnostics have the paths that the commands print.
    env::set_current_dir("..")?;
    let files = match generate() {
        Ok(files) => files,
        Err(diagnostics) => {
            eprint!("{diagnostics}");
            return Ok(ExitCode::FAILURE);
        }
    };
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    // An operation that the contract no longer has leaves no file.
    fs::remove_dir_all(&out)?;
    for (path, text) in files {
        let path = out.join(path);
        fs::create_dir_all(path.parent().unwrap_or(&out))?;
        fs::write(path, text)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The files by path. Fails with rendered diagnostics.
fn generate() -> Result<Files, String> {
    let render = |sources: &_, diagnostics: &_| reader::render(sources, diagnostics, Style::Plain);
    let (contract, mut unread) = spec::read_folder(Path::new(CONTRACT));
    let (overlay, unread_overlay) = spec::read_overlay(Path::new(OVERLAY));
    unread.extend(unread_overlay);
    if unread.has_errors() {
        return Err(render(&Sources::default(), &unread));
    }
    let loaded = spec::load(&contract, overlay.as_ref());
    let contract = loaded.contract.ok_or_else(|| render(&loaded.sources, &loaded.diagnostics))?;
    let generated = codegen::generate(&contract, &options()).map_err(|errors| {
        let mut diagnostics = Diagnostics::default();
        diagnostics.extend(errors);
        render(&loaded.sources, &diagnostics)
    })?;
    let extras = Extras { links: &ELSEWHERE, is_served: true, ..Extras::default() };
    let site = site::site(&contract, &extras);
    let mut files = Files::from([("docs.rs".to_owned(), table(&site))]);
    files.extend(site.into_iter().map(|(path, text)| (format!("docs/{path}"), text)));
    files.insert("api.rs".to_owned(), MODULES.to_owned());
    files.extend(generated.iter().map(|(path, text)| (path.to_owned(), in_module(path, text))));
    Ok(files)
}

/// The paths of the site with the texts of its files, as an expression of an array.
fn table(site: &Files) -> String {
    let entries = site.keys().map(|path| {
        format!("    ({path:?}, include_str!(concat!(env!(\"OUT_DIR\"), \"/docs/{path}\"))),\n")
    });
    format!("[\n{}]\n", entries.collect::<String>())
}

fn options() -> Options {
    Options {
        outputs: Outputs { models: true, server: true, openapi: true, ..Outputs::NONE },
        command: "cargo build".to_owned(),
        contract: CONTRACT.to_owned(),
        overlay: Some(OVERLAY.to_owned()),
        license: Some(License {
            expression: env!("CARGO_PKG_LICENSE").to_owned(),
            files: Vec::new(),
        }),
        publish: false,
        runtime: RuntimeSource::Path("runtime".to_owned()),
    }
}

/// The text of a file with the paths of a module below `api` instead of those of a crate, and without its README.
fn in_module(path: &str, text: &str) -> String {
    let Some((module, _)) = path.split_once("/src/") else { return text.to_owned() };
    text.replace("#![doc = include_str!(\"../README.md\")]\n", "//!\n")
        .replace("crate::", &format!("crate::api::{module}::"))
        .replace("referral_reference_", "crate::api::")
}
