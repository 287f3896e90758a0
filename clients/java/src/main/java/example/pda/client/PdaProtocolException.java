package example.pda.client;

import java.time.Duration;

/** What answered is not the service, or not as the contract says: a proxy, another server, a redirect. */
public final class PdaProtocolException extends PdaFailure {
  private static final long serialVersionUID = 1;

  /** Without the query. */
  private final String address;
  /** HTTP status. */
  private final int status;
  /** Null for a request that only reads. */
  private final String idempotencyKey;
  private final transient Duration retryAfter;

  PdaProtocolException(AnswerReader.Asked asked, int status, String what, Duration retryAfter, Throwable cause) {
    super(asked.address() + " " + what, cause);
    this.address = asked.address();
    this.status = status;
    this.idempotencyKey = asked.key();
    this.retryAfter = retryAfter;
  }

  /**
   * Returns the address that answered.
   *
   * @return without the query
   */
  public String getAddress() {
    return address;
  }

  /**
   * Returns the HTTP status.
   *
   * @return for example 502
   */
  public int getStatus() {
    return status;
  }

  /**
   * Returns the idempotency key of the request, also one that the library made. The request may have reached the service: send it again with
   * the key, or ask what became of the key with {@code pda.outcome().getOutcome(key)}.
   *
   * @return null for a request that only reads
   */
  public String getIdempotencyKey() {
    return idempotencyKey;
  }

  /** Returns true for 502, 503 and 504, with which a proxy says that it does not reach the service. */
  @Override
  public boolean isRetryable() {
    return status >= 502 && status <= 504;
  }

  @Override
  public Duration getRetryAfter() {
    return retryAfter;
  }
}
