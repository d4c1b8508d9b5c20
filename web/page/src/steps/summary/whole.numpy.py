# {whole_title}
from math import erf

import numpy as np

rng = np.random.default_rng(0)
normal = rng.standard_normal
x, target = normal((10, 128)), normal((10, 128))
w1 = normal((512, 128)) / np.sqrt(128)
w2 = normal((128, 512)) / np.sqrt(512)
b1, b2 = np.zeros(512), np.zeros(128)


def normal_cdf(z):
    return 0.5 * (1 + np.vectorize(erf)(z / np.sqrt(2)))


def normal_density(z):
    return np.exp(-(z**2) / 2) / np.sqrt(2 * np.pi)


for step in range(3):
    # {whole_forward}
    z = x @ w1.T + b1
    h = z * normal_cdf(z)  # GELU
    y = h @ w2.T + b2
    print(step, np.mean((y - target) ** 2))

    # {whole_backward}
    grad_y = 2 * (y - target) / y.size
    slope = normal_cdf(z) + z * normal_density(z)
    grad_z = grad_y @ w2 * slope

    # {whole_update}
    w2 -= grad_y.T @ h
    b2 -= grad_y.sum(axis=0)
    w1 -= grad_z.T @ x
    b1 -= grad_z.sum(axis=0)
