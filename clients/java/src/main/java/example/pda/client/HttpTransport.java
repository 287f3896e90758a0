package example.pda.client;

import example.pda.client.transport.Call;
import example.pda.client.transport.Transport;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Consumer;

/** Sends a request until it is answered, within the limits of the client and of the call. */
final class HttpTransport implements Transport {
  private final Exchange exchange;
  private final RetryPolicy policy;

  HttpTransport(Exchange exchange, RetryPolicy policy) {
    this.exchange = exchange;
    this.policy = policy;
  }

  HttpTransport withApiKey(String apiKey) {
    return new HttpTransport(exchange.withApiKey(apiKey), policy);
  }

  EventStream streamEvents(EventStreamOptions options) {
    if (exchange.verifiesAnswers())
      throw new IllegalStateException("a stream of events is not signed: open it with a client that does not verify answers");
    return new EventStream(exchange, options);
  }

  @Override
  public <T> T send(Call call, Options<?> options, Class<T> type) {
    String key = keyOf(call, options);
    byte[] body = call.body() == null ? null : Json.write(call.body());
    Deadline deadline = Deadline.in(options.getTotalTimeout());
    for (int attempt = 1; ; attempt++) {
      try {
        AnswerReader.Answer<T> answer = exchange.send(new Exchange.Request(call, body, key, options.getRequestId(), attempt == 1), deadline, type);
        Consumer<AnswerInfo> onAnswer = options.getOnAnswer();
        if (onAnswer != null) onAnswer.accept(answer.info());
        return answer.data();
      } catch (PdaFailure failure) {
        if (!failure.isRetryable() || attempt == policy.attemptsMax()) throw failure;
        Duration wait = failure.getRetryAfter() != null ? failure.getRetryAfter() : policy.waitAfter(attempt);
        if (wait.compareTo(policy.waitMax()) > 0 || !deadline.allows(wait)) throw failure;
        if (!sleep(wait)) throw failure;
      }
    }
  }

  /** Every request that has an effect has a key, the same in each attempt, so that it may be sent again. */
  private static String keyOf(Call call, Options<?> options) {
    String key = options.getIdempotencyKey();
    if (!call.reads()) return key != null ? Text.visible("idempotencyKey", key, 255) : UUID.randomUUID().toString();
    if (key != null) throw new IllegalArgumentException(call.operation() + " only reads, so it has no idempotency key");
    return null;
  }

  /** Returns false when the thread was interrupted, which ends the call. */
  private static boolean sleep(Duration wait) {
    try {
      Thread.sleep(wait.toMillis());
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
