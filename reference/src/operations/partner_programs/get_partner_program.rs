//! `GET /v2/partner_network/partner_programs/{identifier}`: one partner program.

use crate::api::models::{GetPartnerProgramRequest, GetPartnerProgramSuccess};
use crate::api::server::partner_programs::GetPartnerProgram;

use crate::operations::authenticate::Caller;
use crate::operations::partner_programs::into_model;
use crate::operations::{Handled, Handlers};

impl GetPartnerProgram<Caller> for Handlers {
    async fn get_partner_program(
        &self,
        _caller: Caller,
        request: GetPartnerProgramRequest,
    ) -> Handled<GetPartnerProgramRequest> {
        let uuid = request.identifier.as_str();
        let program = self.service.find_partner_program(uuid).await?;
        Ok(GetPartnerProgramSuccess::new(into_model(program)?).into())
    }
}
