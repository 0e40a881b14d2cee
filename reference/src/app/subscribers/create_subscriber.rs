//! `POST /v2/subscribers`: takes a subscriber in.

use crate::app::App;
use crate::domain::account::Account;
use crate::domain::id::{RefCode, SubscriberId};
use crate::domain::subscriber::{InvalidSubscriber, NewSubscriber, Subscriber};
use crate::store::{StoreError, SubscriberInserted};

/// How often identifiers are drawn before something must be wrong with their source. A second draw
/// is needed once in some thousand times in an account of a million, so eight are never used up by
/// chance.
const DRAWS: usize = 8;

/// Why no subscriber was created.
#[derive(Debug, thiserror::Error)]
pub enum CreateSubscriberError {
    /// What was sent cannot become a subscriber.
    #[error(transparent)]
    InvalidSubscriber(#[from] InvalidSubscriber),
    /// The account has a subscriber of this address.
    #[error("the e-mail address is taken")]
    EmailTaken,
    /// Every identifier drawn was in use.
    #[error("could not generate a free identifier")]
    NoFreeIdentifier,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl App {
    /// Takes a subscriber into the account.
    ///
    /// The one who referred them is looked up before the write begins. That is no race: a referrer
    /// cannot go away, and one who comes a moment later did not refer them yet.
    pub async fn create_subscriber(
        &self,
        account: &Account,
        new: NewSubscriber,
    ) -> Result<Subscriber, CreateSubscriberError> {
        let candidate = new.check()?;
        let referrer = match candidate.referrer_code() {
            Some(code) => self.store.referrer(&account.uuid, code).await?,
            None => None,
        };
        let (uuid, ref_code) = self.draw_identity();
        let mut subscriber = candidate.admit(uuid, ref_code, referrer, self.clock.now());

        for _ in 0..DRAWS {
            let inserted = self.store.insert_subscriber(&account.uuid, &subscriber);
            match inserted.await? {
                SubscriberInserted::New => return Ok(subscriber),
                SubscriberInserted::EmailTaken => return Err(CreateSubscriberError::EmailTaken),
                SubscriberInserted::CodeTaken => {
                    (subscriber.uuid, subscriber.ref_code) = self.draw_identity();
                }
            }
        }
        Err(CreateSubscriberError::NoFreeIdentifier)
    }

    fn draw_identity(&self) -> (SubscriberId, RefCode) {
        (
            SubscriberId::generate(&self.ids),
            RefCode::generate(&self.ids),
        )
    }
}
