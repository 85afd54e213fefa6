"""Reads the words of a picture's key, and says how a model becomes a picture."""


def take(words, *known, default=''):
    """Takes the first of the `known` words out of `words`."""
    found = next((word for word in words if word in known), default)
    if found in words:
        words.remove(found)
    return found


def flag(words, name):
    """Whether `name` is among the words, which then lack it."""
    return take(words, name) == name


def finish(words):
    """Refuses words that mean nothing."""
    if words:
        raise ValueError(f'These words of a key mean nothing: {words}')


def part(build, fit=None, **given):
    """A picture of one model; `fit` says how much of the frame it fills."""
    return {'build': build, 'with': given, 'fit': fit or {}}


def fine(build, fit=None, **given):
    """With many thin edges, so more samples than a plain box of a drive needs."""
    return {**part(build, fit, **given), 'samples': 13}


def large(build, fit=None, **given):
    """With details that are still seen in the largest file."""
    return {**part(build, fit, **given), 'size': (960, 720), 'samples': 16}
