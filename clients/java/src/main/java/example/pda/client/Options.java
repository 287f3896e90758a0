package example.pda.client;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * What is optional in every call. Operations with further options have a subclass of their own, the others take {@link CallOptions}.
 *
 * @param <S> the subclass
 */
public abstract class Options<S extends Options<S>> {
  private String idempotencyKey;
  private String requestId;
  private Duration totalTimeout;
  private Consumer<AnswerInfo> onAnswer;

  /** Creates options of which none is set. */
  protected Options() {}

  @SuppressWarnings("unchecked")
  private S self() {
    return (S) this;
  }

  /**
   * Sets the {@code Idempotency-Key} of a request that has an effect. The same request with the same key has its effect once, however often
   * it is sent. Take one that your own books have, for example an order number: then you can send the request again after a crash, and
   * ask what became of it ({@code pda.outcome().getOutcome(key)}).
   *
   * @param idempotencyKey 1 to 255 visible ASCII characters; null for a random one
   * @return this
   */
  public final S idempotencyKey(String idempotencyKey) {
    this.idempotencyKey = idempotencyKey;
    return self();
  }

  /**
   * Sets the identifier under which the service logs the request.
   *
   * @param requestId 1 to 128 visible ASCII characters; null for one of the service
   * @return this
   */
  public final S requestId(String requestId) {
    this.requestId = requestId;
    return self();
  }

  /**
   * Limits the whole call, with all attempts and the time between them.
   *
   * @param totalTimeout above zero; null for no limit but that of the attempts
   * @return this
   */
  public final S totalTimeout(Duration totalTimeout) {
    this.totalTimeout = totalTimeout;
    return self();
  }

  /**
   * Sets what gets the envelope of a successful answer: its request identifier, its time, and whether it was stored before.
   *
   * @param onAnswer is called before the call returns; null for nothing
   * @return this
   */
  public final S onAnswer(Consumer<AnswerInfo> onAnswer) {
    this.onAnswer = onAnswer;
    return self();
  }

  /**
   * Returns the idempotency key.
   *
   * @return null for a random one
   */
  public final String getIdempotencyKey() {
    return idempotencyKey;
  }

  /**
   * Returns the request identifier.
   *
   * @return null for one of the service
   */
  public final String getRequestId() {
    return requestId;
  }

  /**
   * Returns the limit of the whole call.
   *
   * @return null for none
   */
  public final Duration getTotalTimeout() {
    return totalTimeout;
  }

  /**
   * Returns what gets the envelope of a successful answer.
   *
   * @return null for nothing
   */
  public final Consumer<AnswerInfo> getOnAnswer() {
    return onAnswer;
  }
}
