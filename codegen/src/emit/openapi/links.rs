//! Links of a success: operations on the records that it creates or lists.

use spec::{Contract, Format, Identifier, Operation, PathParameter, Type, member_pointer};

use super::paths::Paths;
use crate::emit::schemas::map::Map;

pub fn of_operation(contract: &Contract, paths: &Paths, from: &Operation) -> Map {
    let Some(record) = from.creates.as_ref().or(from.lists.as_ref()) else {
        return Map::default();
    };
    let source = Source { contract, paths, from, record };
    let targets = contract.operations().filter(|to| {
        let addressed = to.path_parameters.last().map(|last| &last.record);
        addressed == Some(record) && to.id != from.id
    });
    targets.filter_map(|to| Some((&to.id, source.link(to)?))).collect()
}

/// A response with records, and the request that it answers.
struct Source<'c> {
    contract: &'c Contract,
    paths: &'c Paths,
    from: &'c Operation,
    record: &'c str,
}

impl Source<'_> {
    fn link(&self, to: &Operation) -> Option<Map> {
        let name = |own: &str| self.paths.name(to, own);
        let parameters = to.path_parameters.iter();
        let parameters =
            parameters.map(|parameter| Some((name(&parameter.name)?, self.value(parameter)?)));
        let values = to.open_path_values().map(|value| {
            let own = self.from.path_values.iter().find(|own| own.name == value.name)?;
            let own = self.paths.name(self.from, &own.name)?;
            Some((name(&value.name)?, format!("$request.path.{own}")))
        });
        let parameters: Option<Map> = parameters.chain(values).collect();
        Some(Map::default().with("operationId", to.id.as_str()).with("parameters", parameters?))
    }

    /// The runtime expression of a path parameter.
    fn value(&self, parameter: &PathParameter) -> Option<String> {
        if parameter.record == self.record {
            let shown = Identifier::own(&parameter.identifiers).is_some();
            return self.shown().filter(|_| shown).or_else(|| self.sent(parameter));
        }
        let own = self.from.path_parameters.iter().find(|own| own.record == parameter.record)?;
        let name = self.paths.name(self.from, &own.name)?;
        Some(format!("$request.path.{name}"))
    }

    /// The identifier of the record, or of the first one, in the response.
    fn shown(&self) -> Option<String> {
        let record = self.contract.record(self.record)?;
        let wire = record.identified_by.as_ref()?;
        record.fields.iter().find(|field| field.wire == *wire)?;
        let mut members = self.from.success.body.value()?.members().iter();
        let member = members.find(|member| member.ty.record() == Some(self.record))?;
        let first = if matches!(member.ty, Type::List(_)) { "/0" } else { "" };
        Some(format!("$response.body#{}{first}/{wire}", member_pointer(&member.wire)))
    }

    /// The address in the request that creates the record.
    fn sent(&self, parameter: &PathParameter) -> Option<String> {
        if self.from.creates.is_none() || !parameter.identifiers.contains(&Identifier::Email) {
            return None;
        }
        let mut fields = self.from.body.iter();
        let field = fields.find(|field| field.ty == Type::Text(Some(Format::Email)))?;
        Some(format!("$request.body#/{}", field.wire))
    }
}
