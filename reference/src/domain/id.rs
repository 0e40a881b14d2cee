//! Identifiers, with a type for each kind of record so that they cannot be confused.
//!
//! New identifiers have a prefix and hexadecimal digits. Identifiers in requests are opaque texts.

use std::fmt;

use crate::ids::IdGenerator;

/// Formats bytes as lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

macro_rules! identifiers {
    ($($(#[doc = $doc:literal])+ $name:ident: $prefix:literal, $digits:literal, $next:ident;)+) => {$(
        $(#[doc = $doc])+
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
        pub struct $name(String);

        impl $name {
            /// Generates an identifier.
            pub fn generate(ids: &IdGenerator) -> Self {
                let digits = hex(&ids.$next()[..$digits / 2]);
                Self(format!(concat!($prefix, "{}"), digits))
            }

            /// An identifier from a request, a file or the database.
            pub fn new(text: impl Into<String>) -> Self {
                Self(text.into())
            }

            /// The text of the identifier.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(text)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )+};
}

identifiers! {
    /// An account.
    AccountId: "account_", 12, next;
    /// A user of an account.
    UserId: "user_", 12, next;
    /// An API key; not its secret.
    KeyId: "key_", 12, next;
    /// A subscriber.
    SubscriberId: "sub_", 12, next_clustered;
    /// The code by which a subscriber refers others.
    RefCode: "", 8, next_clustered;
    /// A referral campaign.
    CampaignId: "MF", 10, next;
    /// A subscriber's membership in a campaign.
    MembershipId: "membership_", 12, next_clustered;
    /// A monetary event.
    EventId: "event_", 12, next_clustered;
    /// A signup widget.
    UpscribeId: "upscribe_", 12, next;
    /// A publication.
    PublicationId: "pub_", 12, next;
    /// An account in its role as a partner of the network.
    PartnerProfileId: "partner_", 12, next;
    /// A partner program.
    PartnerProgramId: "partner_program_", 12, next;
    /// A recommendation, called a partner campaign in the API.
    RecommendationId: "partner_campaign_", 12, next;
    /// The referral code of a recommendation.
    RecommendationCode: "", 10, next;
    /// A payout in the view of the account.
    PayoutId: "payout_", 12, next;
    /// A payout in the view of the partner profile.
    PartnerPayoutId: "partner_payout_", 12, next;
    /// A request and its answer, for correlation with the log.
    RequestId: "req_", 16, next;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_identifiers_have_their_prefix_and_their_number_of_digits() {
        let ids = IdGenerator::from_seed("shape");
        let drawn = [
            (SubscriberId::generate(&ids).to_string(), "sub_", 12),
            (RefCode::generate(&ids).to_string(), "", 8),
            (CampaignId::generate(&ids).to_string(), "MF", 10),
        ];
        for (text, prefix, digits) in drawn {
            let rest = text.strip_prefix(prefix).unwrap();
            assert_eq!(rest.len(), digits, "{text}");
            assert!(rest.bytes().all(|byte| byte.is_ascii_hexdigit()), "{text}");
        }
    }
}
