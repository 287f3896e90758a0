package example.pda.client;

import java.time.Duration;

/** Which events a stream has. */
public final class EventStreamOptions {
  private String after;
  private String type;
  private Duration silence = Duration.ofSeconds(45);

  /** Creates options for all events, from the first one on. */
  public EventStreamOptions() {}

  /**
   * Sets where the stream begins.
   *
   * @param after {@code getCursor()} of the last event that was processed, or {@link EventStream#position} of an earlier stream;
   *     {@code latest} for what happens from now on; null for the first event
   * @return this
   */
  public EventStreamOptions after(String after) {
    this.after = after;
    return this;
  }

  /**
   * Leaves out events of other types.
   *
   * @param type for example {@code payment.completed}; null for all
   * @return this
   */
  public EventStreamOptions type(String type) {
    this.type = type;
    return this;
  }

  /**
   * Sets the time without a byte after which the connection counts as lost.
   *
   * @param silence 45 seconds if not set
   * @return this
   */
  public EventStreamOptions silence(Duration silence) {
    if (silence.isNegative() || silence.isZero()) throw new IllegalArgumentException("silence must be above zero");
    this.silence = silence;
    return this;
  }

  String getAfter() {
    return after;
  }

  String getType() {
    return type;
  }

  Duration getSilence() {
    return silence;
  }
}
