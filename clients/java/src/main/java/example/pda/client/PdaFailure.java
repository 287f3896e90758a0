package example.pda.client;

import java.time.Duration;

/** A call that did not succeed: the service refused it, something else answered, or no answer came. Unchecked. */
public abstract class PdaFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  PdaFailure(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * Tells whether the same request may succeed when it is sent again. The library has done so as often as its {@link RetryPolicy} says.
   *
   * @return true for a cause that passes
   */
  public abstract boolean isRetryable();

  /**
   * Returns how long the service asks to wait before the request is sent again.
   *
   * @return null when the service says nothing about it
   */
  public Duration getRetryAfter() {
    return null;
  }
}
