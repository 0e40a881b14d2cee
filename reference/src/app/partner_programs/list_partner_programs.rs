//! `GET /v2/partner_network/partner_programs`: a page of the partner programs of the network.

use crate::app::App;
use crate::domain::page::{Page, PageRequest};
use crate::domain::partner_program::{PartnerProgram, ProgramFilter, ProgramOrder};
use crate::store::StoreError;

impl App {
    /// A page of the programs that pass the filter, which every account is shown.
    pub async fn list_partner_programs(
        &self,
        filter: &ProgramFilter,
        order: ProgramOrder,
        page: PageRequest,
    ) -> Result<Page<PartnerProgram>, StoreError> {
        self.store.partner_programs(filter, order, page).await
    }
}
