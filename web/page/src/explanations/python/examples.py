# Networks and inputs of the examples: x (…, d_model), w1 (d_ff, d_model), w2 (d_model, d_ff).

# [notebook_token]
rng = np.random.RandomState(42)
x = rng.randn(8).astype(np.float32)

# [notebook_batch]
rng = np.random.RandomState(42)
x = rng.randn(2, 5, 8).astype(np.float32)

# [notebook_weights]
w1 = (rng.randn(8, 32) * 0.1).astype(np.float32).T
w2 = (rng.randn(32, 8) * 0.1).astype(np.float32).T
b1, b2 = np.zeros(32, np.float32), np.zeros(8, np.float32)

# [chapter]
x = np.array(worked_x, np.float32)
w1 = np.array(worked_w1, np.float32)
w2 = np.array(worked_w2, np.float32)
b1, b2 = np.zeros(8, np.float32), np.zeros(4, np.float32)

# [gpt2]
x = np.random.RandomState(43).randn(1, 10, 768).astype(np.float32)
rng = np.random.RandomState(42)
w1 = (rng.randn(3072, 768) * 0.02).astype(np.float32)
w2 = (rng.randn(768, 3072) * 0.02).astype(np.float32)
b1, b2 = np.zeros(3072, np.float32), np.zeros(768, np.float32)

# [pasted]
x = np.array(pasted_numbers, np.float32).reshape(pasted_shape)
d_model = x.shape[-1]
d_ff = 4 * d_model
rng = np.random.RandomState(42)


def uniform(*shape, inputs):
    bound = 1 / np.sqrt(inputs)
    return rng.uniform(-bound, bound, shape).astype(np.float32)


w1, b1 = uniform(d_ff, d_model, inputs=d_model), uniform(d_ff, inputs=d_model)
w2, b2 = uniform(d_model, d_ff, inputs=d_ff), uniform(d_model, inputs=d_ff)

# [facts]
import json

# {facts_files}
data = open("facts.gelu.safetensors", "rb").read()
start = 8 + int.from_bytes(data[:8], "little")
header = json.loads(data[8:start])
corpus = json.load(open("vocabulary.json", encoding="utf-8"))
sentence = chosen_sentence
tokens = sentence[4:-1]


def read(name):
    begin, end = header[name]["data_offsets"]
    upper = np.frombuffer(data[start + begin : start + end], np.uint16)
    return (upper.astype(np.uint32) << 16).view(np.float32).reshape(header[name]["shape"])


def linear_layer(name, rows):  # {stored_in_out}
    return rows @ read(name + ".weight") + read(name + ".bias")


def norm(name, rows):
    centered = rows - rows.mean(-1, keepdims=True)
    scaled = centered / np.sqrt((centered**2).mean(-1, keepdims=True) + 1e-5)
    return scaled * read(name + ".weight") + read(name + ".bias")


def attention(rows):
    n_head = int(header["__metadata__"]["n_head"])
    qkv = linear_layer("h.0.attn.c_attn", rows).reshape(len(rows), 3, n_head, -1)
    q, k, v = qkv.transpose(1, 2, 0, 3)
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])
    scores[:, np.triu(np.ones(scores.shape[1:], bool), 1)] = -np.inf
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    mixed = weights / weights.sum(-1, keepdims=True) @ v
    return linear_layer("h.0.attn.c_proj", mixed.transpose(1, 0, 2).reshape(rows.shape))


stream = read("wte.weight")[tokens] + read("wpe.weight")[: len(tokens)]
x = norm("h.0.ln_2", stream + attention(norm("h.0.ln_1", stream)))
w1, b1 = read("h.0.mlp.c_fc.weight").T.copy(), read("h.0.mlp.c_fc.bias")
w2, b2 = read("h.0.mlp.c_proj.weight").T.copy(), read("h.0.mlp.c_proj.bias")
