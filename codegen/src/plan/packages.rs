//! Names of the generated packages.

use spec::Contract;

/// The generated packages.
#[derive(Clone, Debug)]
pub struct Packages {
    /// Types that both sides share.
    pub models: Package,
    /// Handler traits and routes.
    pub server: Package,
    pub client: Package,
}

#[derive(Clone, Debug)]
pub struct Package {
    /// Name in `Cargo.toml`: `library-models`.
    pub name: String,
    /// Name in Rust: `library_models`.
    pub library: String,
}

impl Packages {
    /// `<package>-models`, or `<package>-<overlay>-models` when an overlay is in force.
    pub fn new(contract: &Contract) -> Self {
        let stem = match &contract.overlay {
            Some(overlay) => format!("{}-{}", contract.service.package, overlay.name),
            None => contract.service.package.clone(),
        };
        let package = |part: &str| {
            let name = format!("{stem}-{part}").replace('_', "-");
            Package { library: name.replace('-', "_"), name }
        };
        Self { models: package("models"), server: package("server"), client: package("client") }
    }
}
