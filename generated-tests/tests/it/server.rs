//! A server that reads requests and follows a script, with one action for each connection.

use std::sync::{Arc, Mutex, PoisonError};

use referral_client::models::GetSubscriberRequest;
use referral_client::{Client, ClientBuilder, ReqwestTransport, Retries};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// The key that the clients of these tests send.
pub const KEY: &str = "a-very-secret-key";

/// Action on a connection after its request was read.
#[derive(Clone)]
pub enum Action {
    /// Sends these bytes and closes the connection.
    Say(String),
    /// Sends these bytes, then repeats a chunk until the client closes the connection.
    Pour(String),
    /// Sends nothing until the client closes the connection.
    Hang,
}

/// A complete answer with a JSON body.
pub fn json(status: u16, body: &str) -> Action {
    with_header(status, "content-type: application/json", body)
}

/// A complete answer with an additional header line.
pub fn with_header(status: u16, header: &str, body: &str) -> Action {
    let length = body.len();
    Action::Say(format!(
        "HTTP/1.1 {status} Status\r\n{header}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
    ))
}

/// Counts of events so far.
#[derive(Clone, Copy, Default)]
pub struct Count {
    /// Requests that were read.
    pub read: usize,
    /// Connections that are closed.
    pub over: usize,
}

/// A server that stops at the end of its script. Without a script it accepts no connection.
pub struct Server {
    pub url: String,
    seen: Arc<Mutex<Vec<String>>>,
    count: watch::Receiver<Count>,
}

impl Server {
    pub async fn start(script: Vec<Action>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let seen = Arc::default();
        let (sender, count) = watch::channel(Count::default());
        if script.is_empty() {
            drop(listener);
        } else {
            tokio::spawn(serve(listener, script, Arc::clone(&seen), sender));
        }
        Self { url, seen, count }
    }

    /// A server on a separate thread, for tests without async.
    pub fn start_on_thread(script: Vec<Action>) -> Self {
        let (sender, receiver) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.unwrap().block_on(async move {
                let server = Self::start(script).await;
                let mut count = server.count.clone();
                sender.send(server).unwrap();
                // Until the script is at its end.
                while count.changed().await.is_ok() {}
            });
        });
        receiver.recv().unwrap()
    }

    /// The received requests, head and body.
    pub fn requests(&self) -> Vec<String> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Waits until the counts satisfy a condition.
    pub async fn wait_until(&self, happened: impl Fn(&Count) -> bool) {
        self.count.clone().wait_for(happened).await.unwrap();
    }

    /// A client builder with a key and no pauses between attempts.
    pub fn builder(&self) -> ClientBuilder {
        let builder = Client::builder(&self.url).key(KEY).random(|| 0);
        builder.transport(direct())
    }

    /// The same, with a limit on answers.
    pub fn client_with_limit(&self, bytes: usize) -> Client {
        let transport = direct().largest_body(bytes);
        self.builder().transport(transport).build().unwrap()
    }

    pub fn client(&self) -> Client {
        self.builder().build().unwrap()
    }

    pub fn client_that_tries_once(&self) -> Client {
        self.builder().retries(Retries::never()).build().unwrap()
    }
}

/// The transport of the client, without the proxies of the environment.
pub fn direct() -> ReqwestTransport {
    direct_with(|builder| builder)
}

/// The same with other settings of the HTTP client.
pub fn direct_with(
    settings: impl FnOnce(reqwest::ClientBuilder) -> reqwest::ClientBuilder,
) -> ReqwestTransport {
    // The first transport installs the cryptography provider of the process.
    ReqwestTransport::new().unwrap();
    let builder = reqwest::Client::builder().no_proxy();
    let builder = builder.redirect(reqwest::redirect::Policy::none());
    ReqwestTransport::with_client(settings(builder).build().unwrap())
}

/// A request that reads, whose answer is not documented.
pub fn read() -> GetSubscriberRequest {
    GetSubscriberRequest::new("ann@example.com")
}

async fn serve(
    listener: TcpListener,
    script: Vec<Action>,
    seen: Arc<Mutex<Vec<String>>>,
    count: watch::Sender<Count>,
) {
    let mut acts = Vec::new();
    for act in script {
        let (stream, _) = listener.accept().await.unwrap();
        let (seen, count) = (Arc::clone(&seen), count.clone());
        acts.push(tokio::spawn(async move {
            run_script(stream, act, &seen, &count).await;
            count.send_modify(|count| count.over += 1);
        }));
    }
    drop((listener, count));
    for act in acts {
        act.await.unwrap();
    }
}

async fn run_script(
    mut stream: TcpStream,
    act: Action,
    seen: &Mutex<Vec<String>>,
    count: &watch::Sender<Count>,
) {
    let request = request(&mut stream).await;
    seen.lock().unwrap_or_else(PoisonError::into_inner).push(request);
    count.send_modify(|count| count.read += 1);
    match act {
        Action::Say(text) => {
            stream.write_all(text.as_bytes()).await.unwrap();
            stream.shutdown().await.unwrap();
        }
        Action::Pour(text) => {
            let head = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
            stream.write_all(head.as_bytes()).await.unwrap();
            let chunk = format!("{:x}\r\n{text}\r\n", text.len());
            while stream.write_all(chunk.as_bytes()).await.is_ok() {}
        }
        Action::Hang => while stream.read(&mut [0; 64]).await.is_ok_and(|read| read > 0) {},
    }
}

/// One request, to the end of its body.
async fn request(stream: &mut TcpStream) -> String {
    let (mut text, mut buffer) = (String::new(), [0; 4096]);
    loop {
        let read = stream.read(&mut buffer).await.unwrap();
        assert!(read > 0, "the request broke off: {text}");
        text.push_str(std::str::from_utf8(&buffer[..read]).unwrap());
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            continue;
        };
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        if body.len() >= length.map_or(0, |length| length.parse().unwrap()) {
            return text;
        }
    }
}
