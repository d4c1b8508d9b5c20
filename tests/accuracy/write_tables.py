"""Puts tables into a Markdown file, between "<!-- NAME -->" and "<!-- end -->": write_tables.py FILE NAME=TABLE...

Used by tests/accuracy/run.
"""

import pathlib
import re
import sys


def main(path, *tables):
    file = pathlib.Path(path)
    text = file.read_text(encoding="utf-8")
    for entry in tables:
        name, source = entry.split("=", 1)
        table = pathlib.Path(source).read_text(encoding="utf-8")
        place = re.compile(f"(<!-- {re.escape(name)} -->\\n).*?(<!-- end -->)", re.S)
        text, found = place.subn(lambda match: match[1] + "\n" + table + "\n" + match[2], text)
        if found != 1:
            sys.exit(f"{path} has no place for the table {name}")
    file.write_text(text, encoding="utf-8")


main(*sys.argv[1:])
