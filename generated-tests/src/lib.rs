//! Tests of the generated crates, beside them so that `generated/` holds nothing but what is generated.
//!
//! What must not compile stands here, each beside the same thing done right. Identifiers of different
//! things are different types:
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
//! What may grow is matched with an arm for what is not known yet:
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
//! A list without documented pages has no walk through them:
//!
//! ```
//! # use referral_client::{Client, models::ListPublicationsRequest};
//! fn walk(client: &Client) {
//!     let _pages = client.list_publications_pages(ListPublicationsRequest::new());
//! }
//! ```
//!
//! ```compile_fail,E0599
//! # use referral_client::{Client, models::ListSubscribersRequest};
//! fn walk(client: &Client) {
//!     let _pages = client.list_subscribers_pages(ListSubscribersRequest::new());
//! }
//! ```
