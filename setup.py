"""What pyproject.toml cannot say: tables are built first, how the C is compiled, and that its sources come along.

Equal sources build to equal archives.
"""

import gzip
import os
import shlex
import shutil
import sys
import sysconfig
import tarfile
from pathlib import Path

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist
from setuptools.errors import CompileError

UNIX_FLAGS = ["-O3", "-g0", "-std=c11", "-fvisibility=hidden"]
MSVC_FLAGS = ["/O2", "/std:c11"]
NEEDS = """
The C module could not be compiled: the message above says why. It needs a C11 compiler (gcc, clang or MSVC; the
environment variable CC names another one) and the header files of Python (Debian: python3-dev; Fedora: python3-devel).
"""

# An empty value is as good as none, where setuptools would take it for a command without a name.
for name in ("AR", "CC", "CXX", "LDCXXSHARED", "LDSHARED", "SOURCE_DATE_EPOCH"):
    if not os.environ.get(name, "-").strip():
        del os.environ[name]
for name in ("AR", "CC", "CFLAGS", "CPPFLAGS", "CXX", "LDCXXSHARED", "LDFLAGS", "LDSHARED"):
    try:
        shlex.split(os.environ.get(name, ""))
    except ValueError as error:
        raise SystemExit(f"error: {name} is a command or a part of one, not {os.environ[name]!r}: {error}") from None

# Times and modes of files are no part of what is built. The first moment that a zip file can name:
epoch = os.environ.setdefault("SOURCE_DATE_EPOCH", "315532800")
if not (epoch.isascii() and epoch.isdigit() and int(epoch[:20]) < 1 << 32):  # what gzip and zip can hold
    raise SystemExit(f"error: SOURCE_DATE_EPOCH is a number of seconds since 1970, 0 to {(1 << 32) - 1}, not {epoch!r}")


def plain_mode(mode):
    return 0o755 if mode & 0o100 else 0o644


def refuse_what_is_no_module(name, path):
    """Some compilers end without an error and without a result. Importing would say no more, and may not run here."""
    if not path.is_file():
        raise CompileError(f"the compiler ended without an error, but made no {path}")
    if f"nit_{name.rpartition('.')[2]}".encode() not in path.read_bytes():  # CPython's PyInit_, PyPy's pypyinit_
        raise CompileError(f"the compiler ended without an error, but {path} is no module of Python")


class BuildTablesFirst(build_ext):
    """Compile against tables that are built, and proved, in the build folder."""

    def build_extensions(self):
        generated = Path(self.build_temp) / "generated"
        self.spawn([sys.executable, "tools/build_tables.py", "--quiet", str(generated)])
        for extension in self.extensions:
            extension.include_dirs.append(str(generated))
            extension.depends += [str(generated / "tables_data.h"), str(generated / "words_data.h")]
            extension.extra_compile_args += MSVC_FLAGS if self.compiler.compiler_type == "msvc" else UNIX_FLAGS
        modules = {extension.name: Path(self.get_ext_fullpath(extension.name)) for extension in self.extensions}
        for path in modules.values():
            path.unlink(missing_ok=True)  # another build's
        try:
            super().build_extensions()
            for name, path in modules.items():
                refuse_what_is_no_module(name, path)
        except Exception as error:
            raise CompileError(f"{error}\n{NEEDS}") from error


class FreshWheel(bdist_wheel):
    """A wheel of these sources only: other versions and interrupted builds leave files where it is put together."""

    def run(self):
        build = self.get_finalized_command("build")
        for folder in (self.bdist_dir, Path(build.build_lib) / "scalareale"):
            shutil.rmtree(folder, ignore_errors=True)
        super().run()

    def write_wheelfile(self, *args, **options):
        super().write_wheelfile(*args, **options)  # the last file; packing comes next
        for path in Path(self.bdist_dir).rglob("*"):
            path.chmod(plain_mode(path.stat().st_mode))


class SameSdist(sdist):
    """A tar file that tells nothing of who packed it, where and when."""

    def make_archive(self, base_name, format, root_dir=None, base_dir=None, owner=None, group=None):
        if format != "gztar":
            return super().make_archive(base_name, format, root_dir, base_dir, owner, group)
        when = int(os.environ["SOURCE_DATE_EPOCH"])

        def alike(entry):
            entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = when, 0, 0, "", ""
            entry.mode = plain_mode(entry.mode)
            return entry

        path = f"{base_name}.tar.gz"
        with gzip.GzipFile(path, "wb", mtime=when) as packed, tarfile.open(fileobj=packed, mode="w") as tar:
            tar.add(base_dir, filter=alike)
        return path


class PackSources(build_py):
    """Put the C sources into the package, for `scalareale.embed`; an editable one finds them in the checkout."""

    def run(self):
        super().run()
        if not self.editable_mode:
            folder = Path(self.build_lib) / "scalareale" / "csrc"
            shutil.rmtree(folder, ignore_errors=True)  # a leftover build may have files that are gone
            folder.mkdir(parents=True)
            for source in [*sorted(Path("csrc").glob("*.[ch]")), Path("LICENSE")]:
                shutil.copy(source, folder)


setup(
    cffi_modules=["tools/build_ffi.py:ffibuilder"],
    cmdclass={"bdist_wheel": FreshWheel, "build_ext": BuildTablesFirst, "build_py": PackSources, "sdist": SameSdist},
    # A free-threaded Python has no stable ABI yet.
    options={} if sysconfig.get_config_var("Py_GIL_DISABLED") else {"bdist_wheel": {"py_limited_api": "cp310"}},
)
