"""`companion enrol`: learn the faces of symbol dice from pictures, a clip or a camera, and look after the sets."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from companion.cli import UNREAD, WRONG_USE, Refusal, complain

if TYPE_CHECKING:
    from vision.camera import FrameSource, Image
    from vision.symbols import EnrolmentSample, FaceSet, Store

EXAMPLES = """
examples:
  companion enrol skulls photos/            a picture of one die each; like faces are put together, names are asked for
  companion enrol skulls photos/            with photos/FACE/*.jpg the folders' names are the faces' names
  companion enrol skulls clip.mp4 --names "skull,shield,bow"      named in the order in which they are shown
  companion enrol skulls 0                  the camera: turn the die by hand, let go, wait a second, turn it on
  companion enrol skulls more/ --add        more looks at the faces of a set
  companion enrol --list                    companion scan table.jpg --set skulls
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    parser.add_argument("name", metavar="NAME", nargs="?", help="what the set of faces is called")
    parser.add_argument(
        "sources", metavar="SOURCE", nargs="*", help="pictures, a folder of them, a clip, or the number of a camera"
    )
    parser.add_argument(
        "--names", metavar="A,B,...", help="the faces' names, in the order in which they are first seen"
    )
    parser.add_argument("--add", action="store_true", help="add looks to the set instead of making it")
    parser.add_argument("--replace", action="store_true", help="make the set anew where there is one")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long a camera is watched (60)")
    parser.add_argument("--data", metavar="DIR", help="folder of the sets instead of the user's data folder")
    parser.add_argument("--list", action="store_true", help="list the sets, or the faces of NAME")
    parser.add_argument("--remove", action="store_true", help="delete the set NAME")
    parser.add_argument("--remove-face", metavar="FACE", help="take a face out of the set NAME")
    parser.add_argument("--rename", nargs=2, metavar=("OLD", "NEW"), help="give a face of the set NAME another name")
    parser.add_argument("--json", action="store_true", help="print JSON, and ask nothing")


def run(arguments: argparse.Namespace) -> int:
    """Do what is asked with one set; one line and an exit code for what cannot be done."""
    from vision.camera import SourceError
    from vision.inference import ModelError
    from vision.symbols import EnrolError, SetError, Store

    try:
        return _run(arguments, Store(arguments.data))
    except (EnrolError, SetError, ModelError, SourceError) as error:
        raise Refusal(str(error)) from None


def _run(arguments: argparse.Namespace, store: Store) -> int:
    from vision.symbols import SetError, check_set_name

    if arguments.list and arguments.name is None:
        return _list_sets(store, arguments.json)
    if arguments.name is None:
        raise Refusal("no NAME is given; `companion enrol --help` shows how it is used", WRONG_USE)
    if arguments.list:
        return _tell(store, store.load(arguments.name), [], arguments.json)
    try:
        check_set_name(arguments.name)
    except SetError as error:
        raise Refusal(str(error), WRONG_USE) from None
    if arguments.remove:
        store.remove(arguments.name)
        return _tell(store, None, [f"{arguments.name} is removed"], arguments.json)
    if arguments.rename or arguments.remove_face:
        faces = store.load(arguments.name)
        faces = faces.renamed(*arguments.rename) if arguments.rename else faces
        faces = faces.without(arguments.remove_face) if arguments.remove_face else faces
        store.save(faces)
        return _tell(store, faces, [], arguments.json)
    if not arguments.sources:
        raise Refusal("no SOURCE is given: pictures, a folder, a clip, or the number of a camera", WRONG_USE)
    if store.has(arguments.name) and not (arguments.add or arguments.replace):
        raise Refusal(f"there is a set {arguments.name!r} already; --add adds looks to it, --replace makes it anew")
    return _enrol(arguments, store)


def _enrol(arguments: argparse.Namespace, store: Store) -> int:
    from vision.symbols import EnrolError, Enroller, learn

    start = time.perf_counter()
    base = store.load(arguments.name) if arguments.add else None
    names = None if arguments.names is None else [name.strip() for name in arguments.names.split(",")]
    enroller = Enroller()
    if base is not None:
        from vision.symbols import embedded_again

        base = embedded_again(base, enroller.embedder)
    seen = _glimpses(arguments.sources, arguments.seconds, enroller.look, quiet=arguments.json)
    if not seen.by_face and not seen.loose:
        raise EnrolError(seen.skipped[0] if len(seen.skipped) == 1 else _nothing(seen.skipped))
    named = list(seen.by_face.items())
    if seen.loose:
        named += _named(seen.loose, names, base, store, arguments)
    elif names is not None:
        raise Refusal("the folders give the faces their names; leave --names away", WRONG_USE)
    faces, remarks = learn(arguments.name, enroller.embedder, named, base)
    store.save(faces)
    code = _tell(store, faces, remarks, arguments.json, seen.skipped, time.perf_counter() - start)
    return UNREAD if seen.skipped and not seen.from_stream else code


def _nothing(skipped: list[str]) -> str:
    return f"none of {len(skipped)} pictures shows one die by itself; the first: {skipped[0]}" if skipped else (
        "nothing stood still long enough to be looked at; let go of the die for a second on each face"
    )  # fmt: skip


class _Seen(NamedTuple):
    by_face: dict[str, list[EnrolmentSample]]
    """Looks whose folder names the face."""
    loose: list[EnrolmentSample]
    skipped: list[str]
    """One line for each picture that shows no one die."""
    from_stream: bool
    """Whether a clip or camera was among the sources: frames with a hand in them are no fault."""


def _glimpses(sources: list[str], seconds: float, look: Callable[[Image, str], EnrolmentSample], quiet: bool) -> _Seen:
    """Every look at a die that the sources give."""
    from vision.camera import PictureError, read_picture
    from vision.symbols import EnrolError

    seen = _Seen({}, [], [], any(_is_stream(source) for source in sources))
    for source in sources:
        if _is_stream(source):
            for image, where in _frames(source, seconds):
                try:
                    seen.loose.append(look(image, where))
                    if not quiet and sys.stderr is not None and sys.stderr.isatty():
                        print(f"\r{len(seen.loose)} looks", end="", file=sys.stderr, flush=True)
                except EnrolError as error:
                    seen.skipped.append(str(error))
            continue
        for path, face in _pictures(source):
            try:
                glimpse = look(read_picture(path), path)
            except (EnrolError, PictureError) as error:
                complain(str(error))
                seen.skipped.append(str(error))
                continue
            (seen.loose if face is None else seen.by_face.setdefault(face, [])).append(glimpse)
    return seen


def _is_stream(source: str) -> bool:
    from vision.camera import VIDEO_ENDINGS

    return source.isdecimal() or os.path.splitext(source)[1].lower() in VIDEO_ENDINGS


def _frames(source: str, seconds: float) -> Iterator[tuple[Image, str]]:
    """The still frames of a clip or camera, and what they are called."""
    from vision.camera import VideoClip, Webcam, frames_at_rest

    camera = source.isdecimal()
    opened: FrameSource = Webcam(int(source)) if camera else VideoClip(source, realtime=False)
    try:
        for frame in frames_at_rest(opened, seconds if camera else None):
            yield frame.image, f"{opened.name} at {frame.time:.1f} s"
    finally:
        opened.close()


def _pictures(source: str) -> Iterator[tuple[str, str | None]]:
    """The pictures of a file or folder, each with the face that its folder names."""
    from vision.camera import PictureError, pictures_in

    if not os.path.isdir(source):
        yield source, None
        return
    try:
        folders = sorted(
            entry.name for entry in os.scandir(source) if entry.is_dir() and not entry.name.startswith(".")
        )
        loose = [] if folders and not _holds_pictures(source) else pictures_in(source)
        for path in loose:
            yield str(path), None
        for folder in folders:
            for path in pictures_in(os.path.join(source, folder)):
                yield str(path), folder
    except OSError as error:
        raise Refusal(f"{source}: {error.strerror}; check the path") from None
    except PictureError as error:
        raise Refusal(str(error)) from None


def _holds_pictures(folder: str) -> bool:
    from vision.camera import PictureError, pictures_in

    try:
        return bool(pictures_in(folder))
    except PictureError:
        return False


def _named(
    loose: list[EnrolmentSample],
    names: list[str] | None,
    base: FaceSet | None,
    store: Store,
    arguments: argparse.Namespace,
) -> list[tuple[str, list[EnrolmentSample]]]:
    """The loose looks by face: put together, then named by --names, by what the set knows, or by asking."""
    from vision.symbols import group, resembling

    if names is not None and base is None:
        groups = group(loose, len(set(names)) if len(set(names)) == len(names) else len(names))
        return [(name, [loose[n] for n in members]) for name, members in zip(names, groups, strict=True)]
    groups = group(loose)
    known = [resembling(base, [loose[n] for n in members]) for members in groups]
    if names is not None:
        unknown = sum(name is None for name in known)
        if unknown != len(names):
            raise Refusal(f"{unknown} new faces are seen, and {len(names)} names are given", WRONG_USE)
    given = iter(names or ())
    sheet = None
    named = []
    for number, (members, name) in enumerate(zip(groups, known, strict=True), 1):
        if name is None and names is not None:
            name = next(given)
        if name is None:
            if arguments.json or sys.stdin is None:
                raise Refusal(f"{len(groups)} different faces are seen; name them with --names", WRONG_USE)
            sheet = sheet or _write_sheet([[loose[n] for n in members] for members in groups], store, arguments.name)
            name = _ask(number, [loose[n] for n in members], sheet)
        named.append((name, [loose[n] for n in members]))
    return named


def _write_sheet(groups: list[list[EnrolmentSample]], store: Store, name: str) -> str:
    """A picture with a row for each face, to look at while naming them; its path."""
    import cv2

    from vision.symbols import contact_sheet

    path = store.folder / f"{name}.png"
    image = contact_sheet([[glimpse.look for glimpse in looks] for looks in groups])
    try:
        store.folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(cv2.imencode(".png", image)[1].tobytes())
    except OSError as error:
        raise Refusal(f"{path}: {error.strerror}; name another folder with --data") from None
    print(f"{len(groups)} different faces; {path} shows them, a row each")
    return str(path)


def _ask(number: int, looks: list[EnrolmentSample], sheet: str) -> str:
    from vision.symbols import SetError, check_name

    while True:
        count = f"{len(looks)} {'look' if len(looks) == 1 else 'looks'}"
        try:
            name = input(f"face {number} (row {number}; {count}, first in {looks[0].where}): ").strip()
            check_name(name, "a face")
            return name
        except SetError as error:
            complain(str(error))
        except EOFError:
            raise Refusal(f"face {number} has no name; answer, or name the faces with --names") from None


def _list_sets(store: Store, as_json: bool) -> int:
    from vision.symbols import BUILT_IN, PIPS, SetError

    code = 0
    if as_json:
        print(json.dumps({"sets": store.available(), "folder": str(store.folder)}))
        return code
    print(f"{PIPS}: 1, 2, 3, 4, 5, 6 (built in)")
    for name in (*BUILT_IN, *store.own()):
        try:
            faces = store.load(name)
            kind = "built in" if name in BUILT_IN else f"{faces.looks} looks"
            print(f"{name}: {', '.join(faces.names)} ({kind})")
        except SetError as error:
            complain(str(error))
            code = UNREAD
    return code


def _tell(
    store: Store,
    faces: FaceSet | None,
    remarks: list[str],
    as_json: bool,
    skipped: list[str] | None = None,
    seconds: float | None = None,
) -> int:
    """What came of it."""
    if as_json:
        whole: dict[str, object] = {}
        if faces is not None:
            whole |= {"set": faces.name, "faces": [{"name": f.name, "looks": len(f.looks)} for f in faces.faces]}
        whole |= {"remarks": remarks, "skipped": skipped or []}
        print(json.dumps(whole if seconds is None else whole | {"seconds": round(seconds, 2)}, ensure_ascii=False))
        return 0
    if faces is not None:
        print(
            f"{faces.name}: {len(faces.faces)} faces, {faces.looks} looks" + (f", {seconds:.1f} s" if seconds else "")
        )
        for face in faces.faces:
            print(f"  {face.name:<20} {len(face.looks)} {'look' if len(face.looks) == 1 else 'looks'}")
    for remark in remarks:
        print(f"  note: {remark}")
    if seconds is not None and faces is not None:
        print(f"  read with it: companion scan PICTURE --set {json.dumps(faces.name)}")
    return 0
