#!/usr/bin/env python3
"""Fits the two approximations of src/ffn/kernels/activation_gelu.h and exp2.h and prints their coefficients and errors.

    apt-get install python3-mpmath && /usr/bin/python3 tests/accuracy/minimax.py

Both are minimax fits of the relative error, computed with the Remez exchange algorithm: the error attains its maximum at m + n + 2 points
with alternating signs, so no fit of the same degrees has a smaller maximum error.
"""

import mpmath as mp

mp.mp.dps = 50
GRID = 2000


def quotient(above, below, t):
    return mp.polyval(above[::-1], t) / mp.polyval(below[::-1], t)


def fit_on(nodes, f, m, n, below):
    """Solves N(t) - f(t) M(t) = +-e f(t) M'(t) at the nodes, where M' is the denominator of the previous iteration."""
    size = m + n + 2
    a, b = mp.matrix(size, size), mp.matrix(size, 1)
    for row, t in enumerate(nodes):
        value = f(t)
        for power in range(m + 1):
            a[row, power] = t**power
        for power in range(1, n + 1):
            a[row, m + power] = -value * t**power
        a[row, size - 1] = (-1) ** row * value * mp.polyval(below[::-1], t)
        b[row] = value
    x = mp.lu_solve(a, b)
    return [x[i] for i in range(m + 1)], [mp.mpf(1)] + [x[m + i] for i in range(1, n + 1)]


def alternating_extrema(errors):
    """Returns the indices of the largest error of each run of equal sign."""
    chosen = [0]
    for i in range(1, len(errors)):
        if (errors[i] > 0) != (errors[chosen[-1]] > 0):
            chosen.append(i)
        elif abs(errors[i]) > abs(errors[chosen[-1]]):
            chosen[-1] = i
    return chosen


def minimax(f, m, n, point):
    """Returns the minimax quotient of degrees m and n for f on point([0, 1]), and its largest relative error."""
    size = m + n + 2
    nodes = [point((1 - mp.cos(mp.pi * i / (size - 1))) / 2) for i in range(size)]
    grid = [point(mp.mpf(i) / GRID) for i in range(GRID + 1)]
    below = [mp.mpf(1)] + [mp.mpf(0)] * n
    for _ in range(40):
        for _ in range(6 if n > 0 else 1):
            above, below = fit_on(nodes, f, m, n, below)
        errors = [quotient(above, below, t) / f(t) - 1 for t in grid]
        extrema = alternating_extrema(errors)
        while len(extrema) > size:
            extrema.pop(0 if abs(errors[extrema[0]]) < abs(errors[extrema[-1]]) else -1)
        assert len(extrema) == size, "the error does not alternate: choose other degrees"
        nodes = [grid[i] for i in extrema]
        largest = max(map(abs, errors))
        if largest < min(abs(errors[i]) for i in extrema) * mp.mpf("1.02"):
            break
    return above, below, largest


def show(name, coefficients):
    print(f"{name}: " + ", ".join(mp.nstr(c, 20) for c in coefficients))


def main():
    half = mp.mpf("0.5000001")  # rounding y to an integer may leave slightly more than 0.5
    above, _, error = minimax(lambda f: mp.mpf(2) ** f, 7, 0, lambda s: half * (2 * s - 1))
    show("2^f", above)
    print("relative error", mp.nstr(error, 3))

    limit, centre = mp.mpf("14.6"), mp.mpf(2)

    def point(s):  # denser near 0, where the curvature is large
        u = s * limit / (limit + centre)
        return centre * u / (1 - u)

    above, below, error = minimax(lambda t: mp.erfc(t / mp.sqrt(2)) / 2 * mp.e ** (t * t / 2), 5, 6, point)
    show("Q(t) e^(t^2/2), above", above)
    show("Q(t) e^(t^2/2), below", below)
    print("relative error", mp.nstr(error, 3))


main()
