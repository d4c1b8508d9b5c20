# The quantities in NumPy. `activation` and `activation_slope` stand for one of the functions.

# [erf]
from math import erf

# [gelu_cdf needs erf]
def gelu_cdf(z):  # {normal_cdf}
    return 0.5 * (1 + np.vectorize(erf)(z / np.sqrt(2)))

# [gelu needs gelu_cdf]
def gelu(z):
    return z * gelu_cdf(z)

# [gelu_slope needs gelu_cdf]
def gelu_slope(z):
    return gelu_cdf(z) + z * np.exp(-(z**2) / 2) / np.sqrt(2 * np.pi)

# [gelu_tanh]
def gelu_tanh(z):
    return 0.5 * z * (1 + np.tanh(np.sqrt(2 / np.pi) * (z + 0.044715 * z**3)))

# [gelu_tanh_slope]
def gelu_tanh_slope(z):
    t = np.tanh(np.sqrt(2 / np.pi) * (z + 0.044715 * z**3))
    return 0.5 * (1 + t) + 0.5 * z * (1 - t**2) * np.sqrt(2 / np.pi) * (1 + 3 * 0.044715 * z**2)

# [gelu_sigmoid]
def gelu_sigmoid(z):
    return z / (1 + np.exp(-1.702 * z))

# [gelu_sigmoid_slope]
def gelu_sigmoid_slope(z):
    s = 1 / (1 + np.exp(-1.702 * z))
    return s + 1.702 * z * s * (1 - s)

# [relu]
def relu(z):
    return np.maximum(z, 0)

# [relu_slope]
def relu_slope(z):
    return np.where(z > 0, 1.0, 0.0)

# [pre_activation]
pre_activation = x @ w1.T + b1

# [hidden needs pre_activation activation]
hidden = activation(pre_activation)

# [output needs hidden]
output = hidden @ w2.T + b2

# [one_output needs output]
grad_output = np.zeros_like(output)
grad_output.reshape(-1, output.shape[-1])[token, feature] = 1

# [all_outputs needs output]
grad_output = np.ones_like(output)

# [gradients needs activation_slope]
def rows(tensor):  # {rows}
    return tensor.reshape(-1, tensor.shape[-1])


grad_hidden = grad_output @ w2
grad_pre_activation = grad_hidden * activation_slope(pre_activation)
grad_x = grad_pre_activation @ w1
grad_w1 = rows(grad_pre_activation).T @ rows(x)
grad_b1 = rows(grad_pre_activation).sum(0)
grad_w2 = rows(grad_output).T @ rows(hidden)
grad_b2 = rows(grad_output).sum(0)

# [both needs gelu relu]
def network(activation_function):
    return activation_function(x @ w1.T + b1) @ w2.T + b2

# [counts]
linear1 = d_ff * d_model + bias * d_ff
linear2 = d_model * d_ff + bias * d_model
parameters = linear1 + linear2
attention = 4 * (d_model * d_model + d_model)
norms = 2 * 2 * d_model
block = attention + norms + parameters

# [model_counts]
d_ff = 4 * d_model
token_embedding = 50257 * d_model
position_embedding = 1024 * d_model
attention = n_layers * 4 * (d_model * d_model + d_model)
feed_forward = n_layers * (2 * d_model * d_ff + d_ff + d_model)
norms = (2 * n_layers + 1) * 2 * d_model
parameters = token_embedding + position_embedding + attention + feed_forward + norms

# [dropout needs hidden]
masks = np.random.RandomState(11).random_sample((passes, size_of_mask)) < p
factors = np.where(masks, 0, 1 / (1 - p))

# [hidden_dropout needs dropout]
products = hidden.reshape(-1, hidden.shape[-1])[token] * w2[feature]
evaluation = products.sum() + b2[feature]
samples = factors @ products + b2[feature]
theory_variance = p / (1 - p) * (products**2).sum()

# [output_dropout needs dropout output]
evaluation = output.reshape(-1, output.shape[-1])[token, feature]
samples = factors[:, feature] * evaluation
theory_variance = p / (1 - p) * evaluation**2
