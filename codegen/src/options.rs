//! Options of the generator.

/// What to generate and how to speak of it.
#[derive(Clone, Debug)]
pub struct Options {
    pub outputs: Outputs,
    /// The command that makes the files: `cargo xtask gen`.
    pub command: String,
    /// The folder of the contract as the heads of files name it, the same wherever it lies: `spec/contract`.
    pub contract: String,
    /// The overlay as the heads of files name it, when the contract was loaded with one.
    pub overlay: Option<String>,
    /// The licence of the output.
    pub license: Option<License>,
    /// Whether the manifests allow that the crates are published.
    pub publish: bool,
    /// Where the generated crates find the runtime crates.
    pub runtime: RuntimeSource,
}

/// A licence, which the OpenAPI document, the manifests and the READMEs name.
#[derive(Clone, Debug)]
pub struct License {
    /// SPDX expression: `MIT OR Apache-2.0`.
    pub expression: String,
    /// Its texts by file name. Each crate gets them all.
    pub files: Vec<(String, String)>,
}

/// Where the generated crates find the runtime crates: the source of their dependencies on them.
#[derive(Clone, Debug)]
pub enum RuntimeSource {
    /// The folder that holds `core`, `server` and `client`: absolute, or relative to the output folder. Published crates
    /// depend on their version instead.
    Path(String),
    /// The URL of a git repository that holds the crates.
    Git(String),
    /// A version requirement on the registry.
    Version(String),
}

impl RuntimeSource {
    /// A line of `[dependencies]` for the runtime crate in a folder below the runtime's; `more` are further keys.
    pub(crate) fn dependency(&self, package: &str, folder: &str, more: &str) -> String {
        let version = env!("CARGO_PKG_VERSION");
        let source = match self {
            // Manifests lie one folder below the output folder.
            Self::Path(path) if path.starts_with('.') => {
                format!("version = \"{version}\", path = \"../{path}/{folder}\"")
            }
            Self::Path(path) => format!("version = \"{version}\", path = \"{path}/{folder}\""),
            Self::Git(url) => format!("git = \"{url}\""),
            Self::Version(version) => format!("version = \"{version}\""),
        };
        format!("{package} = {{ {source}{more} }}")
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Outputs {
    /// The crate of types that server and client share.
    pub models: bool,
    /// The crate of handler traits and routes; needs the models.
    pub server: bool,
    /// The crate of the client; needs the models.
    pub client: bool,
    pub openapi: bool,
    pub postman: bool,
    /// The JSON Schemas of the records.
    pub schemas: bool,
}

impl Outputs {
    pub const ALL: Self = Self {
        models: true,
        server: true,
        client: true,
        openapi: true,
        postman: true,
        schemas: true,
    };

    pub const NONE: Self = Self {
        models: false,
        server: false,
        client: false,
        openapi: false,
        postman: false,
        schemas: false,
    };
}
