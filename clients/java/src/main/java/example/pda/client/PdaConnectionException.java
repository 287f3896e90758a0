package example.pda.client;

/**
 * No answer came: the connection failed, broke or timed out. A request that has an effect may have had it. Send it again with the same
 * {@link #getIdempotencyKey}, or ask what became of it with {@code pda.outcome().getOutcome(key)}.
 */
public final class PdaConnectionException extends PdaFailure {
  private static final long serialVersionUID = 1;

  /** Without the query. */
  private final String address;
  /** Null for a request that only reads. */
  private final String idempotencyKey;
  /** A wrong certificate does not pass by itself. */
  private final boolean retryable;

  PdaConnectionException(String address, String idempotencyKey, boolean retryable, String what, Throwable cause) {
    super(describe(address, idempotencyKey, what), cause);
    this.address = address;
    this.idempotencyKey = idempotencyKey;
    this.retryable = retryable;
  }

  /**
   * Returns the address that did not answer.
   *
   * @return without the query
   */
  public String getAddress() {
    return address;
  }

  /**
   * Returns the idempotency key of the request, also one that the library made.
   *
   * @return null for a request that only reads
   */
  public String getIdempotencyKey() {
    return idempotencyKey;
  }

  @Override
  public boolean isRetryable() {
    return retryable;
  }

  private static String describe(String address, String key, String what) {
    String text = address + ": " + what;
    if (key == null) return text;
    return text + ". The request may have been executed: send it again with the idempotency key " + key
        + ", or ask GetOutcome what became of this key";
  }
}
