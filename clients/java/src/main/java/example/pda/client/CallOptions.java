package example.pda.client;

/** Options of an operation that has none of its own. */
public final class CallOptions extends Options<CallOptions> {
  /** Creates options of which none is set. */
  public CallOptions() {}

  /**
   * Creates options with an idempotency key.
   *
   * @param idempotencyKey see {@link #idempotencyKey}
   * @return new options
   */
  public static CallOptions withKey(String idempotencyKey) {
    return new CallOptions().idempotencyKey(idempotencyKey);
  }
}
