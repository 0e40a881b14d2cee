//! `GET /v3/account`.

use referral_reference_models::{
    self as models, GetAccountError, GetAccountExpand, GetAccountRequest, GetAccountSuccess,
    TeamMember,
};
use referral_reference_server::HandlerResult;
use referral_reference_server::account::GetAccount;

use crate::domain::account::{Account, Team, User};
use crate::http::{Handlers, failure};

impl GetAccount<Account> for Handlers {
    async fn get_account(
        &self,
        account: Account,
        request: GetAccountRequest,
    ) -> HandlerResult<GetAccountSuccess, GetAccountError> {
        let team = self.app.get_account(&account).await;
        let team = team.map_err(failure::of_store)?;
        let expand = request.expand.unwrap_or_default();
        let expand_team = expand.contains(&GetAccountExpand::TeamMembers);
        Ok(GetAccountSuccess::new(shown(account, team, expand_team)).into())
    }
}

/// The account as callers see it, with all its people only if they were asked for.
fn shown(account: Account, team: Team, expand_team: bool) -> models::Account {
    let owner = member(team.owner);
    let mut shown = models::Account::new(account.uuid.as_str(), account.name, owner);
    shown.esp = account.esp;
    if expand_team {
        shown.team_members = Some(team.members.into_iter().map(member).collect());
    }
    shown
}

fn member(user: User) -> TeamMember {
    TeamMember::new(user.name, user.email)
}
