//! `GET /v2/partner_network/partner_programs`.

use std::collections::BTreeSet;

use referral_reference_models::{
    ListPartnerProgramsCanBeRecommendedVia, ListPartnerProgramsError, ListPartnerProgramsMeta,
    ListPartnerProgramsRequest, ListPartnerProgramsSort, ListPartnerProgramsSuccess,
};
use referral_reference_server::partner_programs::ListPartnerPrograms;
use referral_reference_server::{Fault, HandlerResult};

use crate::domain::account::Account;
use crate::domain::country::Country;
use crate::domain::dollars::Dollars;
use crate::domain::partner_program::{Channel, ProgramFilter, ProgramOrder};
use crate::http::partner_programs::shown;
use crate::http::values::bad_request;
use crate::http::{Handlers, failure, pages};

impl ListPartnerPrograms<Account> for Handlers {
    async fn list_partner_programs(
        &self,
        _account: Account,
        request: ListPartnerProgramsRequest,
    ) -> HandlerResult<ListPartnerProgramsSuccess, ListPartnerProgramsError> {
        let filter = ProgramFilter {
            cpa_above: request.cpa.map(Dollars::whole),
            max_payout_above: request.max_payout.map(Dollars::whole),
            countries: countries(request.accepted_countries.unwrap_or_default())?,
            channels: channels(request.can_be_recommended_via.unwrap_or_default())?,
        };
        let order = order(request.sort)?;
        let page = pages::asked(request.page, request.per_page);
        let listed = self.app.list_partner_programs(&filter, order, page).await;
        let page = listed.map_err(failure::of_store)?;
        let meta = ListPartnerProgramsMeta::new(
            pages::count(page.per_page),
            pages::count(page.page),
            pages::count(page.total_pages()),
            pages::count(page.total),
        );
        let programs: Result<_, _> = page.items.into_iter().map(shown).collect();
        Ok(ListPartnerProgramsSuccess::new(programs?, meta).into())
    }
}

fn countries<E>(wanted: Vec<String>) -> Result<BTreeSet<Country>, Fault<E>> {
    let read = wanted.iter().map(|it| Country::parse(it));
    let read: Result<_, _> = read.collect();
    read.map_err(|_| bad_request("query.accepted_countries is not a list of two-letter codes"))
}

fn channels<E>(
    wanted: Vec<ListPartnerProgramsCanBeRecommendedVia>,
) -> Result<BTreeSet<Channel>, Fault<E>> {
    let read = wanted.iter().map(|it| Channel::from_word(it.as_str()));
    let read: Option<_> = read.collect();
    read.ok_or_else(|| {
        let words = Channel::WORDS.join(", ");
        bad_request(format!(
            "query.can_be_recommended_via is not a list of {words}"
        ))
    })
}

fn order<E>(wanted: Option<ListPartnerProgramsSort>) -> Result<ProgramOrder, Fault<E>> {
    let Some(wanted) = wanted else {
        return Ok(ProgramOrder::default());
    };
    ProgramOrder::from_word(wanted.as_str())
        .ok_or_else(|| bad_request("query.sort is not max_payout or cpa"))
}
