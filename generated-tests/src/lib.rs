//! Tests of the generated crates, in a separate crate so that `generated/` holds only generated files.
//!
//! Code that must not compile, each with a correct variant. Identifiers of different records are different types:
//!
//! ```
//! use referral_client::models::{CampaignUuid, CreateEventRequest, SubscriberUuid};
//!
//! fn event(campaign: CampaignUuid, subscriber: SubscriberUuid) -> CreateEventRequest {
//!     CreateEventRequest::new(campaign, subscriber, 5)
//! }
//! ```
//!
//! ```compile_fail,E0277
//! use referral_client::models::{CampaignUuid, CreateEventRequest, SubscriberUuid};
//!
//! fn event(campaign: CampaignUuid, subscriber: SubscriberUuid) -> CreateEventRequest {
//!     CreateEventRequest::new(subscriber, campaign, 5)
//! }
//! ```
//!
//! Extensible enums are matched with a wildcard arm:
//!
//! ```
//! use referral_client::models::CreateSubscriberError;
//!
//! fn taken(error: &CreateSubscriberError) -> bool {
//!     match error {
//!         CreateSubscriberError::EmailTaken => true,
//!         CreateSubscriberError::EmailInvalid | CreateSubscriberError::EmailMissing => false,
//!         _ => false,
//!     }
//! }
//! ```
//!
//! ```compile_fail,E0004
//! use referral_client::models::CreateSubscriberError;
//!
//! fn taken(error: &CreateSubscriberError) -> bool {
//!     match error {
//!         CreateSubscriberError::EmailTaken => true,
//!         CreateSubscriberError::EmailInvalid | CreateSubscriberError::EmailMissing => false,
//!     }
//! }
//! ```
//!
//! A list without documented pages has no stream of pages:
//!
//! ```
//! # use referral_client::{Client, models::ListPublicationsRequest};
//! fn fetch(client: &Client) {
//!     let _pages = client.list_publications_pages(ListPublicationsRequest::new());
//! }
//! ```
//!
//! ```compile_fail,E0599
//! # use referral_client::{Client, models::ListSubscribersRequest};
//! fn fetch(client: &Client) {
//!     let _pages = client.list_subscribers_pages(ListSubscribersRequest::new());
//! }
//! ```
