//! `GET /v3/account`: the account of the key.

use crate::api::models::{
    self as models, GetAccountExpand, GetAccountRequest, GetAccountSuccess, TeamMember,
};
use crate::api::server::account::GetAccount;

use crate::domain::account::{Account, Team, User};
use crate::operations::authenticate::Caller;
use crate::operations::{Handled, Handlers, OperationError};

impl GetAccount<Caller> for Handlers {
    async fn get_account(
        &self,
        Caller { account, .. }: Caller,
        request: GetAccountRequest,
    ) -> Handled<GetAccountRequest> {
        let store = &self.service.store;
        let account = (store.account(&account).await?)
            .ok_or_else(|| OperationError::not_found("Account", account.as_str()))?;
        let team = store.team(&account.uuid).await?;
        let expand = request.expand.unwrap_or_default();
        let expand_team = expand.contains(&GetAccountExpand::TeamMembers);
        Ok(GetAccountSuccess::new(into_model(account, team, expand_team)).into())
    }
}

fn into_model(account: Account, team: Team, expand_team: bool) -> models::Account {
    let owner = team_member(team.owner);
    let mut model = models::Account::new(account.uuid.as_str(), account.name, owner);
    model.esp = account.esp;
    if expand_team {
        model.team_members = Some(team.members.into_iter().map(team_member).collect());
    }
    model
}

fn team_member(user: User) -> TeamMember {
    TeamMember::new(user.name, user.email)
}
