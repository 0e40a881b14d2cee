//! A proxy between the service and PostgreSQL that cuts a connection during a commit.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};

/// When a connection is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// Never.
    Never,
    /// When the commit is sent: it does not arrive.
    Before,
    /// When the commit is answered: the answer does not arrive.
    After,
}

/// The socket of the default port.
const SOCKET: &str = ".s.PGSQL.5432";

/// A running proxy; it ends with the runtime of the test.
pub struct Proxy {
    folder: TempDir,
    cut: Arc<AtomicU8>,
}

impl Proxy {
    /// Starts a proxy for the server whose socket is in this folder. The bytes `commits` mark a commit.
    pub fn start(server: &str, commits: &'static [u8]) -> Proxy {
        let folder = TempDir::new().unwrap();
        let listener = UnixListener::bind(folder.path().join(SOCKET)).unwrap();
        let cut = Arc::new(AtomicU8::new(Cut::Never as u8));
        let (seen, server) = (Arc::clone(&cut), format!("{server}/{SOCKET}"));
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (cut, server) = (Arc::clone(&seen), server.clone());
                tokio::spawn(async move {
                    let server = UnixStream::connect(server).await.unwrap();
                    // All connections end with this task.
                    let _ = pass(client, server, &cut, commits).await;
                });
            }
        });
        Proxy { folder, cut }
    }

    /// The folder of the proxy's socket.
    pub fn folder(&self) -> String {
        self.folder.path().display().to_string()
    }

    /// Sets when further connections are cut.
    pub fn cut(&self, when: Cut) {
        self.cut.store(when as u8, Ordering::SeqCst);
    }
}

async fn pass(
    mut client: UnixStream,
    mut server: UnixStream,
    cut: &AtomicU8,
    commits: &[u8],
) -> std::io::Result<()> {
    let (mut requests, mut answers) = (vec![0; 65536], vec![0; 65536]);
    loop {
        tokio::select! {
            read = client.read(&mut requests) => {
                let bytes = &requests[..read?];
                if bytes.is_empty() {
                    return Ok(());
                }
                let commits = bytes.windows(commits.len()).any(|window| window == commits);
                let cut = cut.load(Ordering::SeqCst);
                if commits && cut == Cut::Before as u8 {
                    return Ok(());
                }
                server.write_all(bytes).await?;
                if commits && cut == Cut::After as u8 {
                    return server.read(&mut answers).await.map(drop);
                }
            }
            read = server.read(&mut answers) => {
                let bytes = &answers[..read?];
                if bytes.is_empty() {
                    return Ok(());
                }
                client.write_all(bytes).await?;
            }
        }
    }
}
