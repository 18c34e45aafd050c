"""What pyproject.toml cannot say: the tables are built first, and how the C is compiled."""

import sys
import sysconfig
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext

UNIX_FLAGS = ["-O3", "-g0", "-std=c11", "-fvisibility=hidden"]
MSVC_FLAGS = ["/O2", "/std:c11"]


class BuildTablesFirst(build_ext):
    """Compile against tables that are built, and proved, in the build folder."""

    def build_extensions(self):
        generated = Path(self.build_temp) / "generated"
        self.spawn([sys.executable, "tools/build_tables.py", "--quiet", str(generated)])
        for extension in self.extensions:
            extension.include_dirs.append(str(generated))
            extension.depends.append(str(generated / "tables_data.h"))
            extension.extra_compile_args += MSVC_FLAGS if self.compiler.compiler_type == "msvc" else UNIX_FLAGS
        super().build_extensions()


# A free-threaded Python has no stable ABI yet.
abi3 = {} if sysconfig.get_config_var("Py_GIL_DISABLED") else {"bdist_wheel": {"py_limited_api": "cp310"}}

setup(cffi_modules=["tools/build_ffi.py:ffibuilder"], cmdclass={"build_ext": BuildTablesFirst}, options=abi3)
