"""The command that lets shells complete the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import Refusal
from .registry import argument, command

if TYPE_CHECKING:
    from .output import Output


@command(argument("shell", choices=("bash", "zsh", "fish"), metavar="bash|zsh|fish"), wants="output")
def completion(out: Output, shell: str) -> None:
    """Print what makes a shell complete commands.

    Commands, options, rulesets and file names are completed by the tab key then; in zsh after compinit.

    \b
    eval "$(scalareale completion bash)"
    eval "$(scalareale completion zsh)"
    scalareale completion fish | source
    """
    from click.shell_completion import get_completion_class

    from .app import group

    found = get_completion_class(shell)
    if found is None:
        raise Refusal(f"click knows no completion for {shell}")
    script = found(group(), {}, "scalareale", "_SCALAREALE_COMPLETE").source()
    if out.as_json:
        out.record({"shell": shell, "script": script})
    else:
        out.write(script)
