//! Operations on payouts, in their two views: of the account, and of its partner profile.

mod get_partner_profile_payout;
mod get_payout;
mod list_partner_profile_payouts;
mod list_payouts;

use crate::api::models::{self, PayoutDetail, UnpaidPayoutDetail};
use crate::api::server::Fault;

use crate::domain::payout::{Detail, Payout};
use crate::operations::values::{dollars, time};

/// The currency of every payout.
const CURRENCY: &str = "USD";

/// The optional parts of a payout.
#[derive(Debug, Clone, Copy, Default)]
struct Expansions {
    details: bool,
    unpaid_details: bool,
}

impl Expansions {
    /// Parses a comma-separated list; unknown words are ignored.
    fn parse(expand: Option<&str>) -> Expansions {
        let words = || expand.unwrap_or_default().split(',').map(str::trim);
        Expansions {
            details: words().any(|word| word == "details"),
            unpaid_details: words().any(|word| word == "unpaid_details"),
        }
    }
}

/// A payout in the view of the account.
fn into_model<E>(payout: Payout, expansions: Expansions) -> Result<models::Payout, Fault<E>> {
    let mut model = models::Payout::new(
        payout.uuid.as_str(),
        dollars(payout.network_amount())?,
        CURRENCY,
        payout.status(),
        time(payout.period_start)?,
        time(payout.period_end)?,
        time(payout.created_at)?,
    );
    model.paid_at = payout.paid_at.map(time).transpose()?;
    if expansions.details {
        let details = payout.details().into_iter().map(paid_detail);
        model.details = Some(details.collect::<Result<_, _>>()?);
    }
    if expansions.unpaid_details {
        let details = payout.unpaid_details().into_iter().map(unpaid_detail);
        model.unpaid_details = Some(details.collect::<Result<_, _>>()?);
    }
    Ok(model)
}

fn paid_detail<E>(detail: Detail) -> Result<PayoutDetail, Fault<E>> {
    Ok(PayoutDetail::new(
        detail.publication.as_str(),
        detail.publication_name,
        dollars(detail.amount)?,
        detail.confirmations,
    ))
}

fn unpaid_detail<E>(detail: Detail) -> Result<UnpaidPayoutDetail, Fault<E>> {
    let mut model = UnpaidPayoutDetail::new(
        detail.publication.as_str(),
        detail.publication_name,
        dollars(detail.amount)?,
        detail.confirmations,
    );
    model.expected_at = detail.expected_at.map(time).transpose()?;
    Ok(model)
}

/// A payout in the view of the partner profile.
fn into_profile_model<E>(payout: Payout) -> Result<models::PartnerProfilePayout, Fault<E>> {
    Ok(models::PartnerProfilePayout::new(
        payout.partner_uuid.as_str(),
        dollars(payout.whole_amount())?,
        time(payout.period_start)?,
        time(payout.period_end)?,
        payout.paid_at.is_some(),
    ))
}
