//! Which options of the runners take a value. One that is missing here has its value mistaken for the package.

use super::options::Table;

pub(super) static NPM: Table = Table {
    values: "package call registry node-options cache userconfig globalconfig prefix workspace loglevel shell script-shell node-arg tag before",
    letters: "p=package c=call w=workspace n=node-arg y=yes C=prefix",
    ..Table::NONE
};
pub(super) static BUN: Table = Table { values: "package cwd config registry", letters: "p=package c=config", ..Table::NONE };
// Here `-c` is a switch: it runs the command in a shell.
pub(super) static PNPM: Table =
    Table { values: "package dir filter registry allow-build loglevel reporter", letters: "C=dir F=filter c=shell-mode p=package", ..Table::NONE };
pub(super) static YARN: Table = Table { values: "package cwd", letters: "p=package q=quiet", ..Table::NONE };
pub(super) static DENO: Table =
    Table { values: "config import-map log-level cert location seed ext preload import", letters: "c=config L=log-level A=allow-all", ..Table::NONE };
pub(super) static UV: Table = Table {
    values: "from with python index-url extra-index-url index default-index find-links with-editable with-requirements env-file cache-dir directory \
             project config-file constraints overrides build-constraints index-strategy keyring-provider resolution prerelease fork-strategy \
             exclude-newer link-mode config-setting upgrade-package reinstall-package refresh-package no-build-package no-binary-package \
             no-build-isolation-package python-platform python-preference color allow-insecure-host torch-backend extra no-extra group no-group \
             only-group package",
    letters: "w=with p=python i=index-url f=find-links c=constraints b=build-constraints C=config-setting P=upgrade-package m=module",
    ..Table::NONE
};
pub(super) static PIPX: Table = Table { values: "spec with python index-url pip-args backend", letters: "i=index-url", ..Table::NONE };
pub(super) static GO: Table = Table {
    values: "C asmflags buildmode compiler covermode coverpkg exec gccgoflags gcflags installsuffix ldflags mod modfile o overlay p pgo pkgdir tags \
             toolexec",
    one_dash: true,
    ..Table::NONE
};
pub(super) static DNX: Table =
    Table { values: "version source add-source configfile framework verbosity arch", letters: "v=verbosity y=yes a=arch", ..Table::NONE };
/// Switches that `dnx` takes behind the package as well.
pub(super) static DNX_SWITCHES: [&str; 7] =
    ["yes", "interactive", "prerelease", "allow-roll-forward", "disable-parallel", "ignore-failed-sources", "no-http-cache"];
/// Options of a container engine in front of `run`.
pub(super) static ENGINE: Table = Table {
    values: "config context host log-level tlscacert tlscert tlskey connection url identity root runroot storage-driver storage-opt namespace \
             address data-root snapshotter cgroup-manager",
    letters: "c=context H=host l=log-level n=namespace a=address",
    ..Table::NONE
};
pub(super) static CONTAINER: Table = Table {
    values: "add-host annotation arch attach authfile blkio-weight blkio-weight-device cap-add cap-drop cgroup-parent cgroupns cgroups cidfile \
             conmon-pidfile cpu-period cpu-quota cpu-rt-period cpu-rt-runtime cpu-shares cpus cpuset-cpus cpuset-mems creds detach-keys device \
             device-cgroup-rule device-read-bps device-read-iops device-write-bps device-write-iops dns dns-option dns-search domainname entrypoint \
             env env-file expose gidmap gpus group-add group-entry health-cmd health-interval health-retries health-start-interval \
             health-start-period health-timeout hostname hostuser image-volume ip ip6 ipc isolation label label-file link link-local-ip log-driver \
             log-opt mac-address memory memory-reservation memory-swap memory-swappiness mount name net net-alias network network-alias \
             oom-score-adj os passwd-entry personality pid pidfile pids-limit platform pod pod-id-file preserve-fds publish pull requires restart \
             runtime sdnotify seccomp-policy secret security-opt shm-size stop-signal stop-timeout storage-opt subgidname subuidname sysctl systemd \
             timeout tmpfs tz uidmap ulimit umask unsetenv user userns uts variant volume volume-driver volumes-from workdir",
    letters: "a=attach c=cpu-shares d=detach e=env h=hostname i=interactive l=label m=memory P=publish-all p=publish q=quiet t=tty u=user v=volume \
              w=workdir",
    ..Table::NONE
};
