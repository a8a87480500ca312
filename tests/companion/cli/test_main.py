"""The front door as a whole: wrong use, exit codes, and how little it loads to answer."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from companion import cli, games

HEAVY = ("cv2", "numpy", "onnxruntime", "flet", "vision.camera.image_files", "ui")


def one_line_of(text: str) -> str:
    assert text.count("\n") == 1 and text.endswith("\n"), text
    assert text.startswith("companion: ")
    return text


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Puts a made-up command in the place of `bench`; it raises what the test gives."""

    def put(error: BaseException | None = None, code: int = 0) -> None:
        module: Any = ModuleType("companion.cli.bench.bench")

        def run(_: object) -> int:
            if error is not None:
                raise error
            return code

        module.add_arguments, module.run = (lambda parser: None), run
        monkeypatch.setitem(sys.modules, "companion.cli.bench.bench", module)

    return put


@pytest.mark.parametrize("arguments", [["--help"], *([name, "--help"] for name in cli.COMMANDS)])
def test_help_is_printed_and_is_no_error(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(arguments) == 0
    out, err = capsys.readouterr()
    assert out.startswith(f"usage: {' '.join(['companion', *arguments[:-1]])}") and err == ""


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["--help"])
    out = capsys.readouterr().out
    assert all(f"    {name} " in out for name in cli.COMMANDS)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "no command is given"),
        (["play"], "invalid choice: 'play'"),
        (["scan"], "required: PATH"),
        (["scan", "--sets", "runes", "a.jpg"], "there is no --sets"),
        (["scan", "--js", "a.jpg"], "there is no --js"),
        (["watch", "doubles-wild", "film.mp4"], "film.mp4 is one argument too many"),
        (["app", "--port", "http"], "'http' is no port"),
        (["app", "--port", "65536"], "'65536' is no port"),
        (["app", "--demo", "--source", "0"], "not allowed with argument --demo"),
        (["bench", "--rounds", "0"], "'0' is no number above 0"),
    ],
)
def test_wrong_use_is_one_line_and_exit_code_2(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(arguments) == 2
    out, err = capsys.readouterr()
    line = one_line_of(err)
    assert out == "" and words in line
    command = f" {arguments[0]}" if arguments and arguments[0] in cli.COMMANDS else ""
    assert f"`companion{command} --help`" in line


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (cli.Refusal("the die is under the table", 2), 2, "the die is under the table"),
        (ValueError("7 is no face"), 70, "a fault of companion itself, ValueError: 7 is no face"),
        (ImportError("libGL.so.1: cannot open shared object file"), 1, "--no-install-recommends libgl1 libglib2.0-0"),
        (ModuleNotFoundError("No module named 'flet'", name="flet"), 1, "the module flet is missing"),
        (PermissionError(13, "Permission denied", "models/reader.onnx"), 1, "models/reader.onnx: Permission denied"),
        (ValueError("first\nsecond"), 70, "first\\nsecond"),
    ],
)
def test_every_error_is_one_line(
    error: Exception, code: int, words: str, command: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    command(error)
    assert cli.main(["bench"]) == code
    out, err = capsys.readouterr()
    assert out == "" and words in one_line_of(err)


def test_a_developer_can_ask_for_the_traceback(command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    command(ValueError("7 is no face"))
    monkeypatch.setenv("COMPANION_DEBUG", "1")
    with pytest.raises(ValueError, match="7 is no face"):
        cli.main(["bench"])


def test_ctrl_c_ends_quietly(command: Any, capsys: pytest.CaptureFixture[str]) -> None:
    command(KeyboardInterrupt())
    assert cli.main(["bench"]) == 130
    assert capsys.readouterr() == ("", "")


def test_the_exit_code_is_that_of_the_command(command: Any) -> None:
    command(code=1)
    assert cli.main(["bench"]) == 1


def test_version_is_printed(companion: Any) -> None:
    run = companion("--version")
    assert run.returncode == 0 and run.stdout.startswith("companion ") and run.stderr == ""


def printed_to(stdout: int, unbuffered: str) -> tuple[int, bytes]:
    """Exit code and standard error of a command that prints to `stdout`."""
    environment = os.environ | {"PYTHONPATH": str(Path(cli.__file__).parents[2]), "PYTHONUNBUFFERED": unbuffered}
    command = [sys.executable, "-m", "companion", "--version"]
    run = subprocess.run(command, env=environment, stdout=stdout, stderr=subprocess.PIPE)
    return run.returncode, run.stderr


@pytest.mark.skipif(os.name != "posix", reason="pipes of another kind")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_went_away_is_no_error_to_talk_about(unbuffered: str) -> None:
    read, write = os.pipe()
    os.close(read)
    assert printed_to(write, unbuffered) == (141, b"")
    os.close(write)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_is_one_line(unbuffered: str) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    assert printed_to(full, unbuffered) == (1, b"companion: No space left on device\n")
    os.close(full)


def test_a_terminal_without_the_letters_of_a_name_is_no_error(companion: Any) -> None:
    run = companion("Würfel 🎲", PYTHONIOENCODING="ascii")
    assert run.returncode == 2
    assert "W\\xfcrfel \\U0001f3b2" in one_line_of(run.stderr)


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["scan", "--help"], ["rules", "--new", "army-vs-aliens-2011"]]
)
def test_nothing_heavy_is_loaded_for_what_needs_no_pictures(arguments: list[str], tmp_path: Path) -> None:
    code = (
        "import sys; from companion.cli import main\n"
        f"code = main({arguments!r})\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], code, file=sys.stderr)"
    )
    environment = os.environ | {"PYTHONPATH": str(Path(cli.__file__).parents[2])}
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert run.stderr == "[] 0\n"


@pytest.mark.parametrize(
    ("arguments", "rooms"),
    [
        (["--help"], set[str]()),
        (["app", "--help"], set[str]()),
        (["rules", "--new", "army-vs-aliens-2011"], {"army_vs_aliens"}),
    ],
)
def test_the_front_door_loads_no_more_than_it_needs(arguments: list[str], rooms: set[str], tmp_path: Path) -> None:
    """What it costs to answer: no library but the one that seeds are checked by, and no game that is not asked for.
    `make bench` times it."""
    code = (
        "import sys; from companion.cli import main\n"
        f"code = main({arguments!r})\n"
        "rooms = {name.split('.')[2] for name in sys.modules if name.startswith('companion.games.')}\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}), '|', *rooms, file=sys.stderr); sys.exit(code)"
    )
    environment = os.environ | {"PYTHONPATH": str(Path(cli.__file__).parents[2])}
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert run.returncode == 0
    modules, _, loaded = (part.split() for part in run.stderr.partition("|"))
    known = {"__main__", "companion", "seeds", "msgspec", "typing_extensions"}
    assert set(modules) - sys.stdlib_module_names - bare_modules() <= known
    assert {name for name in loaded if (Path(str(games.__file__)).parent / name).is_dir()} == rooms


def bare_modules() -> set[str]:
    """What an interpreter of this environment has loaded before it is told to do anything."""
    code = "import sys; print(*{name.partition('.')[0] for name in sys.modules})"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(run.stdout.split())
