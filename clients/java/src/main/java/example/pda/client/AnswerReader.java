package example.pda.client;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Reads the envelope of an answer. */
final class AnswerReader {
  private static final int DIGITS_MAX = 9;

  private AnswerReader() {}

  /** A successful answer. */
  record Answer<T>(T data, AnswerInfo info) {}

  /**
   * What was asked.
   *
   * @param key null for a request that only reads
   */
  record Asked(String operation, String address, String key) {}

  /** Reads an answer. @throws PdaFailure for everything but a success */
  static <T> Answer<T> read(Asked asked, HttpResponse<?> response, byte[] body, Class<T> type) {
    int status = response.statusCode();
    if (status == HttpURLConnection.HTTP_NOT_MODIFIED) throw new PdaNotModifiedException(asked.operation());
    if (status / 100 == 3)
      throw strange(asked, response, "redirects, which the library does not follow. Set baseUrl to the address of the service itself", null);
    try {
      if (status / 100 == 2) return success(asked, response, Json.readAnswer(body, type));
      Envelope<?> error = Json.readError(body);
      // A list with a gap is another server's.
      boolean isWhole = error != null && error.errorCode() != null && (error.errors() == null || !error.errors().contains(null));
      if (isWhole) throw new PdaException(asked, status, error, retryAfter(response));
    } catch (IOException e) {
      throw notTheService(asked, response, e);
    }
    throw notTheService(asked, response, null);
  }

  private static <T> Answer<T> success(Asked asked, HttpResponse<?> response, Envelope<T> answer) {
    if (answer == null || !Boolean.TRUE.equals(answer.success()) || answer.data() == null) throw notTheService(asked, response, null);
    boolean replayed = response.headers().firstValue("Idempotency-Replayed").filter("true"::equals).isPresent();
    AnswerInfo info = new AnswerInfo(
        response.statusCode(), answer.status(), answer.requestId(), answer.timestamp(), answer.message(), replayed);
    return new Answer<>(answer.data(), info);
  }

  private static PdaProtocolException notTheService(Asked asked, HttpResponse<?> response, Throwable cause) {
    String kind = response.headers().firstValue("Content-Type").orElse("no content type");
    String what = "is not an answer of the service (" + kind + "). Is baseUrl the address of the service?";
    return strange(asked, response, what, cause);
  }

  private static PdaProtocolException strange(Asked asked, HttpResponse<?> response, String what, Throwable cause) {
    int status = response.statusCode();
    String text = "answered " + status + ": this " + what;
    return new PdaProtocolException(asked, status, text, retryAfter(response), cause);
  }

  /** Seconds; the service sends no dates. */
  private static Duration retryAfter(HttpResponse<?> response) {
    String text = response.headers().firstValue("Retry-After").orElse("");
    return text.matches("[0-9]{1," + DIGITS_MAX + "}") ? Duration.ofSeconds(Long.parseLong(text)) : null;
  }
}
