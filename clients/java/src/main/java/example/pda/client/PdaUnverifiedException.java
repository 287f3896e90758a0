package example.pda.client;

/**
 * With {@link PdaClient.Builder#verifyAnswers} or {@link PdaClient.Builder#answerKeys}: an answer is not proven to be the service's answer to
 * this request, and nothing of it was used. A request that has an effect may have had it: ask what became of it with
 * {@code pda.outcome().getOutcome(key)}.
 */
public final class PdaUnverifiedException extends PdaFailure {
  private static final long serialVersionUID = 1;

  /** Without the query. */
  private final String address;
  /** HTTP status. */
  private final int status;
  /** Null for a request that only reads. */
  private final String idempotencyKey;

  PdaUnverifiedException(String address, int status, String idempotencyKey, String problem) {
    super(describe(address, status, idempotencyKey, problem), null);
    this.address = address;
    this.status = status;
    this.idempotencyKey = idempotencyKey;
  }

  /**
   * Returns the address that was called.
   *
   * @return without the query
   */
  public String getAddress() {
    return address;
  }

  /**
   * Returns the HTTP status, as somebody sent it.
   *
   * @return for example 200
   */
  public int getStatus() {
    return status;
  }

  /**
   * Returns the idempotency key of the request, also one that the library made.
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

  private static String describe(String address, int status, String key, String problem) {
    String text = address + " answered " + status + " " + problem + ". Nothing of the answer was used";
    return key == null ? text : text + ". The request may have been executed: ask GetOutcome what became of the idempotency key " + key;
  }
}
