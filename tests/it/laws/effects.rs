//! Law 7: the target does what the source's host does, or says what it does not.

use std::collections::BTreeMap;

use mcpconv::effect::compare;
use mcpconv::model::Server;

use super::case::Case;

/// Every difference between what is done with the source and with the output has a row; one that shows where variables
/// have plain values was told.
pub(crate) fn effects(case: &Case<'_>) -> Vec<String> {
    let (Some(output), Some(source)) = (&case.output, &case.source.read) else {
        return Vec::new();
    };
    let written = match &output.read {
        Ok(written) => &written.config.servers,
        Err(message) => return vec![message.clone()],
    };
    let twins: BTreeMap<&str, &Server> = written
        .iter()
        .map(|server| (server.name.as_str(), server))
        .collect();
    let rows = &case.conversion.effects;
    let names: BTreeMap<&str, &str> = rows
        .iter()
        .map(|row| (row.server.as_str(), row.target.as_str()))
        .collect();
    let mut wrong = Vec::new();
    for server in &source.config.servers {
        let name = names.get(server.name.as_str()).copied();
        let Some(twin) = twins.get(name.unwrap_or(&server.name)) else {
            continue;
        };
        for change in compare(case.source.sample.place, server, case.place, twin) {
            let row = rows
                .iter()
                .find(|row| row.server == server.name && row.aspect == change.aspect);
            match row {
                None => wrong.push(format!(
                    "`{}`: {} has no row",
                    server.name,
                    change.aspect.name()
                )),
                Some(row) if change.is_plain() && row.rule.is_none() && !row.replaced => {
                    wrong.push(format!(
                        "`{}`: {} differs in silence ({:?})",
                        server.name,
                        change.aspect.name(),
                        change.worlds
                    ));
                }
                Some(_) => {}
            }
        }
    }
    wrong
}
