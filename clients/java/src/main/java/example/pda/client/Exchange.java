package example.pda.client;

import example.pda.client.api.Operations;
import example.pda.client.transport.Call;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Sends a request once and reads its answer. */
final class Exchange {
  static final String USER_AGENT = "pda-client-java/" + Operations.VERSION;

  private final HttpClient http;
  private final String baseUrl;
  private final String apiKey;
  private final Duration attemptTimeout;

  Exchange(HttpClient http, String baseUrl, String apiKey, Duration attemptTimeout) {
    this.http = http;
    this.baseUrl = baseUrl;
    this.apiKey = apiKey;
    this.attemptTimeout = attemptTimeout;
  }

  /** The same connections with another key. */
  Exchange withApiKey(String key) {
    return new Exchange(http, baseUrl, key, attemptTimeout);
  }

  /** What is sent. The body is null for none, the key for a request that reads, the identifier for one of the service. */
  record Request(Call call, byte[] body, String key, String requestId) {}

  /** Sends the request. @throws PdaFailure for everything but a success */
  <T> AnswerReader.Answer<T> send(Request request, Deadline deadline, Class<T> type) {
    String address = baseUrl + request.call().path();
    Duration timeout = deadline.shorten(attemptTimeout);
    HttpResponse<byte[]> response = await(httpRequest(request, timeout), timeout, address, request.key());
    return AnswerReader.read(request.call().operation(), address, response, type);
  }

  private HttpRequest httpRequest(Request request, Duration timeout) {
    Call call = request.call();
    HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(baseUrl + call.target()))
        .method(call.method(), request.body() == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(request.body()))
        .header("Accept", "application/json")
        .header("User-Agent", USER_AGENT)
        .header("Request-Timeout", seconds(timeout));
    call.headers().forEach(builder::header);
    if (request.body() != null) builder.header("Content-Type", "application/json");
    if (request.key() != null) builder.header("Idempotency-Key", request.key());
    if (request.requestId() != null) builder.header("X-Request-ID", Text.visible("requestId", request.requestId(), 128));
    if (apiKey != null) builder.header("Authorization", "Bearer " + apiKey);
    return builder.build();
  }

  /** The time-out of HttpRequest ends when the headers are there; this one is for the whole answer. */
  private HttpResponse<byte[]> await(HttpRequest request, Duration timeout, String address, String key) {
    CompletableFuture<HttpResponse<byte[]>> answer = http.sendAsync(request, BodyHandlers.ofByteArray());
    try {
      return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new PdaConnectionException(address, key, true, "no answer came within " + seconds(timeout) + " s", e);
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new PdaConnectionException(address, key, false, "the thread was interrupted", e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (!(cause instanceof IOException)) throw new IllegalStateException(cause);
      String why = rootMessage(cause);
      if (untrusted(cause)) throw new PdaConnectionException(address, null, false, UNTRUSTED + why, cause);
      throw new PdaConnectionException(address, key, true, "the connection failed: " + why, cause);
    }
  }

  private static final String UNTRUSTED = "the certificate of the service is not trusted. Set caFile (or the variable PDA_CA_FILE) to the "
      + "root certificate that it goes back to, in PEM: ";

  private static boolean untrusted(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) if (cause instanceof CertificateException) return true;
    return false;
  }

  private static String rootMessage(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) cause = cause.getCause();
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }

  /** Seconds with at most three decimal places, as {@code Request-Timeout} takes them; above zero. */
  private static String seconds(Duration duration) {
    return BigDecimal.valueOf(Math.max(1, duration.toMillis()), 3).stripTrailingZeros().toPlainString();
  }
}
