"""What holds for every rule system, checked along a battle of it."""

import pytest

pytest.register_assert_rewrite("tests.conformance.laws")
