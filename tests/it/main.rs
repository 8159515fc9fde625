//! All integration tests, in one program: it is built and linked once.
//!
//! What several of them need is in [`support`]. `cargo test --test it laws::` runs one part.

mod advice;
mod architecture;
mod at_run_time;
mod attack;
mod bad_input;
mod cli;
mod configuration;
mod confirmed;
mod corpus;
mod defects;
mod docs;
mod examples;
mod hooks;
mod host_facts;
mod laws;
mod lint;
mod load;
mod manners;
mod matrix;
mod meaning;
mod merge_units;
mod odd_files;
mod of_one_mind;
mod own_corpus;
mod pasting;
mod picture;
mod places;
mod platform;
mod reader;
mod readme;
mod refusals;
mod rule_pages;
mod safe_write;
mod said;
mod schemas;
mod second_opinion;
mod secrets_and_inputs;
mod show;
mod sources;
mod supply_chain;
mod support;
mod transcripts;
mod words;
mod writing;
