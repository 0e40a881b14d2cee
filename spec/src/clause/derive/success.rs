//! Clauses of a success: status, envelope, members of the records in it, echoes, paging.

use super::List;
use crate::clause::ClauseKind;
use crate::model::{
    AnswerField, Body, Echo, Evidence, Field, Operation, Paging, Record, Slot, Type,
};

impl List<'_> {
    pub(super) fn success(&mut self, operation: &Operation) {
        if let Slot::Stated(status) = &operation.success.status {
            self.push(
                ClauseKind::SuccessStatus {
                    status: status.value,
                },
                &status.section,
            );
        }
        if let Slot::Stated(body) = &operation.success.body {
            match &body.value {
                Body::Empty => self.push(ClauseKind::EmptyBody, &body.section),
                Body::Envelope(members) => {
                    for member in members {
                        self.push(
                            ClauseKind::EnvelopeMember {
                                member: member.wire.clone(),
                            },
                            &body.section,
                        );
                        self.fields(&member.wire, &member.ty);
                        self.values(operation, &member.wire, &member.ty);
                    }
                }
            }
        }
        for echo in &operation.success.echoes {
            let kind = ClauseKind::Echo {
                member: echo.member.clone(),
                field: echo.field.clone(),
            };
            self.push_as(kind, &echo.section, self.evidence(operation, echo));
        }
        if let Some(Slot::Stated(paging)) = &operation.paging {
            self.paging(&paging.value, &paging.section);
        }
    }

    /// A member that is only seen can only be seen to repeat something.
    fn evidence(&self, operation: &Operation, echo: &Echo) -> Evidence {
        let field = || {
            let Body::Envelope(members) = operation.success.body.stated()? else {
                return None;
            };
            let member = members.iter().find(|member| member.wire == echo.member)?;
            let record = self.contract.record(member.ty.record()?)?;
            record.fields.iter().find(|field| field.wire == echo.field)
        };
        field().map_or(Evidence::Stated, |field| field.evidence)
    }

    /// The members of the record in an envelope member, which an overlay's additions are not.
    fn fields(&mut self, member: &str, ty: &Type) {
        let Some(record) = ty.record().and_then(|name| self.contract.record(name)) else {
            return;
        };
        for field in record
            .fields
            .iter()
            .filter(|field| field.added_by.is_none())
        {
            let (member, wire) = (member.to_owned(), field.wire.clone());
            if field.present.stated() == Some(&true) {
                let kind = ClauseKind::FieldPresent {
                    member: member.clone(),
                    field: wire.clone(),
                };
                self.push_as(kind, &field.section, field.evidence);
            }
            let place = format!("{}.{}.{}", record.resource, record.name, field.name);
            if self.tells_type(&place) {
                self.push_as(
                    ClauseKind::FieldType {
                        member,
                        field: wire,
                    },
                    &field.section,
                    field.evidence,
                );
            }
        }
    }

    /// The members whose value is known from elsewhere: from a fixture, from the state, from the clock.
    fn values(&mut self, operation: &Operation, member: &str, ty: &Type) {
        let Some(record) = ty.record().and_then(|name| self.contract.record(name)) else {
            return;
        };
        let own = record.fields.iter().filter(|it| it.added_by.is_none());
        for field in own {
            let now = |shown: &AnswerField| shown.member == member && shown.field == field.wire;
            let is_now = operation.success.call_time_fields.iter().any(now);
            let is_told = operation.method.is_safe() && self.is_told(record, field);
            if is_now || is_told {
                let kind = ClauseKind::FieldValue {
                    member: member.to_owned(),
                    field: field.wire.clone(),
                };
                self.push_as(kind, &field.section, field.evidence);
            }
        }
    }

    /// Whether a fixture tells the value of the member, or the member shows the state.
    fn is_told(&self, record: &Record, field: &Field) -> bool {
        let lifecycle = record.lifecycle.as_ref();
        let shown_in = lifecycle.and_then(|lifecycle| lifecycle.shown_in.stated());
        let fixtures = self.contract.service.fixtures.iter();
        let mut fixtures = fixtures.filter(|fixture| fixture.record == record.name);
        shown_in == Some(&field.wire)
            || fixtures.any(|fixture| {
                fixture.facts.iter().any(|fact| fact.name == field.wire)
                    || fixture
                        .discriminated_by
                        .iter()
                        .any(|it| it.member == field.wire)
            })
    }

    fn paging(&mut self, paging: &Paging, section: &str) {
        self.push(
            ClauseKind::EnvelopeMember {
                member: paging.meta.clone(),
            },
            section,
        );
        for key in paging.members.iter().chain([&paging.total]) {
            self.push(
                ClauseKind::MetaKey {
                    meta: paging.meta.clone(),
                    key: key.clone(),
                },
                section,
            );
        }
        if let Slot::Stated(selection) = &paging.selection {
            self.push(
                ClauseKind::PageNumber {
                    parameter: selection.value.page.clone(),
                },
                &selection.section,
            );
            self.push(
                ClauseKind::PageSize {
                    parameter: selection.value.per_page.clone(),
                },
                &selection.section,
            );
        }
    }
}
