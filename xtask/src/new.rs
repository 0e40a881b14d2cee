//! `cargo xtask new service`: the smallest contract of a service, and a target file.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use clap::{Args as ClapArgs, Subcommand};

use crate::draft;
use crate::terminal::{print_stderr, print_stdout};

/// What to create.
#[derive(ClapArgs)]
pub struct Args {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(Subcommand)]
enum Kind {
    /// Create the smallest contract of a service that can be generated and certified
    Service(ServiceArgs),
}

/// Flags of `new service`.
#[derive(ClapArgs)]
struct ServiceArgs {
    /// Name of the service: words of letters and digits, such as `lending-library`
    name: String,
    /// Folder to create [default: a folder with the name in the current one]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// The files, by path in the new folder. They name the service by [`SERVICE_ID`] and the like.
const FILES: [(&str, &str); 6] = [
    ("contract/service.yaml", include_str!("new/contract/service.yaml")),
    ("contract/items/resource.yaml", include_str!("new/contract/items/resource.yaml")),
    ("contract/items/create_item.yaml", include_str!("new/contract/items/create_item.yaml")),
    ("contract/items/get_item.yaml", include_str!("new/contract/items/get_item.yaml")),
    ("contract/items/list_items.yaml", include_str!("new/contract/items/list_items.yaml")),
    ("target.yaml", include_str!("new/target.yaml")),
];

/// Placeholders in the files, which are replaced.
const SERVICE_ID: &str = "SERVICE_ID";
const SERVICE_TITLE: &str = "SERVICE_TITLE";
const VARIABLE: &str = "VARIABLE";
const SCHEMAS: &str = "SCHEMAS";

/// Runs the command. Exits with 0. Fails when the name is invalid, the folder is not empty, or a file cannot be
/// written.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let Kind::Service(ServiceArgs { name, out }) = &args.kind;
    let words = words(name)?;
    let id = words.join("_");
    let folder = out.clone().unwrap_or_else(|| PathBuf::from(name));
    draft::ensure_empty(&folder)?;
    let variable = draft::key_variable(&id);
    let texts = FILES.map(|(path, text)| {
        let parent = folder.join(path);
        let schemas = draft::schemas_from(parent.parent().unwrap_or(&folder));
        let text = text.replace(SERVICE_ID, &id).replace(SERVICE_TITLE, &title(&words));
        (path, text.replace(VARIABLE, &variable).replace(SCHEMAS, &schemas))
    });
    draft::write(&folder, texts.iter().map(|(path, text)| (*path, text.as_str())))?;
    print_stderr(&format!("created the service `{id}` in `{}`\n", folder.display()));
    print_stdout(&next_steps(&folder, &variable))?;
    Ok(ExitCode::SUCCESS)
}

/// The words of a name. Fails when generated code cannot use the name.
fn words(name: &str) -> anyhow::Result<Vec<String>> {
    let words: Vec<_> = name.split(['-', '_']).map(str::to_lowercase).collect();
    let is_word = |word: &String| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    if !words.iter().all(is_word) {
        bail!(
            "{} cannot name a service: write words of letters and digits, each of which begins with a letter, with `-` \
             between them: `lending-library`",
            reader::quoted(name)
        );
    }
    Ok(words)
}

fn title(words: &[String]) -> String {
    let capitalised = |word: &String| word[..1].to_uppercase() + &word[1..];
    words.iter().map(capitalised).collect::<Vec<_>>().join(" ")
}

fn next_steps(folder: &Path, variable: &str) -> String {
    let folder = folder.display();
    format!(
        "Write what the document of your API says into `{folder}/contract`, then:

  cargo xtask clauses --contract {folder}/contract
  cargo xtask gen --contract {folder}/contract --out {folder}/generated
  export {variable}=...
  cargo conformance run --contract {folder}/contract --target {folder}/target.yaml

A run makes scenarios from the contract. Where none follows for a clause, it ends with exit code 3 until you write one.
docs/your-own-api.md goes through all of it with an example.
"
    )
}
