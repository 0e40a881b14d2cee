//! Operations on payouts, and how one is shown: to the account, and to its partner profile.

mod get_partner_profile_payout;
mod get_payout;
mod list_partner_profile_payouts;
mod list_payouts;

use referral_reference_models::{self as models, PayoutDetail, UnpaidPayoutDetail};
use referral_reference_server::Fault;

use crate::domain::payout::{Detail, Payout};
use crate::http::values::{dollars, time};

/// What everybody is paid in.
const CURRENCY: &str = "USD";

/// What to show of a payout besides itself.
#[derive(Debug, Clone, Copy, Default)]
struct Expansions {
    details: bool,
    unpaid_details: bool,
}

impl Expansions {
    /// What was asked for. Several are separated by commas; a word that names none adds none.
    fn asked(expand: Option<&str>) -> Expansions {
        let words = || expand.unwrap_or_default().split(',').map(str::trim);
        Expansions {
            details: words().any(|it| it == "details"),
            unpaid_details: words().any(|it| it == "unpaid_details"),
        }
    }
}

/// A payout as the account sees it.
fn shown<E>(payout: Payout, expansions: Expansions) -> Result<models::Payout, Fault<E>> {
    let mut shown = models::Payout::new(
        payout.uuid.as_str(),
        dollars(payout.network_amount())?,
        CURRENCY,
        payout.status(),
        time(payout.period_start)?,
        time(payout.period_end)?,
        time(payout.created_at)?,
    );
    shown.paid_at = payout.paid_at.map(time).transpose()?;
    if expansions.details {
        let details = payout.details().into_iter().map(detail_shown);
        shown.details = Some(details.collect::<Result<_, _>>()?);
    }
    if expansions.unpaid_details {
        let details = payout.unpaid_details().into_iter().map(unpaid_shown);
        shown.unpaid_details = Some(details.collect::<Result<_, _>>()?);
    }
    Ok(shown)
}

fn detail_shown<E>(detail: Detail) -> Result<PayoutDetail, Fault<E>> {
    Ok(PayoutDetail::new(
        detail.publication.as_str(),
        detail.publication_name,
        dollars(detail.amount)?,
        detail.confirmations,
    ))
}

fn unpaid_shown<E>(detail: Detail) -> Result<UnpaidPayoutDetail, Fault<E>> {
    let mut shown = UnpaidPayoutDetail::new(
        detail.publication.as_str(),
        detail.publication_name,
        dollars(detail.amount)?,
        detail.confirmations,
    );
    shown.expected_at = detail.expected_at.map(time).transpose()?;
    Ok(shown)
}

/// A payout as the partner profile sees it.
fn shown_to_profile<E>(payout: Payout) -> Result<models::PartnerProfilePayout, Fault<E>> {
    Ok(models::PartnerProfilePayout::new(
        payout.partner_uuid.as_str(),
        dollars(payout.whole_amount())?,
        time(payout.period_start)?,
        time(payout.period_end)?,
        payout.paid_at.is_some(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expansions_are_asked_for_by_name() {
        let asked = |expand| {
            let Expansions {
                details,
                unpaid_details,
            } = Expansions::asked(expand);
            (details, unpaid_details)
        };
        assert_eq!(asked(None), (false, false));
        assert_eq!(asked(Some("details")), (true, false));
        assert_eq!(asked(Some("unpaid_details")), (false, true));
        assert_eq!(asked(Some(" unpaid_details ,,all, details")), (true, true));
        assert_eq!(asked(Some("detail,DETAILS,")), (false, false));
    }
}
