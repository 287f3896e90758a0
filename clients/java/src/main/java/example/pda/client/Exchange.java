package example.pda.client;

import example.pda.client.api.Operations;
import example.pda.client.transport.Call;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Sends a request once and reads its answer. */
final class Exchange {
  static final String USER_AGENT = "pda-client-java/" + Operations.VERSION;

  private final HttpClient http;
  private final String baseUrl;
  private final Credential credential;
  /** Null for none. */
  private final RequestSigner signer;
  /** Null when answers need no signature. */
  private final AnswerKeys answerKeys;
  private final Duration attemptTimeout;

  Exchange(HttpClient http, String baseUrl, Credential credential, RequestSigner signer, AnswerKeys answerKeys, Duration attemptTimeout) {
    this.http = http;
    this.baseUrl = baseUrl;
    this.credential = credential;
    this.signer = signer;
    this.answerKeys = answerKeys;
    this.attemptTimeout = attemptTimeout;
  }

  /** The same connections with another key. */
  Exchange withApiKey(String key) {
    return new Exchange(http, baseUrl, Credential.apiKey(key), signer, answerKeys, attemptTimeout);
  }

  /** What is sent. The body is null for none, the key for a request that reads, the identifier for one of the service. */
  record Request(Call call, byte[] body, String key, String requestId, boolean isFirst) {}

  /** Sends the request. @throws PdaFailure for everything but a success */
  <T> AnswerReader.Answer<T> send(Request request, Deadline deadline, Class<T> type) {
    Attempt attempt = once(request, deadline);
    // The service has not looked at a challenged request yet, so this is no repeat.
    if (attempt.isChallenged) attempt = once(request, deadline);
    return AnswerReader.read(asked(request), attempt.response, attempt.response.body(), type);
  }

  private static final String STREAM = "/api/v1/events/stream";

  /** The body of an answer: a stream, or else all of it. */
  private record Body(Pieces stream, byte[] whole) {}

  /**
   * Opens a stream of events, once, or once more with another proof.
   *
   * @param endBy receives what ends the request, and later what ends the stream
   * @throws PdaFailure for everything but a stream
   */
  Pieces openStream(String type, String after, String lastEventId, Consumer<Runnable> endBy) {
    Call call = new Call("WatchEvents", "GET", STREAM)
        .query("type", type)
        .query("pageToken", lastEventId == null ? after : null)
        .header("Last-Event-ID", lastEventId)
        .header("Accept", EVENT_STREAM);
    Request request = new Request(call, null, null, null, true);
    HttpResponse<Body> response = streamAnswer(request, endBy);
    if (credential.isChallengedBy(response)) {
      if (response.body().stream != null) response.body().stream.close();
      response = streamAnswer(request, endBy);
      credential.isChallengedBy(response);
    }
    Pieces stream = response.body().stream;
    if (stream == null) {
      AnswerReader.read(asked(request), response, response.body().whole, Object.class);
      throw strangeStream(null);
    }
    endBy.accept(stream::close);
    return stream;
  }

  /** The failure when what answered is no stream of the service. */
  PdaProtocolException strangeStream(Throwable cause) {
    AnswerReader.Asked asked = new AnswerReader.Asked("WatchEvents", baseUrl + STREAM, null);
    return new PdaProtocolException(asked, HttpURLConnection.HTTP_OK, "answered with no stream of events", null, cause);
  }

  boolean verifiesAnswers() {
    return answerKeys != null;
  }

  private static final String EVENT_STREAM = "text/event-stream";

  private HttpResponse<Body> streamAnswer(Request request, Consumer<Runnable> endBy) {
    HttpRequest sent = httpRequest(outgoing(request, attemptTimeout));
    CompletableFuture<HttpResponse<Body>> answer = http.sendAsync(sent, Exchange::bodyOf);
    endBy.accept(() -> answer.cancel(true));
    try {
      return await(answer, attemptTimeout, addressOf(request), null);
    } catch (CancellationException e) {
      throw new PdaConnectionException(addressOf(request), null, false, "the stream was closed", e);
    }
  }

  private static BodySubscriber<Body> bodyOf(HttpResponse.ResponseInfo info) {
    String type = info.headers().firstValue("Content-Type").orElse("");
    if (info.statusCode() != HttpURLConnection.HTTP_OK || !type.startsWith(EVENT_STREAM))
      return BodySubscribers.mapping(BodySubscribers.ofByteArray(), bytes -> new Body(null, bytes));
    Pieces pieces = new Pieces();
    return BodySubscribers.mapping(BodySubscribers.ofPublisher(), publisher -> {
      publisher.subscribe(pieces);
      return new Body(pieces, null);
    });
  }

  private record Attempt(HttpResponse<byte[]> response, boolean isChallenged) {}

  private Attempt once(Request request, Deadline deadline) {
    Duration timeout = deadline.shorten(attemptTimeout);
    Outgoing outgoing = outgoing(request, timeout);
    AnswerVerifier verifier = answerKeys == null ? null : new AnswerVerifier(outgoing);
    HttpResponse<byte[]> response = await(answerTo(httpRequest(outgoing)), timeout, addressOf(request), request.key());
    if (verifier != null) verify(verifier, response, request, deadline);
    return new Attempt(response, credential.isChallengedBy(response));
  }

  private AnswerReader.Asked asked(Request request) {
    return new AnswerReader.Asked(request.call().operation(), addressOf(request), request.key());
  }

  private String addressOf(Request request) {
    return baseUrl + request.call().path();
  }

  private Outgoing outgoing(Request request, Duration timeout) {
    Call call = request.call();
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.putAll(call.headers());
    headers.putIfAbsent("Accept", "application/json");
    headers.put("User-Agent", USER_AGENT);
    headers.put("Request-Timeout", seconds(timeout));
    if (request.body() != null) headers.put("Content-Type", "application/json");
    if (request.key() != null) headers.put("Idempotency-Key", request.key());
    if (request.requestId() != null) headers.put("X-Request-ID", Text.visible("requestId", request.requestId(), 128));
    Outgoing outgoing = new Outgoing(call.method(), URI.create(baseUrl + call.target()), request.body(), headers);
    prove(outgoing, request);
    return outgoing;
  }

  private static HttpRequest httpRequest(Outgoing outgoing) {
    byte[] body = outgoing.body();
    HttpRequest.Builder builder = HttpRequest.newBuilder(outgoing.uri())
        .method(outgoing.method(), body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    outgoing.headers().forEach(builder::header);
    return builder.build();
  }

  /** Reads the service's keys if they are not known yet. */
  private void verify(AnswerVerifier verifier, HttpResponse<byte[]> response, Request request, Deadline deadline) {
    String address = addressOf(request);
    try {
      String problem = verifier.problem(response, answerKeys, () -> keySet(deadline.shorten(attemptTimeout), address, request.key()));
      if (problem != null) throw new PdaUnverifiedException(address, response.statusCode(), request.key(), problem);
    } catch (InterruptedException e) {
      throw interrupted(address, request.key(), e);
    }
  }

  private HttpResponse<byte[]> keySet(Duration timeout, String address, String key) {
    Map<String, String> headers = Map.of("Accept", "application/jwk-set+json", "User-Agent", USER_AGENT);
    return await(answerTo(httpRequest(new Outgoing("GET", URI.create(baseUrl + AnswerKeys.PATH), null, headers))), timeout, address, key);
  }

  /** Adds what proves who calls. The signature comes last, because it covers the header Authorization. */
  private void prove(Outgoing outgoing, Request request) {
    try {
      credential.authorize(outgoing);
      if (signer != null) signer.sign(outgoing);
    } catch (GeneralSecurityException | RuntimeException e) {
      // Of the first attempt, nothing was sent.
      String key = request.isFirst() ? null : request.key();
      throw new PdaConnectionException(addressOf(request), key, false, "the caller's proof cannot be made: " + rootMessage(e), e);
    }
  }

  private CompletableFuture<HttpResponse<byte[]>> answerTo(HttpRequest request) {
    return http.sendAsync(request, BodyHandlers.ofByteArray());
  }

  /** The time-out of HttpRequest ends when the headers are there; this one is for the whole answer. */
  private static <T> HttpResponse<T> await(CompletableFuture<HttpResponse<T>> answer, Duration timeout, String address, String key) {
    try {
      return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new PdaConnectionException(address, key, true, "no answer came within " + seconds(timeout) + " s", e);
    } catch (InterruptedException e) {
      answer.cancel(true);
      throw interrupted(address, key, e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof CancellationException cancelled) throw cancelled;
      if (!(cause instanceof IOException)) throw new IllegalStateException(cause);
      String why = rootMessage(cause);
      if (comesFrom(cause, CertificateException.class))
        throw new PdaConnectionException(address, null, false, "the certificate of the service is not trusted. " + advice(cause, why) + why, cause);
      throw new PdaConnectionException(address, key, true, "the connection failed: " + why, cause);
    }
  }

  private static PdaConnectionException interrupted(String address, String key, InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new PdaConnectionException(address, key, false, "the thread was interrupted", cause);
  }

  /** What to do about a certificate. The JDK has no exception of its own for a wrong name. */
  private static String advice(Throwable failure, String why) {
    if (why.startsWith("No subject alternative") || why.startsWith("No name matching"))
      return "Check the host of baseUrl (or of the variable PDA_URL), because the certificate is for another one: ";
    if (comesFrom(failure, CertificateExpiredException.class) || comesFrom(failure, CertificateNotYetValidException.class))
      return "Check the clock of this machine. If it is right, the operator of the service has to renew the certificate: ";
    return "Set caFile (or the variable PDA_CA_FILE) to the root certificate that it goes back to, in PEM: ";
  }

  private static boolean comesFrom(Throwable failure, Class<? extends Throwable> kind) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) if (kind.isInstance(cause)) return true;
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
