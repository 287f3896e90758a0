package example.pda.client;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How often a request is sent, and how long the library waits in between. A request is sent again only if that is safe: a reading one, or
 * one with an idempotency key, which the library gives to every request that has an effect.
 *
 * @param attemptsMax how often a request is sent at most, 1 for once
 * @param waitMax longest wait; a {@code Retry-After} above it ends the attempts
 */
public record RetryPolicy(int attemptsMax, Duration waitMax) {
  /** Four attempts, at most five seconds apart. */
  public static final RetryPolicy DEFAULT = new RetryPolicy(4, Duration.ofSeconds(5));

  /** One attempt. */
  public static final RetryPolicy NONE = new RetryPolicy(1, Duration.ZERO);

  private static final double FIRST_WAIT_MS = 100;

  /**
   * Checks the values.
   *
   * @param attemptsMax 1 or more
   * @param waitMax zero or more
   * @throws IllegalArgumentException for other values
   */
  public RetryPolicy {
    if (attemptsMax < 1) throw new IllegalArgumentException("attemptsMax must be 1 or more");
    if (waitMax.isNegative()) throw new IllegalArgumentException("waitMax must not be negative");
  }

  /** Returns the wait after an attempt: 100 ms, doubled with each attempt, times 0.5 to 1.5 so that callers do not come all at once. */
  Duration waitAfter(int attempt) {
    double jitter = ThreadLocalRandom.current().nextDouble(0.5, 1.5);
    double ms = FIRST_WAIT_MS * Math.pow(2, attempt - 1) * jitter;
    return Duration.ofMillis((long) Math.min(ms, waitMax.toMillis()));
  }
}
