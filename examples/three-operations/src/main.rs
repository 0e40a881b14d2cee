//! Three operations of the service, in memory: `cargo run -p three-operations`, and then
//! `curl -H 'X-API-Key: demo' http://127.0.0.1:3000/v2/subscribers/a@b.c`. The others answer 501.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::{StatusCode, request::Parts};
use referral_server::models::*;
use referral_server::subscribers::{CreateSubscriber, GetSubscriber, ListSubscribers};
use referral_server::{Fault, HandlerResult, KeyCheck, Reply, Routes};

/// Accepts one key.
struct OneKey;

impl KeyCheck<Api> for OneKey {
    type Caller = ();

    async fn check(
        &self,
        key: Option<&str>,
        _request: &Parts,
        _operation: &'static OperationInfo,
    ) -> Result<(), Fault<KeyError>> {
        match key {
            Some("demo") => Ok(()),
            Some(_) => Err(KeyError::ApiKeyInvalid.into()),
            None => Err(KeyError::ApiKeyMissing.into()),
        }
    }
}

/// The subscribers, each with its address and the time of its signup. The members of answers are not documented: a
/// record contains any JSON.
#[derive(Default)]
struct Memory(Mutex<Vec<Signup>>);

struct Signup {
    email: String,
    at: jiff::Timestamp,
    subscriber: Subscriber,
}

impl Memory {
    fn all(&self) -> MutexGuard<'_, Vec<Signup>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a text has an `@` between what RFC 5322 allows without quotes.
fn is_address(text: &str) -> bool {
    let is_sign = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.@".contains(c);
    let parts: Vec<&str> = text.split(['@', '.']).collect();
    let is_whole = parts.iter().all(|part| !part.is_empty() && part.chars().all(is_sign));
    is_whole && text.matches('@').count() == 1
}

impl<C: Send> CreateSubscriber<C> for Memory {
    async fn create_subscriber(
        &self,
        _caller: C,
        request: CreateSubscriberRequest,
    ) -> HandlerResult<CreateSubscriberSuccess, CreateSubscriberError> {
        if !is_address(&request.email) {
            return Err(CreateSubscriberError::EmailInvalid.into());
        }
        let mut all = self.all();
        if all.iter().any(|one| one.email == request.email) {
            return Err(CreateSubscriberError::EmailTaken.into());
        }
        let as_json = |text: &String| RawJson::new(text).map_err(Fault::internal);
        let mut subscriber = Subscriber::new().email(as_json(&request.email)?);
        subscriber.name = request.name.as_ref().map(as_json).transpose()?;
        let at = request.created_at.and_then(|at| at.as_str().parse().ok());
        all.push(Signup {
            email: request.email,
            at: at.unwrap_or_else(jiff::Timestamp::now),
            subscriber: subscriber.clone(),
        });
        // The newest signup is first in the list.
        all.sort_by_key(|one| std::cmp::Reverse(one.at));
        Ok(CreateSubscriberSuccess::new(subscriber).into())
    }
}

impl<C: Send> GetSubscriber<C> for Memory {
    async fn get_subscriber(
        &self,
        _caller: C,
        request: GetSubscriberRequest,
    ) -> HandlerResult<GetSubscriberSuccess, GetSubscriberError> {
        let (all, wanted) = (self.all(), request.identifier.as_str());
        match all.iter().find(|one| one.email == wanted) {
            // The body of this success is not documented: any JSON is valid.
            Some(found) => Reply::json(StatusCode::OK, &found.subscriber).map_err(Fault::internal),
            None => Err(Fault::other(StatusCode::NOT_FOUND, "no such subscriber")),
        }
    }
}

impl<C: Send> ListSubscribers<C> for Memory {
    async fn list_subscribers(
        &self,
        _caller: C,
        _request: ListSubscribersRequest,
    ) -> HandlerResult<ListSubscribersSuccess, ListSubscribersError> {
        let all = self.all();
        let all: Vec<_> = all.iter().map(|one| &one.subscriber).collect();
        Reply::json(StatusCode::OK, &all).map_err(Fault::internal)
    }
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let memory = Arc::new(Memory::default());
    let routes = Routes::new(OneKey)
        .create_subscriber(Arc::clone(&memory))
        .get_subscriber(Arc::clone(&memory))
        .list_subscribers(memory)
        .time_limit(Duration::from_secs(10));
    let address = std::env::args().nth(1).unwrap_or("127.0.0.1:3000".into());
    let listener = tokio::net::TcpListener::bind(address).await?;
    println!("listening on http://{}", listener.local_addr()?);
    axum::serve(listener, routes.into_router()).await
}
