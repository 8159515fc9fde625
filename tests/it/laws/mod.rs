//! The laws of the converter, over every pair of hosts. They are made from the host tables: a new host is covered by
//! adding it and its fixtures.

mod acceptance;
mod agreement;
mod checks;
mod corpus;
mod effects;
mod lint;
mod merging;
mod pairs;
