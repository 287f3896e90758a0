package example.pda.client;

import java.time.Duration;

/** The end of a whole call; none if there is no limit. */
record Deadline(Long endNanos) {
  static Deadline in(Duration limit) {
    if (limit == null) return new Deadline(null);
    if (limit.isNegative() || limit.isZero()) throw new IllegalArgumentException("totalTimeout must be above zero");
    return new Deadline(System.nanoTime() + limit.toNanos());
  }

  /** Returns the shorter of a limit and of what is left. */
  Duration shorten(Duration limit) {
    Duration left = left();
    return left == null || limit.compareTo(left) <= 0 ? limit : left;
  }

  /** Tells whether more is left than this. */
  boolean allows(Duration wait) {
    Duration left = left();
    return left == null || left.compareTo(wait) > 0;
  }

  private Duration left() {
    return endNanos == null ? null : Duration.ofNanos(endNanos - System.nanoTime());
  }
}
