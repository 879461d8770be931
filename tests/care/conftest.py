"""Time for the acceptance."""

import pytest

from tests.support.acceptance import Time


@pytest.fixture
def time():
    return Time()
