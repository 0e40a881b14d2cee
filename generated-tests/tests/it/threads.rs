//! Clients, answers, errors and futures are `Send`.

use referral_client::models::{
    CreateSubscriberError, CreateSubscriberRequest, ListPublicationsRequest, RawResponse,
};
use referral_client::{
    AnyError, BlockingClient, BlockingPages, BuildError, CallOptions, Client, ClientBuilder, Error,
    Pages, ReqwestTransport, Response,
};

use crate::server::read;

fn crosses<T: Send + 'static>() {}
fn is_shared<T: Send + Sync + Clone + 'static>() {}
fn is_sent<T: Send>(_: T) {}
fn boxes<E: Into<Box<dyn std::error::Error + Send + Sync>>>() {}

#[test]
fn clients_answers_and_errors_are_send() {
    is_shared::<Client>();
    is_shared::<BlockingClient>();
    is_shared::<ReqwestTransport>();
    is_shared::<CallOptions>();
    is_shared::<Response<RawResponse>>();
    crosses::<ClientBuilder>();
    crosses::<Pages<ListPublicationsRequest>>();
    crosses::<BlockingPages<ListPublicationsRequest>>();
    boxes::<BuildError>();
    boxes::<Error<CreateSubscriberError>>();
    boxes::<AnyError>();
}

#[test]
fn calls_and_streams_can_be_spawned() {
    let client = Client::builder("http://127.0.0.1:9").build().unwrap();
    is_sent(client.get_subscriber(read()));
    is_sent(client.create_subscriber(CreateSubscriberRequest::new("ann@example.com")));
    let mut pages = client.list_publications_pages(ListPublicationsRequest::new());
    is_sent(pages.next_page());
}
