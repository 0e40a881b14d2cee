//! `GET /v2/partner_network/partner_programs/{identifier}`.

use referral_reference_models::{
    GetPartnerProgramError, GetPartnerProgramRequest, GetPartnerProgramSuccess,
};
use referral_reference_server::HandlerResult;
use referral_reference_server::partner_programs::GetPartnerProgram;

use crate::domain::account::Account;
use crate::http::Handlers;
use crate::http::partner_programs::{shown, unknown};

impl GetPartnerProgram<Account> for Handlers {
    async fn get_partner_program(
        &self,
        _account: Account,
        request: GetPartnerProgramRequest,
    ) -> HandlerResult<GetPartnerProgramSuccess, GetPartnerProgramError> {
        let uuid = request.identifier.as_str();
        let program = self.app.get_partner_program(uuid).await.map_err(unknown)?;
        Ok(GetPartnerProgramSuccess::new(shown(program)?).into())
    }
}
