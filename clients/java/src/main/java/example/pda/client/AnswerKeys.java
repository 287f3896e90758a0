package example.pda.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.math.BigInteger;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.spec.ECPoint;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** The public keys that the service signs its answers with: those that the caller has pinned, or those that the service publishes. */
final class AnswerKeys {
  static final String PATH = "/.well-known/jwks.json";
  /** Verifiers may keep the published keys for this time, so that a key that was withdrawn stops counting. */
  private static final long KEPT_NANOS = Duration.ofMinutes(5).toNanos();

  /** Null for the published ones. */
  private final Map<String, PublicKey> pinned;
  private final ReentrantLock reading = new ReentrantLock();
  private volatile Published published = new Published(Map.of(), System.nanoTime() - KEPT_NANOS);

  private record Published(Map<String, PublicKey> keys, long atNanos) {
    PublicKey get(String id) {
      return System.nanoTime() - atNanos < KEPT_NANOS ? keys.get(id) : null;
    }
  }

  /** The service did not answer with its key set; the message says what it did. */
  static final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1;

    UnreadableException(String message) {
      super(PATH + " " + message);
    }
  }

  private AnswerKeys(Map<String, PublicKey> pinned) {
    this.pinned = pinned;
  }

  static AnswerKeys published() {
    return new AnswerKeys(null);
  }

  /** @throws IllegalArgumentException for a set without keys of answers */
  static AnswerKeys pinned(String keySet) {
    try {
      Map<String, PublicKey> keys = read(keySet.getBytes(StandardCharsets.UTF_8));
      if (!keys.isEmpty()) return new AnswerKeys(keys);
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      throw new IllegalArgumentException(NO_KEYS, e);
    }
    throw new IllegalArgumentException(NO_KEYS);
  }

  private static final String NO_KEYS = "answerKeys needs a JSON Web Key Set with keys of answers, as " + PATH + " of the service has it";

  /**
   * Returns a key, null for one that is not known. Reads the published keys at most once; calls at the same time wait for the same keys.
   *
   * @param request sends the request for the key set; its failure is that of this method
   */
  PublicKey get(String id, Supplier<HttpResponse<byte[]>> request) throws UnreadableException, InterruptedException {
    if (pinned != null) return pinned.get(id);
    Published before = published;
    PublicKey known = before.get(id);
    if (known != null) return known;
    reading.lockInterruptibly();
    try {
      if (published == before) published = publishedNow(request);
      return published.get(id);
    } finally {
      reading.unlock();
    }
  }

  private static Published publishedNow(Supplier<HttpResponse<byte[]>> request) throws UnreadableException {
    long atNanos = System.nanoTime();
    HttpResponse<byte[]> response = request.get();
    if (response.statusCode() != 200) throw new UnreadableException("answered " + response.statusCode());
    try {
      return new Published(read(response.body()), atNanos);
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      throw new UnreadableException("is no JSON Web Key Set");
    }
  }

  /** Reads the keys of answers (RFC 7517). The service signs receipts with others, which gateways do not hold. */
  private static Map<String, PublicKey> read(byte[] keySet) throws IOException, GeneralSecurityException {
    JsonNode members = Json.readTree(keySet).path("keys");
    if (!members.isArray()) throw new IllegalArgumentException("no key set");
    Map<String, PublicKey> keys = new HashMap<>();
    for (JsonNode key : members)
      if (key.path("alg").asText().equals("ecdsa-p256-sha256") && key.path("crv").asText().equals("P-256"))
        keys.put(key.path("kid").asText(), P256.publicKey(new ECPoint(number(key.path("x")), number(key.path("y")))));
    return keys;
  }

  private static BigInteger number(JsonNode base64url) {
    return new BigInteger(1, Base64.getUrlDecoder().decode(base64url.asText()));
  }
}
