"""When a request is sent again, and how long the client waits before."""

from __future__ import annotations

import random

import attrs


@attrs.frozen
class RetryPolicy:
    """Repeats after a lost connection, a time-out, and the answers that the service marks as worth a repeat.

    A request with an effect goes out under one idempotency key in each attempt, so that it has its effect once.
    """

    attempts_max: int = attrs.field(default=4, validator=attrs.validators.ge(1))
    """Attempts in all, the first one included. 1 switches repeats off."""
    wait_first: float = attrs.field(default=0.1, validator=attrs.validators.ge(0))
    """Seconds before the first repeat; each further wait is twice as long, and half to one and a half times of that by chance."""
    wait_max: float = attrs.field(default=5.0, validator=attrs.validators.ge(0))
    """No wait is longer, in seconds. The call ends when the service asks for a longer one."""

    def wait(self, attempts: int, retry_after: float | None) -> float | None:
        """Returns the seconds to wait after so many attempts, or None when there is no further one."""
        if attempts >= self.attempts_max:
            return None
        if retry_after is not None:
            return retry_after if retry_after <= self.wait_max else None
        # Doubled at most 30 times: a larger power is above wait_max anyway, and no float.
        return min(self.wait_first * 2.0 ** min(attempts - 1, 30) * random.uniform(0.5, 1.5), self.wait_max)


def retry_after(value: str | None) -> float | None:
    """Reads a Retry-After header in seconds. Another form counts as absent."""
    return float(value) if value is not None and value.isascii() and value.isdecimal() else None
