//! For our own tests, benchmarks and generators only. Nothing in here is covered by semantic versioning.

pub mod config {
    //! The project's `mcpconv.toml`.
    pub use crate::config::{Baseline, Settings, schema};
}

pub mod host {
    //! The machinery that works from a host's table.
    pub use crate::host::{
        Aside, Field, GateKind, Host, Kind, Place, Read, Scope, aside_at, owner, parse, place_at,
        place_in, read, schema,
    };
}

pub mod safe_write {
    //! Files that are never half written.
    pub use crate::safe_write::{
        Backup, Error, InPlace, Prepared, Snapshot, WriteOptions, WriteOutcome, WrittenFile, commit,
    };
}

pub mod syntax {
    //! Text to spanned trees.
    pub use crate::syntax::{
        Columns, Decoded, Document, Language, LineIndex, Member, Node, Span, Tree, decode, parse,
    };
}
