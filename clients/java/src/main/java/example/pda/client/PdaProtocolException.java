package example.pda.client;

import java.time.Duration;

/** What answered is not the service, or not as the contract says: a proxy, another server, a redirect. */
public final class PdaProtocolException extends PdaFailure {
  private static final long serialVersionUID = 1;

  /** Without the query. */
  private final String address;
  /** HTTP status. */
  private final int status;
  private final transient Duration retryAfter;

  PdaProtocolException(String address, int status, String what, Duration retryAfter, Throwable cause) {
    super(address + " " + what, cause);
    this.address = address;
    this.status = status;
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
