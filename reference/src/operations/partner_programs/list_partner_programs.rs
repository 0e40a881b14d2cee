//! `GET /v2/partner_network/partner_programs`: a page of the partner programs of all accounts.

use std::collections::BTreeSet;

use crate::api::models::{
    ListPartnerProgramsCanBeRecommendedVia, ListPartnerProgramsError, ListPartnerProgramsMeta,
    ListPartnerProgramsRequest, ListPartnerProgramsSort, ListPartnerProgramsSuccess,
};
use crate::api::server::partner_programs::ListPartnerPrograms;
use strum::VariantNames as _;

use crate::domain::country::Country;
use crate::domain::dollars::Dollars;
use crate::domain::partner_program::{Channel, ProgramFilter, ProgramOrder};
use crate::operations::authenticate::Caller;
use crate::operations::paging::{meta, page_request};
use crate::operations::partner_programs::into_model;
use crate::operations::{Handled, Handlers, OperationError};

impl ListPartnerPrograms<Caller> for Handlers {
    async fn list_partner_programs(
        &self,
        _caller: Caller,
        request: ListPartnerProgramsRequest,
    ) -> Handled<ListPartnerProgramsRequest> {
        let filter = ProgramFilter {
            cpa_above: request.cpa.map(Dollars::whole),
            max_payout_above: request.max_payout.map(Dollars::whole),
            countries: countries(request.accepted_countries.unwrap_or_default())?,
            channels: channels(request.can_be_recommended_via.unwrap_or_default())?,
        };
        let order = order(request.sort)?;
        let page = page_request(request.page, request.per_page);
        let store = &self.service.store;
        let page = store.partner_programs(&filter, order, page).await?;
        let meta = meta(&page, ListPartnerProgramsMeta::new);
        let programs: Result<_, _> = page.items.into_iter().map(into_model).collect();
        Ok(ListPartnerProgramsSuccess::new(programs?, meta).into())
    }
}

type Error = OperationError<ListPartnerProgramsError>;

fn countries(codes: Vec<String>) -> Result<BTreeSet<Country>, Error> {
    let countries: Result<_, _> = codes.iter().map(|code| Country::parse(code)).collect();
    countries.map_err(|_| {
        Error::bad_request("query.accepted_countries is not a list of two-letter codes")
    })
}

fn channels(
    names: Vec<ListPartnerProgramsCanBeRecommendedVia>,
) -> Result<BTreeSet<Channel>, Error> {
    let channels = names.iter().map(|name| name.as_str().parse());
    channels.collect::<Result<_, _>>().map_err(|_| {
        let names = Channel::VARIANTS.join(", ");
        Error::bad_request(format!("query.can_be_recommended_via is not a list of {names}"))
    })
}

fn order(sort: Option<ListPartnerProgramsSort>) -> Result<ProgramOrder, Error> {
    let Some(sort) = sort else {
        return Ok(ProgramOrder::default());
    };
    sort.as_str().parse().map_err(|_| Error::bad_request("query.sort is not max_payout or cpa"))
}
