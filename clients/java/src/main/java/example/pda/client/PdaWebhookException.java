package example.pda.client;

/** A request is not a webhook of the service. Answer it with 401, and use nothing of it. Unchecked. */
public final class PdaWebhookException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Why a webhook is refused. */
  public enum Reason {
    /** A header is missing. */
    HEADER,
    /** The time is malformed, too old or too new. */
    TIMESTAMP,
    /** No signature is that of a secret or key. */
    SIGNATURE,
    /** The signature is good, but the body is no event. */
    BODY
  }

  /** Why. */
  private final Reason reason;

  PdaWebhookException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /**
   * Returns why the webhook is refused.
   *
   * @return one of four reasons
   */
  public Reason getReason() {
    return reason;
  }
}
