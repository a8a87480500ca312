"""Every kind of picture a person may hand over: read right, or refused with one line."""

from __future__ import annotations

import io
import os
import re
import struct
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image as Pillow

from vision import MAX_PIXELS
from vision.camera.image_files import PictureError, decode_picture, pictures_in, read_picture

RED, BLUE = (220, 120, 40), (20, 60, 200)  # as R, G, B; "red" fills the upper left quarter, "blue" the rest


def colours(width: int = 64, height: int = 48) -> Pillow.Image:
    pixels = np.full((height, width, 3), BLUE, np.uint8)
    pixels[: height // 2, : width // 2] = RED
    return Pillow.fromarray(pixels)


def photograph(width: int = 320, height: int = 240) -> Pillow.Image:
    """Something with detail everywhere, so that a lost half shows."""
    noise = np.random.default_rng(3).integers(0, 255, (height, width, 3), dtype=np.uint8)
    return Pillow.fromarray(cv2.GaussianBlur(noise, (0, 0), 2))


def saved(picture: Pillow.Image, kind: str, **options: Any) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()


def assert_quarters(data: bytes, first: Any = RED, rest: Any = BLUE, within: int = 3) -> None:
    image = decode_picture(data, "quarters")
    assert image.dtype == np.uint8 and image.ndim == 3 and image.shape[2] == 3 and image.flags["C_CONTIGUOUS"]
    height, width = image.shape[:2]
    for (y, x), want in (((height // 4, width // 4), first), ((3 * height // 4, 3 * width // 4), rest)):
        assert np.abs(image[y, x, ::-1].astype(int) - want).max() <= within


def refusal(data: bytes, name: str = "table.jpg") -> str:
    with pytest.raises(PictureError) as error:
        decode_picture(data, name)
    line = str(error.value)
    assert line.startswith(f"{name}: ") and "\n" not in line
    assert ";" in line, "the line says what to do as well"
    return line


@pytest.fixture
def quiet(capfd: pytest.CaptureFixture[str]) -> Any:
    """Nothing may reach the user's screen but our own line."""
    yield
    out, err = capfd.readouterr()
    assert (out, err) == ("", "")


pytestmark = pytest.mark.usefixtures("quiet")


# ----------------------------------------------------------------------------------------------- read right


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "BMP", "TIFF"])
def test_colours_are_those_of_the_file(kind: str) -> None:
    assert_quarters(saved(colours(), kind))


def test_gif_is_read_or_refused_by_an_older_opencv() -> None:
    data = saved(colours(), "GIF")
    if int(cv2.__version__.split(".")[0]) >= 5:
        assert_quarters(data)
    else:
        assert "cannot be read" in refusal(data)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "BMP", "TIFF"])
@pytest.mark.parametrize("mode", ["L", "P"])
def test_grey_and_palette_pictures_become_colour(kind: str, mode: str) -> None:
    if mode == "P" and kind in ("JPEG", "WEBP"):
        mode = "L"  # these have no palettes
    picture = colours().convert(mode)
    first, rest = (picture.convert("RGB").getpixel(at) for at in ((16, 12), (48, 36)))
    assert_quarters(saved(picture, kind), first, rest)


@pytest.mark.parametrize("kind", ["PNG", "TIFF", "BMP"])
def test_one_bit_pictures_are_black_and_white(kind: str) -> None:
    picture = colours().convert("L").point(lambda v: 255 * (v > 100)).convert("1")
    assert_quarters(saved(picture, kind), (255,) * 3, (0,) * 3, within=0)


@pytest.mark.parametrize("kind", [".png", ".tiff"])
@pytest.mark.parametrize("value", [0, 257, 128 * 257, 255 * 257])
def test_sixteen_bits_are_scaled_to_eight(kind: str, value: int) -> None:
    pixels = np.full((32, 32, 3), value, np.uint16)
    image = decode_picture(cv2.imencode(kind, pixels)[1].tobytes(), "deep")
    assert image.dtype == np.uint8 and (image == value // 257).all()


def test_sixteen_bit_grey_is_scaled_and_coloured() -> None:
    image = decode_picture(cv2.imencode(".png", np.full((32, 32), 200 * 257, np.uint16))[1].tobytes(), "deep grey")
    assert image.shape == (32, 32, 3) and (image == 200).all()


@pytest.mark.parametrize("kind", ["JPEG", "TIFF"])
def test_cmyk_has_the_colours_that_were_meant(kind: str) -> None:
    picture = colours().convert("CMYK")
    assert_quarters(saved(picture, kind, **({"quality": 95} if kind == "JPEG" else {})))


def test_ycck_has_the_colours_that_were_meant() -> None:
    """Adobe's other CMYK JPEG, as Photoshop writes it: inks turned round and coded as luma and chroma."""
    inks = np.asarray(colours().convert("CMYK"))
    coded = np.asarray(Pillow.fromarray(inks[..., :3]).convert("YCbCr"))  # 255 - (255 - ink): twice turned
    planes = np.dstack([255 - coded, inks[..., 3]])  # Pillow turns all four planes round as it writes them
    data = saved(Pillow.frombytes("CMYK", (64, 48), planes.tobytes()), "JPEG", quality=95)
    adobe = data.index(b"Adobe")
    data = data[: adobe + 11] + b"\x02" + data[adobe + 12 :]
    with Pillow.open(io.BytesIO(data)) as seen:
        first = np.asarray(seen.convert("RGB"))[12, 16]
    assert np.abs(first.astype(int) - RED).max() <= 4, "the file is not what the test means to write"
    assert_quarters(data, within=4)


@pytest.mark.parametrize(("kind", "options"), [("PNG", {}), ("WEBP", {"lossless": True}), ("TIFF", {})])
def test_transparent_parts_lie_over_white(kind: str, options: dict[str, Any]) -> None:
    pixels = np.dstack([np.asarray(colours()), np.full((48, 64), 255, np.uint8)])
    pixels[:24, :32, 3] = 0
    assert_quarters(saved(Pillow.fromarray(pixels), kind, **options), first=(255, 255, 255))
    pixels[:24, :32, 3] = 128  # half: 220 -> 237, 120 -> 187, 40 -> 147
    assert_quarters(saved(Pillow.fromarray(pixels), kind, **options), first=(237, 187, 147), within=1)


def test_transparency_of_sixteen_bits_and_of_grey_lies_over_white() -> None:
    deep = np.full((32, 32, 4), 65535, np.uint16)
    deep[..., :3], deep[..., 3] = 40 * 257, 128 * 257
    assert (decode_picture(cv2.imencode(".png", deep)[1].tobytes(), "deep") == 147).all()
    grey = Pillow.fromarray(np.dstack([np.full((32, 32), 40, np.uint8), np.full((32, 32), 128, np.uint8)]), "LA")
    assert (decode_picture(saved(grey, "PNG"), "grey") == 147).all()


def test_the_unused_fourth_byte_of_a_bitmap_is_no_transparency() -> None:
    head = b"BM" + struct.pack("<IHHI", 54 + 4 * 256, 0, 0, 54)
    head += struct.pack("<IiiHHIIiiII", 40, 16, -16, 1, 32, 0, 4 * 256, 0, 0, 0, 0)
    assert (decode_picture(head + bytes([10, 20, 200, 0] * 256), "old") == (10, 20, 200)).all()


def as_shown(picture: Pillow.Image, orientation: int) -> np.ndarray[Any, Any]:
    """EXIF 2.3, table 6: where row 0 and column 0 of what is stored are to be seen."""
    stored = np.asarray(picture)
    return {
        1: stored,
        2: stored[:, ::-1],
        3: stored[::-1, ::-1],
        4: stored[::-1],
        5: stored.swapaxes(0, 1),
        6: stored[::-1].swapaxes(0, 1),
        7: stored[::-1, ::-1].swapaxes(0, 1),
        8: stored[:, ::-1].swapaxes(0, 1),
    }[orientation]


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF", "grey TIFF", "16-bit TIFF"])
def test_orientation_is_obeyed(kind: str, orientation: int) -> None:
    exif = Pillow.Exif()
    exif[274] = orientation
    picture = photograph(48, 32)
    want = as_shown(picture, orientation)
    if kind == "16-bit TIFF":
        grey = np.asarray(picture.convert("L"))
        data = saved(Pillow.fromarray(grey.astype(np.uint16) * 257), "TIFF", exif=exif)
        want = as_shown(Pillow.fromarray(np.dstack([grey] * 3)), orientation)
    elif kind == "grey TIFF":
        data = saved(picture.convert("L"), "TIFF", exif=exif)
        want = as_shown(picture.convert("L").convert("RGB"), orientation)
    else:
        options = {"JPEG": {"quality": 100, "subsampling": 0}, "WEBP": {"lossless": True}}.get(kind, {})
        data = saved(picture, kind, exif=exif, **options)
    image = decode_picture(data, "turned")
    assert image.shape == want.shape and image.flags["C_CONTIGUOUS"]
    assert np.abs(image[..., ::-1].astype(int) - want).max() <= (4 if kind == "JPEG" else 0)


@pytest.mark.parametrize("exif", [b"", b"II*\0", b"II*\0\x08\0\0\0\xff\xff", b"MM\0*\xff\xff\xff\xff", b"nonsense"])
def test_a_broken_exif_block_turns_nothing(exif: bytes) -> None:
    assert_quarters(saved(colours(), "JPEG", exif=b"Exif\0\0" + exif))


def test_an_orientation_that_is_none_turns_nothing() -> None:
    exif = Pillow.Exif()
    exif[274] = 9
    assert_quarters(saved(colours(), "JPEG", exif=exif))


def test_what_a_phone_appends_to_a_photograph_is_left_alone() -> None:
    assert_quarters(saved(colours(), "JPEG") + b"a film of the last second" * 100)


def test_progressive_photographs_are_whole() -> None:
    assert_quarters(saved(colours(), "JPEG", progressive=True))


# ----------------------------------------------------------------------------------------------- refused


CUT_KINDS: list[tuple[str, dict[str, Any]]] = [
    ("JPEG", {"quality": 90}),
    ("JPEG", {"progressive": True}),
    ("PNG", {}),
    ("WEBP", {}),
    ("WEBP", {"lossless": True}),
    ("BMP", {}),
    ("TIFF", {}),
    ("TIFF", {"compression": "tiff_lzw"}),
    ("GIF", {}),
]


@pytest.mark.parametrize(("kind", "options"), CUT_KINDS)
@pytest.mark.parametrize("share", [0.02, 0.5, 0.9, 0.999])
def test_a_cut_picture_is_refused(kind: str, options: dict[str, Any], share: float) -> None:
    data = saved(photograph(), kind, **options)
    line = refusal(data[: int(len(data) * share)])
    assert "cut short or damaged" in line or "cannot be read" in line


@pytest.mark.parametrize("progressive", [False, True])
def test_a_photograph_that_was_copied_in_part_and_filled_with_zeros_is_refused(progressive: bool) -> None:
    data = saved(photograph(), "JPEG", progressive=progressive)
    half = len(data) // 2
    assert "cut short" in refusal(data[:half] + bytes(half))
    assert "cut short" in refusal(data[:half] + bytes(half) + b"\xff\xd9")
    assert "cut short" in refusal(data[:half] + b"\xff\xd9")


@pytest.mark.parametrize("sector", [bytes(4096), bytes(range(1, 17)) * 256, b""])
def test_a_photograph_with_a_lost_sector_is_refused(sector: bytes) -> None:
    data = saved(photograph(1280, 720), "JPEG", quality=90)
    half = len(data) // 2
    assert "cut short or damaged" in refusal(data[:half] + sector + data[half + 4096 :])


def test_a_few_bytes_too_many_at_the_end_are_forgiven_as_cheap_cameras_write_them() -> None:
    data = saved(colours(), "JPEG")
    assert_quarters(data[:-2] + b"\x55" * 6 + data[-2:])


def png(width: int, height: int, packed: bytes) -> bytes:
    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def test_a_png_with_too_few_rows_is_refused() -> None:
    rows = b"".join(b"\0" + bytes(RED) * 32 for _ in range(32))
    assert (decode_picture(png(32, 32, zlib.compress(rows)), "whole") == RED[::-1]).all()
    assert "damaged" in refusal(png(32, 32, zlib.compress(rows[:1000])))


def test_a_png_with_one_wrong_byte_is_refused() -> None:
    data = bytearray(saved(photograph(), "PNG"))
    data[len(data) // 2] ^= 0xFF
    assert "damaged" in refusal(bytes(data))


def tag_at(tiff: bytes, tag: int) -> int:
    """Where the entry of `tag` lies in a little-endian TIFF file; it is of type SHORT or LONG."""
    return max(tiff.find(struct.pack("<HH", tag, type_)) for type_ in (3, 4))


def bomb(kind: str) -> bytes:
    """A small file that claims to be 30000x30000."""
    data = bytearray(saved(photograph(64, 64), kind))
    if kind == "JPEG":
        at = data.index(b"\xff\xc0") + 5
        data[at : at + 4] = struct.pack(">HH", 30000, 30000)
    elif kind == "PNG":
        data[16:24] = struct.pack(">II", 30000, 30000)
        data[29:33] = struct.pack(">I", zlib.crc32(data[12:29]))
    elif kind == "WEBP":
        at = data.index(b"VP8 ") + 14
        data[at : at + 4] = struct.pack("<HH", 16383, 16383)
    elif kind == "GIF":
        data[6:10] = struct.pack("<HH", 30000, 30000)
    elif kind == "TIFF":
        for tag in (256, 257):
            at = tag_at(data, tag)
            data[at : at + 12] = struct.pack("<HHII", tag, 4, 1, 30000)
    return bytes(data)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "GIF", "TIFF"])
def test_a_small_file_that_claims_a_huge_picture_is_refused_by_its_header(kind: str) -> None:
    line = refusal(bomb(kind))
    assert re.search(r"(30000x30000|16383x16383) pixels, more than 66 million", line)


@pytest.mark.parametrize(("bits", "colours", "memory"), [(16, 6, 576), (8, 6, 288), (16, 2, 432), (8, 2, 216)])
def test_a_small_file_that_unpacks_into_much_is_refused_by_what_it_would_take(
    bits: int, colours: int, memory: int
) -> None:
    data = bytearray(png(6000, 6000, b""))
    data[24:26] = bits, colours
    data[29:33] = struct.pack(">I", zlib.crc32(data[12:29]))
    line = refusal(bytes(data))
    assert (f"6000x6000 pixels, {memory} MB once it is unpacked" in line) == (memory > 400)


def test_a_jpeg_of_thousands_of_passes_is_refused_before_it_is_decoded() -> None:
    data = cv2.imencode(".jpg", np.zeros((64, 64, 3), np.uint8), [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()
    assert decode_picture(data, "table.jpg").shape == (64, 64, 3)
    at = data.rindex(b"\xff\xda")
    scan = data[at:-2]
    assert "passes, no photograph" in refusal(data[:at] + 3000 * scan + data[-2:])


def test_a_tiff_whose_tables_lie_beyond_its_end_is_cut_short() -> None:
    rows = cv2.imencode(".tif", np.full((400, 400, 3), 90, np.uint8), [cv2.IMWRITE_TIFF_ROWSPERSTRIP, 8])[1]
    data = bytearray(rows.tobytes())
    for tag in (273, 279):
        at = tag_at(data, tag)
        data[at + 8 : at + 12] = struct.pack("<I", len(data) - 4)
    assert "cut short or damaged" in refusal(bytes(data), "table.tif")


@pytest.mark.slow
def test_opencv_holds_the_limit_too() -> None:
    """Where the header and the decoder disagree, OpenCV's own limit is the last door; it is read when cv2 is loaded."""
    names = ["OPENCV_IO_MAX_IMAGE_PIXELS", "OPENCV_LOG_LEVEL"]
    code = f"import os, vision.camera.image_files; print(*map(os.environ.get, {names}))"
    env = {k: v for k, v in os.environ.items() if not k.startswith("OPENCV_")}
    out = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True).stdout
    assert out.split() == [str(MAX_PIXELS), "SILENT"]
    code = (
        "import sys, vision, cv2, numpy\n"
        "try: print(cv2.imdecode(numpy.frombuffer(sys.stdin.buffer.read(), numpy.uint8), -1))\n"
        "except cv2.error: print('refused')"
    )
    run = subprocess.run([sys.executable, "-c", code], env=env, input=bomb("JPEG"), capture_output=True, check=True)
    assert run.stdout.split() in ([b"refused"], [b"None"]) and run.stderr == b""


@pytest.mark.parametrize("kind", ["GIF", "PNG", "WEBP", "TIFF"])
def test_several_frames_are_not_one_picture(kind: str) -> None:
    word = "pages" if kind == "TIFF" else "frames"
    frames = [colours(), colours().transpose(Pillow.Transpose.FLIP_TOP_BOTTOM), colours()]
    assert f"3 {word}" in refusal(saved(frames[0], kind, save_all=True, append_images=frames[1:]))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "BMP", "TIFF", "GIF"])
def test_one_pixel_is_too_small(kind: str) -> None:
    assert "1x1 pixels, too small to show a die; it takes 16x16 at least" in refusal(saved(photograph(1, 1), kind))


def test_sixteen_pixels_are_enough() -> None:
    assert decode_picture(saved(photograph(16, 16), "PNG"), "small").shape == (16, 16, 3)


def test_numbers_that_are_no_colours_are_refused() -> None:
    data = cv2.imencode(".tiff", np.full((32, 32, 3), 0.5, np.float32))[1].tobytes()
    assert "not a photograph" in refusal(data)


NO_PICTURES = {
    "nothing": (b"", "empty"),
    "text": (b"four blue dice, two green ones\n" * 20, "not a picture"),
    "zeros": (bytes(5000), "not a picture"),
    "script": (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "not a picture"),
    "sound": (b"RIFF\x24\0\0\0WAVEfmt " + bytes(100), "not a picture"),
    "phone": (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(100), "HEIC"),
    "start of a JPEG": (b"\xff\xd8\xff", "cut short"),
    "start of a PNG": (b"\x89PNG\r\n\x1a\n", "cut short"),
    "start of a GIF": (b"GIF89a", "cut short"),
    "start of a TIFF": (b"II*\0", "cut short"),
    "TIFF without pages": (b"II*\0\0\0\0\0", "cut short"),
    "TIFF in a ring": (b"II*\0\x08\0\0\0\0\0\x08\0\0\0", "cut short"),
    "start of a BMP": (b"BM" + bytes(12), "cut short"),
    "start of a WebP": (b"RIFF\0\0\0\0WEBP", "cut short"),
}


@pytest.mark.parametrize("what", NO_PICTURES)
def test_what_is_no_picture_is_refused(what: str) -> None:
    data, words = NO_PICTURES[what]
    assert words in refusal(data, what)


def test_a_raw_file_is_not_read_by_its_preview() -> None:
    data = bytearray(saved(colours(), "TIFF"))
    at = tag_at(data, 256) - 2
    (entries,) = struct.unpack_from("<H", data, at)
    tags = data[at + 2 : at + 2 + 12 * entries] + struct.pack("<HHII", 50706, 1, 4, 0x401)  # DNGVersion
    moved = struct.pack("<H", entries + 1) + tags + bytes(4)
    data[4:8] = struct.pack("<I", len(data))
    assert "raw file" in refusal(bytes(data) + moved)


def test_random_damage_is_refused_or_read_but_never_raises_anything_else() -> None:
    rng = np.random.default_rng(11)
    for kind, options in CUT_KINDS:
        whole = saved(photograph(96, 64), kind, **options)
        for _ in range(25):
            data = bytearray(whole)
            for at in rng.integers(0, min(len(data), 400), 3):
                data[at] = rng.integers(256)
            try:
                image = decode_picture(bytes(data), "damaged")
            except PictureError as error:
                assert "\n" not in str(error)
            else:
                assert image.ndim == 3 and image.dtype == np.uint8


# ----------------------------------------------------------------------------------------------- files


def file_refusal(path: Path | str) -> str:
    with pytest.raises(PictureError) as error:
        read_picture(path)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_names_in_any_language_are_read(tmp_path: Path) -> None:
    path = tmp_path / "Würfel 骰子 🎲.png"
    path.write_bytes(saved(colours(), "PNG"))
    assert read_picture(path).shape == (48, 64, 3)


def test_paths_that_are_no_picture_files_are_refused(tmp_path: Path) -> None:
    assert "not found" in file_refusal(tmp_path / "absent.jpg")
    assert "a folder" in file_refusal(tmp_path)
    (tmp_path / "empty.jpg").touch()
    assert "empty" in file_refusal(tmp_path / "empty.jpg")
    assert "not found" in file_refusal(tmp_path / "empty.jpg" / "inside.jpg")
    assert "no path" in file_refusal("a\0b.jpg")
    assert "check the path" in file_refusal("x" * 5000 + ".jpg")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_or_device_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    assert "a pipe or device" in file_refusal(tmp_path / "pipe.jpg")
    assert "a pipe or device" in file_refusal("/dev/zero")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "private.jpg"
    path.write_bytes(saved(colours(), "JPEG"))
    path.chmod(0)
    assert "permissions" in file_refusal(path)


def test_a_line_stays_one_line_whatever_the_file_is_called(tmp_path: Path) -> None:
    path = tmp_path / "two\nlines\x1b[31m.jpg"
    path.touch()
    line = file_refusal(path)
    assert "two\\nlines\\x1b[31m.jpg: empty" in line


def test_pictures_of_a_folder_come_sorted_and_by_ending(tmp_path: Path) -> None:
    for name in ("b.JPG", "a.png", "notes.txt", ".hidden.jpg", "c.webp"):
        (tmp_path / name).touch()
    (tmp_path / "folder.jpg").mkdir()
    assert [path.name for path in pictures_in(tmp_path)] == ["a.png", "b.JPG", "c.webp"]


def test_a_folder_without_pictures_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    with pytest.raises(PictureError, match=r"a folder without pictures; \.bmp, .* and \.webp"):
        pictures_in(tmp_path)
    with pytest.raises(PictureError, match="not found"):
        pictures_in(tmp_path / "absent")


def test_other_lines_on_standard_error_get_through(capfd: pytest.CaptureFixture[str]) -> None:
    from vision.decoding.decoder_stderr import stderr_kept

    with stderr_kept() as said:
        os.write(2, b"a word of somebody else\nlibpng error: no more\n")
    assert said == ["libpng error: no more"]
    assert capfd.readouterr().err == "a word of somebody else\n"
