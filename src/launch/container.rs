//! What a container is given of the machine it runs on.

use super::options::Flag;
use super::place::is_drive;
use super::word::{Word, find_outside, outside};

/// The options of `docker run` and its relatives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Container<'s, 'a> {
    /// All of them, in order.
    pub options: &'s [Flag<'a>],
}

/// A variable that is passed into a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ContainerVariable<'a> {
    /// Its name.
    pub name: Word<'a>,
    /// Its value, unless that comes from outside.
    pub value: Option<Word<'a>>,
    /// The option that passes it.
    pub flag: Flag<'a>,
}

/// What is mounted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum MountKind {
    /// A file or folder of the machine.
    Bind,
    /// A volume of the container engine.
    Volume,
    /// Anything else: memory, a part of an image.
    Other,
}

/// Something mounted into a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mount<'a> {
    /// What it is.
    pub kind: MountKind,
    /// What is mounted, unless it has no name.
    pub source: Option<Word<'a>>,
    /// Where it is seen.
    pub target: Option<Word<'a>>,
    /// Whether it can only be read.
    pub read_only: bool,
    /// The option that mounts it.
    pub flag: Flag<'a>,
}

impl<'s, 'a> Container<'s, 'a> {
    /// The options with this long name, in order. `--net` is `--network`.
    pub(crate) fn named(&self, name: &'s str) -> impl Iterator<Item = &'s Flag<'a>> {
        self.options
            .iter()
            .filter(move |flag| flag.name == name || flag.name == "net" && name == "network")
    }

    /// The last option with this long name, which is the one that counts where only one can.
    #[must_use]
    pub(crate) fn last(&self, name: &'s str) -> Option<&'s Flag<'a>> {
        self.named(name).last()
    }

    /// The option that turns a switch on, if it is on: `interactive`, `tty`, `detach`, `rm`, `privileged`.
    #[must_use]
    pub(crate) fn on(&self, switch: &'s str) -> Option<&'s Flag<'a>> {
        self.last(switch).filter(|flag| flag.is_on())
    }

    /// The variables that `--env` passes in.
    pub(crate) fn variables(&self) -> impl Iterator<Item = ContainerVariable<'a>> {
        self.named("env").filter_map(|flag| {
            let word = flag.value?;
            let (name, value) = word.cut(find_outside(word.text, '='));
            Some(ContainerVariable {
                name,
                value,
                flag: *flag,
            })
        })
    }

    /// What `--volume` and `--mount` mount, in order.
    pub(crate) fn mounts(&self) -> impl Iterator<Item = Mount<'a>> {
        self.options.iter().filter_map(|flag| match flag.name {
            "volume" => flag.value.map(|word| volume(word, *flag)),
            "mount" => flag.value.map(|word| mount(word, *flag)),
            _ => None,
        })
    }
}

/// `source:target:options`, or a target alone. The colon of a drive parts nothing.
fn volume<'a>(word: Word<'a>, flag: Flag<'a>) -> Mount<'a> {
    let cut = |word: Word<'a>| {
        let drive = is_drive(word.text);
        word.cut(outside(word.text, |c| c == ':').find(|at| !(drive && *at == 1)))
    };
    let (first, rest) = cut(word);
    let Some(rest) = rest else {
        return Mount {
            kind: MountKind::Volume,
            source: None,
            target: Some(first),
            read_only: false,
            flag,
        };
    };
    let (target, options) = cut(rest);
    let read_only = options.is_some_and(|options| {
        options
            .fields()
            .any(|option| matches!(option.text, "ro" | "readonly"))
    });
    let is_path = is_drive(first.text)
        || first.text.starts_with(['.', '~', '$', '%', '{'])
        || first.text.contains(['/', '\\']);
    Mount {
        kind: if is_path {
            MountKind::Bind
        } else {
            MountKind::Volume
        },
        source: Some(first),
        target: Some(target),
        read_only,
        flag,
    }
}

/// `type=bind,source=…,target=…,readonly`.
fn mount<'a>(word: Word<'a>, flag: Flag<'a>) -> Mount<'a> {
    // Docker mounts a volume when no type is given.
    let mut mount = Mount {
        kind: MountKind::Volume,
        source: None,
        target: None,
        read_only: false,
        flag,
    };
    for field in word.fields() {
        let (key, value) = field.cut(find_outside(field.text, '='));
        match (key.text, value) {
            ("type", Some(kind)) => {
                mount.kind = match kind.text {
                    "bind" => MountKind::Bind,
                    "volume" => MountKind::Volume,
                    _ => MountKind::Other,
                }
            }
            ("source" | "src", value) => mount.source = value,
            ("target" | "dst" | "destination", value) => mount.target = value,
            ("readonly" | "ro", value) => {
                mount.read_only = !value.is_some_and(|value| matches!(value.text, "false" | "0"))
            }
            _ => {}
        }
    }
    mount
}
