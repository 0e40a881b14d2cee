//! `GET /v2/partner_network/partner_programs/{identifier}`: one partner program.

use referral_reference_models::{
    GetPartnerProgramError, GetPartnerProgramRequest, GetPartnerProgramSuccess,
};
use referral_reference_server::HandlerResult;
use referral_reference_server::partner_programs::GetPartnerProgram;

use crate::domain::account::Account;
use crate::operations::Handlers;
use crate::operations::partner_programs::into_model;

impl GetPartnerProgram<Account> for Handlers {
    async fn get_partner_program(
        &self,
        _account: Account,
        request: GetPartnerProgramRequest,
    ) -> HandlerResult<GetPartnerProgramSuccess, GetPartnerProgramError> {
        let uuid = request.identifier.as_str();
        let program = self.service.find_partner_program(uuid).await?;
        Ok(GetPartnerProgramSuccess::new(into_model(program)?).into())
    }
}
