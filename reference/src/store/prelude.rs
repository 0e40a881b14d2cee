//! What the files of the resources are written with. They import all of it: `use crate::store::prelude::*`.

pub(super) use crate::domain::id::{AccountId, CampaignId, RecommendationId, SubscriberId};
pub(super) use crate::domain::page::{Page, PageRequest};
pub(super) use crate::store::record::{Record, insert, record, select};
pub(super) use crate::store::sql::{Sql, insert_into, sql};
pub(super) use crate::store::{Inserted, Store, StoreError, WriteTransaction};
