//! What to generate, and what the heads of the files say about where they come from.

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
    /// The JSON Schemas of the records.
    pub schemas: bool,
}

impl Outputs {
    /// Everything.
    pub const ALL: Self = Self {
        models: true,
        server: true,
        client: true,
        openapi: true,
        schemas: true,
    };
}
