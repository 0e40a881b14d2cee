//! Options of the generator.

/// What to generate and how to speak of it.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which outputs.
    pub outputs: Outputs,
    /// The command that makes the files: `cargo xtask gen`.
    pub command: String,
    /// The folder of the contract as the heads of files name it, the same wherever it lies: `spec/contract`.
    pub contract: String,
    /// The overlay as the heads of files name it, when the contract was loaded with one.
    pub overlay: Option<String>,
    /// SPDX expression of the licence that the OpenAPI document and the manifests name.
    pub license: Option<String>,
    /// Where the generated crates find the runtime crates.
    pub runtime: RuntimeSource,
}

/// Where the generated crates find the runtime crates: the source of their dependencies on them.
#[derive(Clone, Debug)]
pub enum RuntimeSource {
    /// The folder that holds `core`, `server` and `client`: absolute, or relative to the output folder.
    Path(String),
    /// The URL of a git repository that holds the crates.
    Git(String),
    /// A version requirement on the registry.
    Version(String),
}

impl RuntimeSource {
    /// A line of `[dependencies]` for the runtime crate in a folder below the runtime's; `more` are further keys.
    pub(crate) fn dependency(&self, package: &str, folder: &str, more: &str) -> String {
        let source = match self {
            // Manifests lie one folder below the output folder.
            Self::Path(path) if path.starts_with('.') => format!("path = \"../{path}/{folder}\""),
            Self::Path(path) => format!("path = \"{path}/{folder}\""),
            Self::Git(url) => format!("git = \"{url}\""),
            Self::Version(version) => format!("version = \"{version}\""),
        };
        format!("{package} = {{ {source}{more} }}")
    }
}

/// The outputs there are.
#[derive(Clone, Copy, Debug)]
pub struct Outputs {
    /// The crate of types that server and client share.
    pub models: bool,
    /// The crate of handler traits and routes; needs the models.
    pub server: bool,
    /// The crate of the client; needs the models.
    pub client: bool,
    /// The OpenAPI document.
    pub openapi: bool,
    /// The Postman collection.
    pub postman: bool,
    /// The JSON Schemas of the records.
    pub schemas: bool,
    /// The scenarios that follow from the contract, below `scenarios/derived`.
    pub scenarios: bool,
}

impl Outputs {
    /// Everything.
    pub const ALL: Self = Self {
        models: true,
        server: true,
        client: true,
        openapi: true,
        postman: true,
        schemas: true,
        scenarios: true,
    };

    /// Nothing.
    pub const NONE: Self = Self {
        models: false,
        server: false,
        client: false,
        openapi: false,
        postman: false,
        schemas: false,
        scenarios: false,
    };
}
