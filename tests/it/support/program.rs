//! Runs the binary as a user would, with nothing of our environment that could change what it does.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A folder that exists for one test, and the program run in it.
pub(crate) struct Folder {
    folder: TempDir,
    variables: Vec<(&'static str, &'static str)>,
}

impl Folder {
    /// A folder with these files in it.
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let folder = Self {
            folder: tempfile::tempdir().expect("a folder"),
            variables: Vec::new(),
        };
        for (name, text) in files {
            folder.write(name, text);
        }
        folder
    }

    /// One more file.
    pub(crate) fn with(self, name: &str, bytes: impl AsRef<[u8]>) -> Self {
        self.write(name, bytes);
        self
    }

    /// A variable of the environment that the program sees. There are no others but `HOME`.
    pub(crate) fn set(mut self, name: &'static str, value: &'static str) -> Self {
        self.variables.push((name, value));
        self
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        fs::write(path, bytes).expect("a file");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).expect("a file")
    }

    /// The program in this folder, not yet started. Its home is the folder `home` in here.
    pub(crate) fn command(&self, args: impl Words) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mcpconv"));
        command
            .args(args.words())
            .current_dir(self.path())
            .env_clear()
            .env("HOME", self.path().join("home"))
            .envs(self.variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs the program with `stdin`, and gives back what came out of it as it is.
    pub(crate) fn output(&self, args: impl Words, stdin: impl AsRef<[u8]>) -> Output {
        let mut child = self.command(args).spawn().expect("mcpconv starts");
        // A program that does not read its input closes the pipe, which is not our concern here.
        let _ = child
            .stdin
            .take()
            .expect("a pipe")
            .write_all(stdin.as_ref());
        child.wait_with_output().expect("mcpconv ends")
    }

    /// Runs the program with `stdin`.
    pub(crate) fn feed(&self, args: impl Words, stdin: impl AsRef<[u8]>) -> Ran {
        Ran::from(self.output(args, stdin))
    }

    /// Runs the program without any input.
    pub(crate) fn run(&self, args: impl Words) -> Ran {
        self.feed(args, "")
    }

    /// Runs the linter.
    pub(crate) fn lint(&self, args: &[&str]) -> Ran {
        self.run([&["lint"], args].concat())
    }

    /// Runs the program and expects that the result went into a file.
    pub(crate) fn done(&self, args: impl Words) -> String {
        let ran = self.run(args);
        assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{ran:?}");
        ran.stderr
    }
}

/// Converts bytes as a filter, in a folder without files.
pub(crate) fn convert(args: impl Words, input: impl AsRef<[u8]>) -> Ran {
    Folder::new(&[]).feed(args, input)
}

/// What a run of the program gave.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Self {
            code: output.status.code().expect("no signal"),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }
}

impl Ran {
    /// Done, without a word.
    pub(crate) fn silent(self) -> String {
        assert_eq!((self.code, self.stderr.as_str()), (0, ""), "{self:?}");
        self.stdout
    }

    /// Done, and something was said.
    pub(crate) fn warned(self) -> (String, String) {
        assert_eq!(self.code, 0, "{self:?}");
        (self.stdout, self.stderr)
    }

    /// Not done.
    pub(crate) fn failed(self, code: i32) -> String {
        assert_eq!((self.code, self.stdout.as_str()), (code, ""), "{self:?}");
        self.stderr
    }
}

/// Arguments: one text that is split at blanks, or a list of words that may have blanks in them.
pub(crate) trait Words {
    fn words(self) -> Vec<String>;
}

impl Words for &str {
    fn words(self) -> Vec<String> {
        self.split_whitespace().map(str::to_owned).collect()
    }
}

impl Words for &String {
    fn words(self) -> Vec<String> {
        self.as_str().words()
    }
}

impl Words for &[&str] {
    fn words(self) -> Vec<String> {
        self.iter().map(|word| (*word).to_owned()).collect()
    }
}

impl<const N: usize> Words for &[&str; N] {
    fn words(self) -> Vec<String> {
        self.as_slice().words()
    }
}

impl Words for Vec<&str> {
    fn words(self) -> Vec<String> {
        self.as_slice().words()
    }
}
