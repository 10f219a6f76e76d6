"""Where the data of the Rust crates is."""

from pathlib import Path

import pytest

CRATES = Path(__file__).resolve().parents[2]


@pytest.fixture
def crates() -> Path:
    """The folder of the crates."""
    return CRATES
