"""Writes tables into a Markdown file, between "<!-- NAME -->" and "<!-- end -->": write_tables.py FILE NAME=TABLE...

TABLE is the path of a file with the table. Used by the commands that measure, tests/*/run --write. When the file does not have exactly one
place for each table, it is left unchanged and the exit status is 1.
"""

import pathlib
import re
import sys


def with_table(text, name, table):
    """Returns the text with the table at the place of this name."""
    place = re.compile(f"(<!-- {re.escape(name)} -->\\n).*?(<!-- end -->)", re.S)
    written, count = place.subn(lambda match: f"{match[1]}\n{table.rstrip()}\n\n{match[2]}", text)
    if count != 1:
        sys.exit(f"the table {name} has {count} places; expected 1")
    return written


def main(file, *entries):
    path = pathlib.Path(file)
    text = path.read_text(encoding="utf-8")
    for entry in entries:
        name, source = entry.split("=", 1)
        text = with_table(text, name, pathlib.Path(source).read_text(encoding="utf-8"))
    path.write_text(text, encoding="utf-8")


main(*sys.argv[1:])
