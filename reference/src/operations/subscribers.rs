//! Operations on subscribers.

mod create_subscriber;
mod get_subscriber;
mod list_subscribers;
mod reject_subscriber;
mod unsubscribe_subscriber;
mod update_subscriber;

use crate::api::models;
use crate::api::server::Fault;

use crate::domain::campaign::Campaign;
use crate::domain::id::AccountId;
use crate::domain::subscriber::{Subscriber, SubscriberIdentifier};
use crate::operations::values::time;
use crate::operations::{OperationError, Service, campaigns};

/// A subscriber with the optional parts of its record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpandedSubscriber {
    /// The subscriber.
    pub subscriber: Subscriber,
    /// The campaigns that the subscriber is a member of; `None` when they were not requested.
    pub campaigns: Option<Vec<Campaign>>,
}

impl Service {
    /// The account's subscriber of this UUID or e-mail address. Fails if the subscriber does not
    /// exist, or the database fails.
    pub async fn find_subscriber<E>(
        &self,
        account: &AccountId,
        identifier: &str,
    ) -> Result<Subscriber, OperationError<E>> {
        let subscriber =
            self.store.subscriber(account, &SubscriberIdentifier::parse(identifier)).await?;
        subscriber.ok_or_else(|| OperationError::not_found("Subscriber", identifier))
    }
}

fn into_model<E>(subscriber: Subscriber) -> Result<models::Subscriber, Fault<E>> {
    let referred = subscriber.referred();
    let mut model = models::Subscriber::new(
        subscriber.email.as_str(),
        time(subscriber.created_at)?,
        subscriber.uuid.as_str(),
        subscriber.ref_code.as_str(),
        referred,
        subscriber.status.referral_status(),
        subscriber.status.as_ref(),
        subscriber.origin,
    );
    model.name = subscriber.name;
    model.referrer_code = subscriber.referrer_code;
    model.ip_address = subscriber.ip_address;
    model.user_agent = subscriber.user_agent;
    model.utm_source = subscriber.utm_source;
    model.utm_campaign = subscriber.utm_campaign;
    model.country_code = subscriber.country_code;
    model.cpa = subscriber.cpa.map(models::Number::from);
    Ok(model)
}

fn into_expanded_model<E>(expanded: ExpandedSubscriber) -> Result<models::Subscriber, Fault<E>> {
    let mut model = into_model(expanded.subscriber)?;
    let campaigns = expanded.campaigns.map(Vec::into_iter);
    model.referral_programs =
        campaigns.map(|campaigns| campaigns.map(campaigns::into_model).collect());
    Ok(model)
}

/// Whether a comma-separated `expand` contains `campaigns`.
fn expands_campaigns(expand: &str) -> bool {
    expand.split(',').any(|word| word.trim() == "campaigns")
}
