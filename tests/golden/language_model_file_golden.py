"""PyTorch's logits in float64 of language_model.safetensors, a model that the package trained and wrote with GPT-2's names.

The file has the metadata n_head 2, activation_function gelu_new. `node tests/golden/language_model_file.mjs` trains and writes it again.
"""

import torch

from checkpoint_golden import block, norm, read_checkpoint
from make_golden import HERE, write

SUBJECTS, ANSWERS = 20, 6


def facts():
    """The sentences of tests/train/small_corpus.h."""
    for subject in range(SUBJECTS):
        numbers = (7 * subject**2 + 3 * subject, 5 * subject**2 + 1)
        for relation, number in enumerate(numbers):
            answer = SUBJECTS + 3 + relation * ANSWERS + number % 31 % ANSWERS
            yield [subject, SUBJECTS + relation, answer]
            yield [SUBJECTS + relation, SUBJECTS + 2, subject, answer]


def logits_of(t, tokens):
    x = (t["wte.weight"][tokens] + t["wpe.weight"][: len(tokens)])[None]
    layers = sum(name.endswith(".ln_1.weight") for name in t)
    for layer in range(layers):
        x = block(t, layer, x)
    return norm(t, "ln_f", x)[0, -1] @ t["wte.weight"].T


def language_model_file():
    t = read_checkpoint(HERE / "language_model.safetensors")
    logits = torch.stack([logits_of(t, fact[:-1]) for fact in facts()])
    write("language_model_file", "logits after the prompts of small_corpus.h", {"logits": logits, "answers": logits.argmax(-1)})
