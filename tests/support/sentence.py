"""What a command says that could not do what it was asked for."""


def sentence(result):
    """What a failure says: one line on standard error, none on standard output."""
    status, out, err = result
    assert (status, out) == (1, "")
    assert err.startswith("hakam: ")
    assert len(err.splitlines()) == 1
    return err
