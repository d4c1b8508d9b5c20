"""Golden data of src/ffn/train: losses, optimizers and training runs from PyTorch in float64. Called by make_golden.py."""

import numpy as np
import torch

OPTIMIZERS = {
    "sgd": lambda p: torch.optim.SGD(p, lr=0.05),
    "sgd_momentum": lambda p: torch.optim.SGD(p, lr=0.02, momentum=0.9, weight_decay=0.1),
    "sgd_nesterov": lambda p: torch.optim.SGD(p, lr=0.02, momentum=0.8, weight_decay=0.01, nesterov=True),
    "adamw": lambda p: torch.optim.AdamW(p, lr=0.03, weight_decay=0.0),
    "adamw_decay": lambda p: torch.optim.AdamW(p, lr=0.1, betas=(0.8, 0.95), eps=1e-4, weight_decay=0.2),
}


def float32(array):
    """Rounds to float32, so that PyTorch and the library start from the same numbers."""
    return np.asarray(array).astype(np.float32).astype(np.float64)


def loss(write):
    rng = np.random.RandomState(21)
    tensors = {"prediction": float32(rng.randn(5, 3)), "target": float32(rng.randn(5, 3)), "logits": float32(3.0 * rng.randn(6, 4))}
    tensors["logits"][1] = [1000.0, 999.0, -1000.0, 0.0]
    tensors["logits"][2] = [3e38, -3e38, 0.0, 3e38]
    tensors["logits"] = float32(tensors["logits"])
    tensors["labels"] = np.array([0, 1, 3, 2, 2, 0])
    prediction = torch.from_numpy(tensors["prediction"]).requires_grad_()
    mse = torch.nn.functional.mse_loss(prediction, torch.from_numpy(tensors["target"]))
    mse.backward()
    logits = torch.from_numpy(tensors["logits"]).requires_grad_()
    cross_entropy = torch.nn.functional.cross_entropy(logits, torch.from_numpy(tensors["labels"]))
    cross_entropy.backward()
    tensors |= {"mse": [mse.item()], "grad_prediction": prediction.grad, "cross_entropy": [cross_entropy.item()], "grad_logits": logits.grad}
    write("loss", "nn.MSELoss and nn.CrossEntropyLoss, both means, with their gradients", tensors)


def optimizer(write):
    """Twelve steps on sum(curvature * (w - centre)^2) / 2 in two tensors; the parameters after every step."""
    rng = np.random.RandomState(22)
    shapes = {"a": (3, 2), "b": (4,)}
    start = {name: float32(rng.randn(*shape)) for name, shape in shapes.items()}
    curvature = {name: float32(rng.uniform(0.1, 4.0, shape)) for name, shape in shapes.items()}
    centre = {name: float32(rng.randn(*shape)) for name, shape in shapes.items()}
    tensors = {f"{what}_{name}": value[name] for what, value in (("start", start), ("curvature", curvature), ("centre", centre)) for name in shapes}
    for kind, make in OPTIMIZERS.items():
        w = {name: torch.from_numpy(start[name].copy()).requires_grad_() for name in shapes}
        steps = {name: [] for name in shapes}
        opt = make(list(w.values()))
        for _ in range(12):
            opt.zero_grad()
            sum((torch.from_numpy(curvature[n]) * (w[n] - torch.from_numpy(centre[n])) ** 2).sum() / 2 for n in shapes).backward()
            opt.step()
            for name in shapes:
                steps[name].append(w[name].detach().numpy().copy())
        for name in shapes:
            tensors[f"{kind}_{name}"] = np.stack(steps[name])
    write("optimizer", "12 steps on a quadratic; KIND_NAME holds the parameter after each step", tensors)


def trainable_network(write):
    """2 -> 5 -> 9 -> 5 -> 3 with a shortcut: output and gradients, then 12 steps of whole-batch training, exact GELU."""
    rng = np.random.RandomState(23)
    shapes = {"w_in": (5, 2), "b_in": (5,), "w1": (9, 5), "b1": (9,), "w2": (5, 9), "b2": (5,), "w_out": (3, 5), "b_out": (3,)}
    start = {name: float32(0.6 * rng.randn(*shape)) for name, shape in shapes.items()}
    tensors = {"x": float32(rng.randn(11, 2)), "target": float32(rng.randn(11, 3)), "labels": rng.randint(0, 3, 11), **start}
    x, target, labels = (torch.from_numpy(tensors[name]) for name in ("x", "target", "labels"))
    linear = torch.nn.functional.linear

    def network(w, shortcut):
        embedded = linear(x, w["w_in"], w["b_in"])
        ffn = linear(torch.nn.functional.gelu(linear(embedded, w["w1"], w["b1"])), w["w2"], w["b2"])
        return linear(embedded + ffn if shortcut else ffn, w["w_out"], w["b_out"])

    losses = {"mse": lambda y: torch.nn.functional.mse_loss(y, target), "cross_entropy": lambda y: torch.nn.functional.cross_entropy(y, labels)}
    for shortcut in (True, False):
        w = {name: torch.from_numpy(value.copy()).requires_grad_() for name, value in start.items()}
        suffix = "shortcut" if shortcut else "bare"
        tensors[f"output_{suffix}"] = network(w, shortcut).detach()
        losses["mse"](network(w, shortcut)).backward()
        tensors |= {f"grad_{name}_{suffix}": leaf.grad for name, leaf in w.items()}
    for kind, make in OPTIMIZERS.items():
        for loss_name, loss_of in losses.items():
            w = {name: torch.from_numpy(value.copy()).requires_grad_() for name, value in start.items()}
            opt = make(list(w.values()))
            recorded = []
            for _ in range(12):
                opt.zero_grad()
                value = loss_of(network(w, True))
                value.backward()
                opt.step()
                recorded.append(value.item())
            tensors[f"losses_{kind}_{loss_name}"] = recorded
            tensors |= {f"{name}_{kind}_{loss_name}": leaf.detach() for name, leaf in w.items()}
    write("training", "2 -> 5 -> 9 -> 5 -> 3, 11 tokens: outputs, gradients, and parameters after 12 steps of each optimizer and loss", tensors)


def make(write):
    loss(write)
    optimizer(write)
    trainable_network(write)
