//! What a repository that somebody else wrote must not be able to do. `docs/security.md` names these tests.

mod borders;
mod covered;
mod disabled;
mod environment;
mod names;
mod policy;
mod secrets;
mod tracked;
