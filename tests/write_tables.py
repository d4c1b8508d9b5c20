"""Puts tables into the README of the project and into that of the package, between "<!-- NAME -->" and "<!-- end -->": write_tables.py NAME=TABLE...

Used by the commands that measure: tests/*/run --write. A table goes wherever there is a place for it; nothing is written when one has none.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
FILES = [ROOT / "README.md", ROOT / "web/engine/README.md"]


def with_table(texts, name, table):
    place = re.compile(f"(<!-- {re.escape(name)} -->\\n).*?(<!-- end -->)", re.S)
    written = {path: place.subn(lambda match: f"{match[1]}\n{table.rstrip()}\n\n{match[2]}", text) for path, text in texts.items()}
    found = [count for _, count in written.values()]
    if max(found) != 1:
        sys.exit(f"the table {name} has {found} places in {', '.join(map(str, texts))}; expected one in one of them or in each")
    return {path: text for path, (text, _) in written.items()}


def main(*entries):
    texts = {path: path.read_text(encoding="utf-8") for path in FILES}
    for entry in entries:
        name, source = entry.split("=", 1)
        table = pathlib.Path(source).read_text(encoding="utf-8")
        texts = with_table(texts, name, table)
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")


main(*sys.argv[1:])
