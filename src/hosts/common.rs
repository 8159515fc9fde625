//! Fields that most hosts have in common, so that a table says only what is special about its own.

use crate::host::{Field, Kind};
use crate::model::Slot;

impl Field {
    pub(super) const COMMAND: Self = Self::new("command", Slot::Command, Kind::Text)
        .stdio()
        .required();
    pub(super) const ARGS: Self = Self::new("args", Slot::Args, Kind::List).stdio();
    pub(super) const ENV: Self = Self::new("env", Slot::Env, Kind::Map).stdio();
    pub(super) const CWD: Self = Self::new("cwd", Slot::Cwd, Kind::Text).stdio();
    pub(super) const URL: Self = Self::new("url", Slot::Url, Kind::Text).http().required();
    pub(super) const HEADERS: Self = Self::new("headers", Slot::Headers, Kind::Map).http();
    pub(super) const TAG: Self = Self::new("type", Slot::Native, Kind::Tag);
    /// The same where nobody knows whether it counts.
    pub(super) const IDLE_TAG: Self = Self::TAG
        .says("Written by other tools; no effect is documented")
        .legacy();
    pub(super) const DISABLED: Self = Self::new("disabled", Slot::Enabled, Kind::NotFlag);
    pub(super) const ENABLED: Self = Self::new("enabled", Slot::Enabled, Kind::Flag);
    pub(super) const OAUTH_CLIENT_ID: Self =
        Self::new("oauth.clientId", Slot::OauthClientId, Kind::Text).http();
    pub(super) const OAUTH_CLIENT_SECRET: Self =
        Self::new("oauth.clientSecret", Slot::OauthClientSecret, Kind::Text).http();
    pub(super) const OAUTH_CALLBACK_PORT: Self =
        Self::new("oauth.callbackPort", Slot::OauthCallbackPort, Kind::Port).http();
    pub(super) const OAUTH_REDIRECT_URI: Self =
        Self::new("oauth.redirectUri", Slot::OauthRedirectUri, Kind::Text).http();
}
