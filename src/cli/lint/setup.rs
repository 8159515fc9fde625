//! What was asked for, once its words are understood and its files are read.

use std::path::{Path, PathBuf};

use super::args::Lint;
use super::check::Checked;
use super::schema::Schema;
use crate::cli::terminal::Terminal;
use crate::cli::{all, hosts, problem};
use crate::config::{Baseline, Judge, Settings};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::files;
use crate::host::{Host, Scope};
use crate::lint::Finding;
use crate::lint::policy::Policy;
use crate::report::{Source, sanitize};
use crate::syntax::Language;
use crate::walk::Owner;

/// What a run of the linter works with.
pub(super) struct Setup<'a> {
    pub(super) args: &'a Lint,
    pub(super) host: Option<&'static Host>,
    pub(super) others: Vec<&'static Host>,
    pub(super) home: Option<PathBuf>,
    pub(super) schema: Option<Schema>,
    config: Config,
    baseline: Option<Baseline>,
}
