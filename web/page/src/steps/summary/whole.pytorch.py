# {whole_title}
import numpy as np
import torch
from torch import nn

rng = np.random.default_rng(0)


def normal(*shape):
    return torch.from_numpy(rng.standard_normal(shape))


class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff):
        super().__init__()
        self.expand = nn.Linear(d_model, d_ff)
        self.activation = nn.GELU()
        self.project = nn.Linear(d_ff, d_model)

    def forward(self, x):
        hidden = self.activation(self.expand(x))
        return self.project(hidden)


x, target = normal(10, 128), normal(10, 128)
network = FeedForward(128, 512).double()
with torch.no_grad():
    for layer in (network.expand, network.project):
        d_out, d_in = layer.weight.shape
        layer.weight.copy_(normal(d_out, d_in) / d_in**0.5)
        layer.bias.zero_()
optimizer = torch.optim.SGD(network.parameters(), lr=1)

for step in range(3):
    # {whole_forward}
    loss = nn.functional.mse_loss(network(x), target)
    print(step, loss.item())

    # {whole_backward}
    optimizer.zero_grad()
    loss.backward()

    # {whole_update}
    optimizer.step()
