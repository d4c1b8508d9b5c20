# The quantities in PyTorch. `activation` stands for one of the functions.

# [tensors]
# {double}
x, w1, b1, w2, b2 = (torch.from_numpy(array).double() for array in (x, w1, b1, w2, b2))

# [gelu]
from torch.nn.functional import gelu

# [gelu_tanh needs gelu]
def gelu_tanh(z):
    return gelu(z, approximate="tanh")

# [gelu_sigmoid]
def gelu_sigmoid(z):
    return z * torch.sigmoid(1.702 * z)

# [relu]
from torch.nn.functional import relu

# [linear]
from torch.nn.functional import linear

# [leaves needs tensors]
for tensor in (x, w1, b1, w2, b2):
    tensor.requires_grad_()

# [pre_activation needs tensors linear]
pre_activation = linear(x, w1, b1)

# [hidden needs pre_activation activation]
hidden = activation(pre_activation)

# [output needs hidden]
output = linear(hidden, w2, b2)

# [one_output needs output]
grad_output = torch.zeros_like(output)
grad_output.reshape(-1, output.shape[-1])[token, feature] = 1

# [all_outputs needs output]
grad_output = torch.ones_like(output)

# [gradients needs leaves]
pre_activation.retain_grad()
hidden.retain_grad()
output.backward(grad_output)

# [slope needs activation]
point = torch.tensor(x, dtype=torch.double, requires_grad=True)
activation(point).backward()

# [both needs tensors gelu relu linear]
def network(activation_function):
    return linear(activation_function(linear(x, w1, b1)), w2, b2)

# [count]
from torch.nn import GELU, LayerNorm, Linear, MultiheadAttention, Sequential


def count(*layers):
    return sum(weights.numel() for layer in layers for weights in layer.parameters())

# [counts needs count]
on = {"device": "meta"}  # {no_memory}
network = Sequential(
    Linear(d_model, d_ff, bias, **on), GELU(), Linear(d_ff, d_model, bias, **on)
)
attention_layer = MultiheadAttention(d_model, 1, **on)
norm_layers = LayerNorm(d_model, **on), LayerNorm(d_model, **on)
linear1, linear2 = count(network[0]), count(network[2])
parameters, attention, norms = count(network), count(attention_layer), count(*norm_layers)
block = attention + norms + parameters

# [model_counts needs count]
from torch.nn import Embedding, TransformerEncoderLayer

on = {"device": "meta"}  # {no_memory}
layer = TransformerEncoderLayer(d_model, 1, 4 * d_model, **on)
token_embedding = count(Embedding(50257, d_model, **on))
position_embedding = count(Embedding(1024, d_model, **on))
attention = n_layers * count(layer.self_attn)
feed_forward = n_layers * count(layer.linear1, layer.linear2)
norms = n_layers * count(layer.norm1, layer.norm2) + count(LayerNorm(d_model, **on))
parameters = token_embedding + position_embedding + attention + feed_forward + norms

# [dropout needs hidden]
from torch.nn.functional import dropout

torch.manual_seed(11)

# [hidden_dropout needs dropout linear]
token_hidden = hidden.reshape(-1, hidden.shape[-1])[token]
evaluation = linear(token_hidden, w2, b2)[feature]
samples = linear(dropout(token_hidden.expand(passes, -1), p), w2, b2)[:, feature]
theory_variance = p / (1 - p) * ((token_hidden * w2[feature]) ** 2).sum()

# [output_dropout needs dropout output]
evaluation = output.reshape(-1, output.shape[-1])[token, feature]
samples = dropout(evaluation.expand(passes), p)
theory_variance = p / (1 - p) * evaluation**2
