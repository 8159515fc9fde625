//! What can be said about a host, and the machinery that works from it: finding the servers in a document, reading
//! and writing them, telling hosts apart, making schemas. The hosts themselves are data, in [`crate::hosts`].

pub(crate) mod adding;
mod describe;
mod detect;
mod encode;
mod evidence;
mod facts;
mod field;
mod format;
mod gates;
pub(crate) mod kinds;
mod layers;
mod loss;
mod lower;
mod raw;
mod read;
pub(crate) mod reading;
mod roots;
mod runtime;
mod schema;
pub(crate) mod scope;
pub(crate) mod sources;
pub(crate) mod strangers;
pub(crate) mod tell;

pub(crate) use crate::syntax::{Out, OutValue};
pub(crate) use crate::syntax::{Style, Tables};
pub(crate) use adding::{AddCommand, AddOption, AddShape, Carries, InstallLink, Takes};
pub(crate) use describe::{Also, BareMap, Cost, Gate};
pub use describe::{GateKind, Host, Place, Scope};
pub(crate) use detect::{Detected, detect};
pub use detect::{aside_at, owner, place_at, place_in};
pub(crate) use detect::{
    foreign_root, glob_at, home_place, host_by_root, in_plugin, is_match, is_single_server,
    matches, other_root, place_by_shape, plain, reader_by_root, root_name, servers_of_source,
    stranger_at,
};
pub(crate) use encode::{Caveat, Encoder};
pub(crate) use evidence::{Evidence, How};
pub use facts::Aside;
pub(crate) use facts::{Facts, HostSetting, Retired, Trust, refused_name};
pub use field::{Field, Kind};
pub(crate) use field::{
    On, Outside, Range, TextShape, Write, ends_in_sse, is_absolute_url, join, joined, leads_into,
    looks_like_sse,
};
pub(crate) use format::{
    Banned, Dialects, FieldWrapper, Format, Limits, Listed, MissingTag, Names, Spelling, TagRule,
    TimePair, Transports, Words,
};
pub(crate) use gates::{
    Gates, PROFILE_SERVERS, fits_pattern, gate_prefix, is_private, mentioned, names_host,
    of_one_file, tool_prefix,
};
pub(crate) use layers::{Layer, Layers, Profiles};
pub(crate) use loss::{Loss, LossKind, Many, Skip, SkipKind};
pub use read::{Read, read};
pub(crate) use read::{
    Reader, ServerRead, dropped, is_dropped, no_mark, notes, own_inputs, read_for, refusals,
};
pub(crate) use reading::{At, Reading};
pub(crate) use reading::{Problem, universal};
pub(crate) use roots::{FoundGate, FoundServers, Hidden, ServerEntry, find, pointer};
pub(crate) use roots::{is_bare, is_named, steps};
pub(crate) use runtime::{Fallback, Folder, HeaderText, Ids, Inherit, Matching, Runtime, ToolIds};
pub use schema::schema;
pub(crate) use sources::SourceFormat;
pub use sources::parse;
pub(crate) use sources::remarks;
pub(crate) use strangers::Stranger;
