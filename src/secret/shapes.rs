//! The table of credential formats that vendors give a recognisable look.
//!
//! Lengths are ranges wherever a vendor has changed them before, because an
//! exact length goes stale without anybody noticing. Formats that are only a
//! bare UUID or a bare run of letters are left out: nothing in such a value
//! tells it apart from an identifier, so only its key can give it away.

/// How sure a match is without looking at the key it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Confidence {
    /// The shape alone is enough.
    High,
    /// The shape counts only under a key that suggests a credential.
    Medium,
}

/// One credential format: any of the prefixes, then every part in order.
#[derive(Debug)]
pub(crate) struct TokenShape {
    /// The service that issues the credential, as shown to people.
    pub vendor: &'static str,
    /// The possible beginnings; a single empty one when the format has none.
    pub prefixes: &'static [&'static str],
    /// How far the shape can be trusted on its own.
    pub confidence: Confidence,
    /// What has to follow the prefix.
    pub body: &'static [TokenPart],
}

/// One piece of a credential body.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TokenPart {
    /// Between the two numbers of characters from the set.
    Run(Set, usize, usize),
    /// Exactly this text.
    Lit(&'static str),
    /// Everything up to the closing line of a PEM block, or to the end when
    /// that line is missing.
    Pem,
}

/// A set of ASCII characters.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Set {
    /// `0` to `9`.
    Digit,
    /// Hexadecimal digits of either case.
    Hex,
    /// Small letters and digits.
    LowerAlnum,
    /// Capital letters and digits.
    UpperAlnum,
    /// Letters and digits.
    Alnum,
    /// Letters, digits and `_`.
    Word,
    /// Letters, digits and `-`.
    Dashed,
    /// The URL-safe base64 alphabet without padding.
    B64u,
    /// The standard base64 alphabet with padding.
    B64,
    /// Letters, digits and any of `_ - . = ~`.
    Loose,
    /// The base32 alphabet.
    B32,
    /// The upper-case bech32 alphabet.
    Bech32,
    /// The label of a PEM block.
    Label,
}

impl Set {
    /// How many there are.
    pub(super) const COUNT: usize = Self::Label as usize + 1;

    pub(super) const fn holds(self, byte: u8) -> bool {
        let alnum = byte.is_ascii_alphanumeric();
        match self {
            Self::Digit => byte.is_ascii_digit(),
            Self::Hex => byte.is_ascii_hexdigit(),
            Self::LowerAlnum => byte.is_ascii_digit() || byte.is_ascii_lowercase(),
            Self::UpperAlnum => byte.is_ascii_digit() || byte.is_ascii_uppercase(),
            Self::Alnum => alnum,
            Self::Word => alnum || byte == b'_',
            Self::Dashed => alnum || byte == b'-',
            Self::B64u => alnum || matches!(byte, b'-' | b'_'),
            Self::B64 => alnum || matches!(byte, b'+' | b'/' | b'='),
            Self::Loose => alnum || matches!(byte, b'_' | b'-' | b'.' | b'=' | b'~'),
            Self::B32 => matches!(byte, b'A'..=b'Z' | b'2'..=b'7'),
            Self::Bech32 => {
                (byte.is_ascii_digit() && byte != b'1')
                    || (byte.is_ascii_uppercase() && !matches!(byte, b'B' | b'I' | b'O'))
            }
            Self::Label => byte.is_ascii_uppercase() || byte == b' ',
        }
    }
}

const fn high(
    vendor: &'static str,
    prefixes: &'static [&'static str],
    body: &'static [TokenPart],
) -> TokenShape {
    let confidence = Confidence::High;
    TokenShape {
        vendor,
        prefixes,
        confidence,
        body,
    }
}

const fn medium(
    vendor: &'static str,
    prefixes: &'static [&'static str],
    body: &'static [TokenPart],
) -> TokenShape {
    let confidence = Confidence::Medium;
    TokenShape {
        vendor,
        prefixes,
        confidence,
        body,
    }
}

use Set::{
    Alnum, B32, B64, B64u, Bech32, Dashed, Digit, Hex, Label, Loose, LowerAlnum, UpperAlnum, Word,
};
use TokenPart::{Lit, Pem, Run};

/// An upper bound for formats without one; it keeps hostile input from making
/// the search quadratic.
const LONG: usize = 8192;
const UUID: &[TokenPart] = &[
    Run(Hex, 8, 8),
    Lit("-"),
    Run(Hex, 4, 4),
    Lit("-"),
    Run(Hex, 4, 4),
    Lit("-"),
    Run(Hex, 4, 4),
    Lit("-"),
    Run(Hex, 12, 12),
];
/// Part of every `OpenAI` key: the company name in base64.
const OPENAI_MARK: TokenPart = Lit("T3BlbkFJ");
/// A JWT header is short; the bound matters because anything may begin so.
const JWT_HEAD: TokenPart = Run(B64u, 8, 1024);
const JWT_PART: TokenPart = Run(B64u, 8, LONG);
const ANY: TokenPart = Run(B64u, 0, LONG);

/// Every known format. At one place in a text the first row that fits wins, so
/// longer prefixes and surer rows stand before looser ones.
#[rustfmt::skip] // One row per line keeps the table readable.
pub(crate) static SHAPES: &[TokenShape] = &[
    // Source hosting, chat and work tracking.
    high("GitHub", &["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], &[Run(Word, 36, 255)]),
    high("GitHub", &["github_pat_"], &[Run(Word, 60, 255)]),
    high("GitLab", &["glpat-"], &[Run(B64u, 27, 300), Lit("."), Run(LowerAlnum, 9, 9)]),
    high("GitLab", &["glpat-"], &[Run(B64u, 20, 22)]),
    high("GitLab", &["glptt-"], &[Run(Hex, 40, 40)]),
    high("GitLab", &["gldt-", "glrt-", "glft-", "glagent-", "gloas-", "glcbt-", "glsoat-", "glimt-"], &[Run(B64u, 20, 64)]),
    high("Slack", &["xoxe.xox"], &[Run(LowerAlnum, 1, 1), Lit("-"), Run(Digit, 1, 20), Lit("-"), Run(Dashed, 14, 400)]),
    high("Slack", &["xoxb-", "xoxc-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxe-", "xapp-"], &[Run(Digit, 1, 20), Lit("-"), Run(Dashed, 17, 400)]),
    high("Slack webhook", &["https://hooks.slack.com/services/", "https://hooks.slack.com/workflows/", "https://hooks.slack.com/triggers/"], &[Run(B64, 43, 56)]),
    high("Discord webhook", &["https://discord.com/api/webhooks/", "https://discordapp.com/api/webhooks/"], &[Run(Digit, 17, 20), Lit("/"), Run(B64u, 60, 80)]),
    // Servers that let in whoever has their URL.
    high("Zapier", &["https://mcp.zapier.com/api/mcp/s/"], &[Run(Loose, 40, 200)]),
    high("Zapier", &["https://actions.zapier.com/mcp/sk-ak-"], &[Run(Alnum, 20, 60)]),
    high("Make", &["https://eu1.make.com/mcp/api/v1/u/", "https://eu2.make.com/mcp/api/v1/u/", "https://us1.make.com/mcp/api/v1/u/", "https://us2.make.com/mcp/api/v1/u/"], UUID),
    high("Notion", &["ntn_"], &[Run(Digit, 11, 11), Run(Alnum, 35, 35)]),
    medium("Notion", &["secret_"], &[Run(Alnum, 43, 43)]),
    high("Linear", &["lin_api_"], &[Run(Alnum, 32, 128)]),
    high("Figma", &["figd_", "figu_", "figo_", "figp_"], &[Run(B64u, 40, 200)]),
    high("Atlassian", &["ATATT3"], &[Run(Loose, 150, 250)]),
    high("Atlassian", &["ATCTT3xFfG"], &[Run(B64u, 40, 400), Lit("="), Run(Alnum, 8, 8)]),
    high("Airtable", &["pat"], &[Run(Alnum, 14, 14), Lit("."), Run(Hex, 64, 64)]),
    high("ClickUp", &["pk_"], &[Run(Digit, 7, 9), Lit("_"), Run(UpperAlnum, 32, 32)]),
    medium("Asana", &[""], &[Run(Digit, 1, 20), Lit("/"), Run(Digit, 10, 20), Lit(":"), Run(Alnum, 32, 32)]),
    // Models, search and retrieval.
    high("OpenAI", &["sk-proj-", "sk-svcacct-", "sk-admin-"], &[Run(B64u, 20, 132), OPENAI_MARK, Run(B64u, 20, 132)]),
    high("OpenAI", &["sk-"], &[Run(Alnum, 20, 20), OPENAI_MARK, Run(Alnum, 20, 20)]),
    high("Anthropic", &["sk-ant-api03-", "sk-ant-admin01-"], &[Run(B64u, 90, 110), Lit("AA")]),
    high("Anthropic", &["sk-ant-oat01-", "sk-ant-ort01-"], &[Run(B64u, 80, LONG)]),
    high("OpenRouter", &["sk-or-v1-"], &[Run(Hex, 64, 64)]),
    high("Langfuse", &["sk-lf-"], UUID),
    medium("DeepSeek or similar", &["sk-"], &[Run(LowerAlnum, 32, 64)]),
    high("Google", &["AIza"], &[Run(B64u, 35, 35)]),
    high("Google OAuth", &["ya29."], &[Run(B64u, 20, LONG)]),
    high("Google OAuth", &["GOCSPX-"], &[Run(B64u, 28, 28)]),
    high("Groq", &["gsk_"], &[Run(Alnum, 52, 52)]),
    high("xAI", &["xai-"], &[Run(Word, 80, 80)]),
    high("Perplexity", &["pplx-"], &[Run(Alnum, 48, 48)]),
    high("Replicate", &["r8_"], &[Run(B64u, 37, 37)]),
    high("Hugging Face", &["hf_", "api_org_"], &[Run(Alnum, 34, 34)]),
    high("LangSmith", &["lsv2_pt_", "lsv2_sk_"], &[Run(Hex, 32, 32), Lit("_"), Run(Hex, 10, 10)]),
    high("Pinecone", &["pcsk_"], &[Run(Alnum, 5, 6), Lit("_"), Run(Alnum, 63, 63)]),
    high("ElevenLabs", &["sk_"], &[Run(Hex, 48, 48)]),
    high("Tavily", &["tvly-dev-", "tvly-prod-", "tvly-"], &[Run(Alnum, 24, 128)]),
    medium("Firecrawl", &["fc-"], &[Run(Hex, 32, 32)]),
    high("Context7", &["ctx7sk-"], UUID),
    medium("Brave Search", &["BSA"], &[Run(B64u, 26, 30)]),
    high("Jina", &["jina_"], &[Run(B64u, 50, 200)]),
    high("Apify", &["apify_api_"], &[Run(Alnum, 36, 36)]),
    // Databases, telemetry and payments.
    high("Supabase", &["sbp_"], &[Run(LowerAlnum, 40, 40)]),
    high("Supabase", &["sb_secret_"], &[Run(B64u, 20, 128)]),
    high("Neon", &["napi_"], &[Run(LowerAlnum, 60, 70)]),
    high("PlanetScale", &["pscale_tkn_", "pscale_oauth_", "pscale_pw_"], &[Run(Loose, 32, 64)]),
    high("Databricks", &["dapi"], &[Run(Hex, 32, 32), Lit("-"), Run(Digit, 1, 1)]),
    high("Databricks", &["dapi"], &[Run(Hex, 32, 32)]),
    high("Sentry", &["sntryu_"], &[Run(Hex, 64, 64)]),
    high("Sentry", &["sntrys_eyJ"], &[Run(B64, 80, LONG), Lit("_"), Run(B64, 20, 128)]),
    high("Sentry", &["sntrys_eyJ"], &[Run(B64, 100, LONG)]),
    high("PostHog", &["phx_"], &[Run(Word, 43, 48)]),
    high("Grafana", &["glsa_"], &[Run(Alnum, 32, 32), Lit("_"), Run(Hex, 8, 8)]),
    high("Grafana", &["glc_"], &[Run(B64, 32, 400)]),
    high("Stripe", &["sk_live_", "rk_live_"], &[Run(Alnum, 10, 247)]),
    high("Stripe test", &["sk_test_", "rk_test_"], &[Run(Alnum, 10, 99)]),
    high("Shopify", &["shpat_", "shpca_", "shppa_", "shpss_"], &[Run(Hex, 32, 32)]),
    high("Square", &["sq0atp-"], &[Run(B64u, 22, 60)]),
    medium("Square", &["EAAA"], &[Run(B64u, 22, 60)]),
    // Clouds, hosting and packages.
    high("AWS", &["AKIA", "ASIA", "ABIA", "ACCA"], &[Run(B32, 16, 16)]),
    high("AWS Bedrock", &["ABSK"], &[Run(B64, 109, 269)]),
    high("AWS Bedrock", &["bedrock-api-key-"], &[Run(B64, 20, LONG)]),
    high("Azure AD", &[""], &[Run(Loose, 3, 3), Run(Digit, 1, 1), Lit("Q~"), Run(Loose, 31, 34)]),
    high("Cloudflare", &["cfk_", "cfut_", "cfat_"], &[Run(Alnum, 40, 40), Run(Hex, 8, 8)]),
    high("Vercel", &["vcp_", "vci_", "vca_", "vcr_", "vck_"], &[Run(Alnum, 20, 60)]),
    high("Netlify", &["nfp_"], &[Run(Word, 36, 36)]),
    high("Heroku", &["HRKU-AA"], &[Run(B64u, 58, 58)]),
    high("Fly.io", &["fo1_"], &[Run(B64u, 43, 43)]),
    high("Fly.io", &["fm1a_", "fm1r_", "fm2_"], &[Run(B64, 100, LONG)]),
    high("DigitalOcean", &["dop_v1_", "doo_v1_", "dor_v1_"], &[Run(Hex, 64, 64)]),
    high("HashiCorp Vault", &["hvs.", "hvb."], &[Run(B64u, 90, 300)]),
    high("HashiCorp Terraform", &[""], &[Run(Alnum, 14, 14), Lit(".atlasv1."), Run(Loose, 60, 70)]),
    high("Docker Hub", &["dckr_pat_"], &[Run(B64u, 27, 27)]),
    high("Docker Hub", &["dckr_oat_"], &[Run(B64u, 32, 32)]),
    high("npm", &["npm_"], &[Run(Alnum, 36, 36)]),
    high("PyPI", &["pypi-AgEIcHlwaS5vcmc"], &[Run(B64u, 50, LONG)]),
    high("Postman", &["PMAK-"], &[Run(Hex, 24, 24), Lit("-"), Run(Hex, 34, 34)]),
    high("Doppler", &["dp.pt."], &[Run(Alnum, 43, 43)]),
    high("Tailscale", &["tskey-"], &[Run(LowerAlnum, 2, 12), Lit("-"), Run(Alnum, 8, 40), Lit("-"), Run(Alnum, 16, 60)]),
    high("1Password", &["ops_eyJ"], &[Run(B64, 250, LONG)]),
    high("OpenShift", &["sha256~"], &[Run(B64u, 43, 43)]),
    high("Sourcegraph", &["sgp_"], &[Run(Hex, 16, 16), Lit("_"), Run(Hex, 40, 40)]),
    high("Sourcegraph", &["sgp_"], &[Run(Hex, 40, 40)]),
    high("age", &["AGE-SECRET-KEY-1"], &[Run(Bech32, 58, 58)]),
    // Mail and messaging.
    high("SendGrid", &["SG."], &[Run(Loose, 66, 66)]),
    medium("Mailgun", &["key-"], &[Run(Hex, 32, 32)]),
    medium("Resend", &["re_"], &[Run(Word, 24, 64)]),
    medium("Twilio", &["SK"], &[Run(Hex, 32, 32)]),
    medium("Telegram", &[""], &[Run(Digit, 8, 10), Lit(":"), Run(B64u, 35, 35)]),
    // A JWT that carries the all-powerful role; the three texts are that claim
    // in base64 at each of its possible alignments.
    high("Supabase service role", &["eyJ"], &[JWT_HEAD, Lit("."), ANY, Lit("InJvbGUiOiJzZXJ2aWNlX3JvbGUi"), ANY, Lit("."), JWT_PART]),
    high("Supabase service role", &["eyJ"], &[JWT_HEAD, Lit("."), ANY, Lit("icm9sZSI6InNlcnZpY2Vfcm9sZS"), ANY, Lit("."), JWT_PART]),
    high("Supabase service role", &["eyJ"], &[JWT_HEAD, Lit("."), ANY, Lit("Jyb2xlIjoic2VydmljZV9yb2xlI"), ANY, Lit("."), JWT_PART]),
    medium("JWT", &["eyJ"], &[JWT_HEAD, Lit("."), JWT_PART, Lit("."), JWT_PART]),
    medium("Discord", &[""], &[Run(B64u, 23, 28), Lit("."), Run(B64u, 6, 7), Lit("."), Run(B64u, 27, 38)]),
    high("Private key", &["-----BEGIN "], &[Run(Label, 0, 24), Lit("PRIVATE KEY-----"), Pem]),
    high("Private key", &["-----BEGIN "], &[Run(Label, 0, 24), Lit("PRIVATE KEY BLOCK-----"), Pem]),
];
