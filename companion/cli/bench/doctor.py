"""`companion doctor`: is everything fit for reading dice, and if not, what is to be changed, in plain words.

What it looks at is settled in vision/diagnostics/doctor.py. Exit code 0: nothing needs changing (what could not be
checked is noted); 1: something does.
"""

from __future__ import annotations

import argparse
import json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "source",
        metavar="SOURCE",
        nargs="?",
        help="a camera index, a stream's address, a clip, a picture or a folder (default: the first webcam)",
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON for programs")


def run(arguments: argparse.Namespace) -> int:
    """Print the findings, the gravest first."""
    import cv2

    from vision.diagnostics import examine, summary

    cv2.setNumThreads(1)  # times are told for one core
    findings, figures = examine(arguments.source)
    wrong = sum(finding.level == "change" for finding in findings)
    if arguments.json:
        listed = [{"level": f.level, "part": f.part, "text": f.text} for f in findings]
        print(json.dumps({"well": not wrong, "findings": listed, "figures": figures}, separators=(",", ":")))
    else:
        for level, part, text, _ in findings:
            print(f"{level.upper() if level == 'change' else level:6s}  {part}: {text}")
        print(summary(findings))
    return 1 if wrong else 0
