//! `keygen`: a key pair for certificates.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use super::output::{NewFile, OUTPUT, print};
use crate::certificate::keys::{PublicKey, SigningKey};
use crate::exit::Exit;

/// Arguments of `keygen`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// File for the private key, which only its owner can read; the public key is written to `FILE.pub`
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    out: PathBuf,
}

pub(super) fn execute(args: &Args) -> anyhow::Result<Exit> {
    let mut public_path = args.out.clone().into_os_string();
    public_path.push(".pub");
    let public_path = PathBuf::from(public_path);
    let private = NewFile::create(&args.out, "--out")?;
    let public = NewFile::create(&public_path, "--out")?;
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).context("the system gives no random number")?;
    let key = SigningKey::generate(seed);
    let pair = SigningKey::read(&key)?.public();
    private.write(&key)?;
    public.write(&pair.write())?;
    let (id, public) = (pair.id(), public_path.display());
    print(&format!("key {id}\nGive `{public}` to those who verify certificates.\n"))?;
    Ok(Exit::Conforms)
}

pub(super) fn read_signing_key(path: &Path) -> anyhow::Result<SigningKey> {
    let text = read(path, "--signing-key")?;
    SigningKey::read(&text).map_err(|why| anyhow!("`--signing-key {}` {why}", path.display()))
}

pub(super) fn read_public_key(path: &Path) -> anyhow::Result<PublicKey> {
    let text = read(path, "--key")?;
    PublicKey::read(&text).map_err(|why| anyhow!("`--key {}` {why}", path.display()))
}

fn read(path: &Path, flag: &str) -> anyhow::Result<String> {
    let shown = path.display();
    fs::read_to_string(path).with_context(|| format!("cannot read `{flag} {shown}`"))
}
