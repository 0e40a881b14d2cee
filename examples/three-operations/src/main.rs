//! Three operations of the service, in memory: `cargo run -p three-operations`, and then
//! `curl -H 'X-API-Key: demo' http://127.0.0.1:3000/v2/subscribers/a@b.c`. The others answer 501.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::{StatusCode, request::Parts};
use referral_server::models::*;
use referral_server::subscribers::{CreateSubscriber, GetSubscriber, ListSubscribers};
use referral_server::{Fault, KeyCheck, Outcome, Reply, Routes};

/// Knows one key.
struct OneKey;

impl KeyCheck for OneKey {
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

/// The subscribers, each after the time of its signup.
#[derive(Default)]
struct Memory(Mutex<Vec<(jiff::Timestamp, Subscriber)>>);

impl Memory {
    fn all(&self) -> MutexGuard<'_, Vec<(jiff::Timestamp, Subscriber)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a text has one `@`, with something around it and no blank.
fn is_address(text: &str) -> bool {
    let parts = text.split_once('@');
    let whole = |(name, domain): (&str, &str)| {
        !name.is_empty() && !domain.is_empty() && !domain.contains('@')
    };
    parts.is_some_and(whole) && !text.contains(char::is_whitespace)
}

impl<C: Send> CreateSubscriber<C> for Memory {
    async fn create_subscriber(
        &self,
        _caller: C,
        request: CreateSubscriberRequest,
    ) -> Outcome<CreateSubscriberSuccess, CreateSubscriberError> {
        if !is_address(&request.email) {
            return Err(CreateSubscriberError::EmailInvalid.into());
        }
        let mut all = self.all();
        if all
            .iter()
            .any(|(_, one)| one.email.as_ref() == Some(&request.email))
        {
            return Err(CreateSubscriberError::EmailTaken.into());
        }
        let mut subscriber = Subscriber::new().email(request.email);
        subscriber.name = request.name;
        let at = request.created_at.and_then(|at| at.as_str().parse().ok());
        all.push((at.unwrap_or_else(jiff::Timestamp::now), subscriber.clone()));
        // The newest signup comes first in the list.
        all.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
        Ok(CreateSubscriberSuccess::new(subscriber).into())
    }
}

impl<C: Send> GetSubscriber<C> for Memory {
    async fn get_subscriber(
        &self,
        _caller: C,
        request: GetSubscriberRequest,
    ) -> Outcome<GetSubscriberSuccess, GetSubscriberError> {
        let (all, wanted) = (self.all(), request.identifier.as_str());
        let mut all = all.iter().map(|(_, one)| one);
        match all.find(|one| one.email.as_deref() == Some(wanted)) {
            // The body of this success is not documented: any that is JSON will do.
            Some(found) => Reply::json(StatusCode::OK, found).map_err(Fault::internal),
            None => Err(Fault::other(StatusCode::NOT_FOUND, "no such subscriber")),
        }
    }
}

impl<C: Send> ListSubscribers<C> for Memory {
    async fn list_subscribers(
        &self,
        _caller: C,
        _request: ListSubscribersRequest,
    ) -> Outcome<ListSubscribersSuccess, ListSubscribersError> {
        let all = self.all();
        let all: Vec<_> = all.iter().map(|(_, one)| one).collect();
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
