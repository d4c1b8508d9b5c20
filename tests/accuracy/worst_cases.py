"""Converts the output of ffn_exhaustive to a Markdown table: the largest error of each activation by range of x.

Used by tests/accuracy/run: worst_cases.py FILE.
"""

import datetime
import pathlib
import platform
import re
import sys


def read(text):
    """Parses the output: {activation: (arguments, [(range, ulp, at)])} in the order of the file."""
    found = {}
    for block in re.split(r"(?m)^(?=\w+: \d+ arguments)", text)[1:]:
        name, arguments = re.match(r"(\w+): (\d+) arguments", block).groups()
        rows = re.findall(r"(?m)^  (x < \S+|x >= \S+|\S+ to \S+) +(\S+) +(\S+) +\S+ +\S+$", block)
        found[name] = (int(arguments), [(x.replace("-", "−").replace(">=", "≥"), float(ulp), float(at)) for x, ulp, at in rows])
    return found


def main(path):
    measured = read(pathlib.Path(path).read_text())
    found = {name: rest for name, rest in measured.items() if max(ulp for _, ulp, _ in rest[1]) > 0.5}
    print("| x | " + " | ".join(f"`{name}`" for name in found) + " |")
    print("| --- |" + " ---: |" * len(found))
    for rows in zip(*(rows for _, rows in found.values())):
        print(f"| {rows[0][0]} | " + " | ".join(f"{ulp:.4f} at {at:.6g}".replace("-", "−") for _, ulp, at in rows) + " |")
    arguments = next(iter(found.values()))[0]
    when = f"Measured {datetime.date.today().isoformat()} on {platform.machine()}"
    print(f"\n{when}, over {arguments:,} float32 arguments: largest error in ulp, and where. The others are correctly rounded.")


main(sys.argv[1])
