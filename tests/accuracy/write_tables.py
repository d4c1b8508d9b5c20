"""Puts tables into the README of the project and into that of the package, between "<!-- NAME -->" and "<!-- end -->": write_tables.py NAME=TABLE...

Used by tests/accuracy/run and tests/bench/run. Both files have a place for each table; neither is written when one has not.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = [ROOT / "README.md", ROOT / "web/engine/README.md"]


def with_table(path, text, name, table):
    place = re.compile(f"(<!-- {re.escape(name)} -->\\n).*?(<!-- end -->)", re.S)
    text, found = place.subn(lambda match: match[1] + "\n" + table + "\n" + match[2], text)
    if found != 1:
        sys.exit(f"{path} has {found} places for the table {name}; expected one")
    return text


def main(*entries):
    texts = {path: path.read_text(encoding="utf-8") for path in FILES}
    for entry in entries:
        name, source = entry.split("=", 1)
        table = pathlib.Path(source).read_text(encoding="utf-8")
        texts = {path: with_table(path, text, name, table) for path, text in texts.items()}
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")


main(*sys.argv[1:])
