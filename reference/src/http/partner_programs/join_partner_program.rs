//! `POST /v2/partner_network/partner_programs/{identifier}/join`.

use referral_reference_models::{
    JoinPartnerProgramError, JoinPartnerProgramRequest, JoinPartnerProgramSuccess,
};
use referral_reference_server::partner_programs::JoinPartnerProgram;
use referral_reference_server::{Fault, HandlerResult};

use crate::app::partner_programs::join_partner_program::JoinPartnerProgramError as NotJoined;
use crate::domain::account::Account;
use crate::http::partner_programs::unknown;
use crate::http::recommendations::shown;
use crate::http::values::{bad_request, conflict};
use crate::http::{Handlers, failure, missing};

impl JoinPartnerProgram<Account> for Handlers {
    async fn join_partner_program(
        &self,
        account: Account,
        request: JoinPartnerProgramRequest,
    ) -> HandlerResult<JoinPartnerProgramSuccess, JoinPartnerProgramError> {
        let uuid = request.identifier.as_str();
        let reason = Some(request.reason_for_recommending);
        let joined = self.app.join_partner_program(&account, uuid, reason).await;
        let recommendation = joined.map_err(refused)?;
        Ok(JoinPartnerProgramSuccess::new(shown(recommendation)?).into())
    }
}

fn refused<E>(error: NotJoined) -> Fault<E> {
    match error {
        NotJoined::ReasonBlank => bad_request(missing::REASON),
        NotJoined::ReasonNotKept(because) => {
            bad_request(format!("body.reason_for_recommending {because}"))
        }
        NotJoined::Program(error) => unknown(error),
        NotJoined::AlreadyJoined => conflict("Partner program has already been joined"),
        NotJoined::NoPublication => conflict("Account has no active publication to recommend with"),
        NotJoined::NoFreeIdentifier => Fault::internal(error),
        NotJoined::Store(error) => failure::of_store(error),
    }
}
