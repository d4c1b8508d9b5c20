"""Addresses of the public sources that state the facts."""

TRANSFORMERS = "https://github.com/huggingface/transformers/blob/main/src/transformers"


def modeling(model, *more):
    """Returns the addresses of a model's code in Transformers, and of its other files."""
    return [f"{TRANSFORMERS}/models/{model}/{kind}_{model}.py" for kind in ("modeling", "configuration")] + list(more)


def github(path):
    """Returns the address of owner/repository/file at its branch main."""
    owner, repository, branch, file = path.split("/", 3)
    return f"https://github.com/{owner}/{repository}/blob/{branch}/{file}"
