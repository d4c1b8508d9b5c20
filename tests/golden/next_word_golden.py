"""Next words by web/page/src/language_model/next_word.py, the program that the page offers, for both models of web/model."""

import contextlib
import hashlib
import io
import re

from make_golden import HERE, write

ROOT = HERE.parent.parent
PROMPT = '["the", "capital", "of", "France", "is"]'


def next_word():
    text = (ROOT / "web/page/src/language_model/next_word.py").read_text(encoding="utf-8")
    tensors = {}
    for activation in ("gelu", "relu"):
        program = re.sub("(?m)^activation = .*$", f"activation = {activation}", text)
        program = re.sub("(?m)^prompt = .*$", f"prompt = {PROMPT}", program)
        names = {}
        with contextlib.chdir(ROOT / "web/model"), contextlib.redirect_stdout(io.StringIO()):
            exec(program, names)
        probabilities, words = names["logits"].softmax(-1).topk(6)
        tensors |= {f"{activation}.words": words, f"{activation}.probabilities": probabilities}
    write("next_word", f"next_word.py, which computes in float32, SHA-256 {hashlib.sha256(text.encode()).hexdigest()}", tensors)
