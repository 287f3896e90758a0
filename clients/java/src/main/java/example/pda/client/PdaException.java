package example.pda.client;

import example.pda.client.model.ErrorCode;
import example.pda.client.model.ErrorItem;
import example.pda.client.model.ErrorReason;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** The service refused the request, and says why. */
public final class PdaException extends PdaFailure {
  private static final long serialVersionUID = 1;
  private static final Set<ErrorReason> SPENT =
      Set.of(ErrorReason.TOKEN_REPLAYED, ErrorReason.REQUEST_SIGNATURE_REPLAYED, ErrorReason.DPOP_PROOF_REPLAYED);

  /** HTTP status. */
  private final int status;
  private final transient ErrorCode errorCode;
  private final transient List<ErrorItem> errors;
  /** Identifier in the logs of the service. */
  private final String requestId;
  private final transient Duration retryAfter;
  /** Null for a request that only reads. */
  private final String idempotencyKey;

  PdaException(AnswerReader.Asked asked, int status, Envelope<?> answer, Duration retryAfter) {
    super(describe(asked.operation(), status, answer), null);
    this.status = status;
    this.errorCode = answer.errorCode();
    this.errors = answer.errors() == null ? List.of() : List.copyOf(answer.errors());
    this.requestId = answer.requestId();
    this.retryAfter = retryAfter;
    this.idempotencyKey = asked.key();
  }

  /**
   * Returns the code, which says what a program does: {@code e.getErrorCode() == ErrorCode.IDEMPOTENCY_KEY_REUSED}.
   *
   * @return a code that this version of the library does not know, too: then go by {@link #getStatus}
   */
  public ErrorCode getErrorCode() {
    return errorCode;
  }

  /**
   * Returns the HTTP status.
   *
   * @return 400 to 599
   */
  public int getStatus() {
    return status;
  }

  /**
   * Returns the cause of the first error, finer than the code.
   *
   * @return null if the service names none
   */
  public ErrorReason getReason() {
    return errors.isEmpty() ? null : errors.get(0).getReason();
  }

  /**
   * Returns all errors of the request, each with its field if it is about one.
   *
   * @return in the order of the service
   */
  public List<ErrorItem> getErrors() {
    return errors;
  }

  /**
   * Returns the identifier under which the service logs the request. Tell it when you ask for help.
   *
   * @return for example {@code req_…}
   */
  public String getRequestId() {
    return requestId;
  }

  /**
   * Returns the idempotency key of the request, also one that the library made. After a status of 5xx the request may have been executed: send it
   * again with the key, or ask what became of the key with {@code pda.outcome().getOutcome(key)}.
   *
   * @return null for a request that only reads
   */
  public String getIdempotencyKey() {
    return idempotencyKey;
  }

  /**
   * {@inheritDoc} Of an unknown code the HTTP status decides: true for 502, 503 and 504. Also after a proof that the service has seen before,
   * because a repeat has a new one: HttpClient, or a proxy, sends a request again by itself when a kept connection closes.
   */
  @Override
  public boolean isRetryable() {
    boolean isPassing = errorCode.known() == ErrorCode.Known.OTHER && status >= 502 && status <= 504;
    return isPassing || errorCode.isRetryable() || getReason() != null && SPENT.contains(getReason());
  }

  @Override
  public Duration getRetryAfter() {
    return retryAfter;
  }

  private static String describe(String operation, int status, Envelope<?> answer) {
    StringBuilder text = new StringBuilder(operation + ": " + status + " " + answer.errorCode());
    List<ErrorItem> errors = answer.errors() == null ? List.of() : answer.errors();
    if (errors.isEmpty()) text.append(": ").append(answer.message());
    for (ErrorItem error : errors) {
      text.append(error == errors.get(0) ? " " : "; ").append(error.getReason());
      if (error.getField() != null) text.append(" (").append(error.getField()).append(')');
      text.append(": ").append(error.getMessage());
    }
    return text.append(" [").append(answer.requestId()).append(']').toString();
  }
}
