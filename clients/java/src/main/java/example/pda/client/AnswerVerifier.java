package example.pda.client;

import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Verifies that an answer is the service's own, and the answer to this attempt (HTTP Message Signatures, RFC 9421 section 5). */
final class AnswerVerifier {
  private static final long CLOCK_TOLERANCE_SECONDS = 300;
  private static final int NONCE_BYTES = 16;
  private static final SecureRandom RANDOM = new SecureRandom();
  /** The only form in which the service writes {@code Signature-Input}: component identifiers, and the parameters. */
  private static final Pattern INPUT = Pattern.compile("sig=(\\(([^()]*)\\)(?:;[a-z]+=(?:[0-9]{1,15}|\"[^\"\\\\]*\"))+)");
  /** The expressions of Java take a piece of the stack for each parameter. */
  private static final int INPUT_LENGTH_MAX = 1_024;
  private static final Pattern SIGNATURE = Pattern.compile("sig=:([A-Za-z0-9+/]{86}==):");
  private static final Pattern PARAMETER = Pattern.compile(";([a-z]+)=(?:\"([^\"]*)\"|([0-9]+))");
  private static final Pattern COMPONENT = Pattern.compile("\"([a-z0-9-]+)\"(;req)?");
  private static final String CHANGED = "something on the way has changed the request or the answer; make an address of the service itself the "
      + "base address, without a proxy that changes either";

  private final Outgoing request;
  /** What the signature has to cover. */
  private final List<String> components = new ArrayList<>(List.of("\"@status\"", "\"content-digest\"", "\"@method\";req", "\"@target-uri\";req"));
  private final String nonce;

  /** Asks for a signed answer in {@code Accept-Signature}. The nonce makes the answer one to this attempt. */
  AnswerVerifier(Outgoing request) {
    this.request = request;
    byte[] random = new byte[NONCE_BYTES];
    RANDOM.nextBytes(random);
    nonce = CallerKey.base64url(random);
    for (String name : List.of("signature", "x-request-id")) if (request.headers().containsKey(name)) components.add("\"" + name + "\";req");
    request.headers().put("Accept-Signature", "sig=(" + String.join(" ", components) + ");created;nonce=\"" + nonce + "\";tag=\"pda-answer\"");
  }

  /** What a signature states, and the text that it is over. */
  private record Stated(String keyId, String base, byte[] signature) {}

  /** An answer is not proven; the message says why, and what to do. */
  private static final class UnprovenException extends Exception {
    private static final long serialVersionUID = 1;

    UnprovenException(String message) {
      super(message);
    }
  }

  /**
   * Returns what keeps an answer from being used, and what to do; null for an answer that is proven.
   *
   * @param keySet sends the request for the service's keys; its failure is that of this method
   */
  String problem(HttpResponse<byte[]> response, AnswerKeys keys, Supplier<HttpResponse<byte[]>> keySet) throws InterruptedException {
    try {
      Stated stated = read(response);
      PublicKey key = keys.get(stated.keyId, keySet);
      if (key == null)
        return "with a signature of the key " + stated.keyId + ", which is none of the service's keys: take the pinned keys from "
            + AnswerKeys.PATH + " again if the service has new ones; otherwise " + CHANGED;
      return isSigned(stated, key) ? null : "with a wrong signature: " + CHANGED;
    } catch (AnswerKeys.UnreadableException e) {
      return "with a signature that cannot be checked, because " + e.getMessage() + ": give the service's keys to answerKeys";
    } catch (UnprovenException e) {
      return e.getMessage();
    }
  }

  /** Checks all but the signature itself. */
  private Stated read(HttpResponse<byte[]> response) throws UnprovenException {
    HttpHeaders headers = response.headers();
    if (headers.firstValue("Signature").isEmpty() || headers.firstValue("Signature-Input").isEmpty())
      throw new UnprovenException("without the signature that the client asked for: call the service itself, not a proxy or cache that answers in "
          + "its place");
    String given = field(headers, "Signature-Input");
    Matcher input = INPUT.matcher(given.length() > INPUT_LENGTH_MAX ? "" : given);
    Matcher signature = SIGNATURE.matcher(field(headers, "Signature"));
    if (!input.matches() || !signature.matches())
      throw new UnprovenException("with a signature that this client cannot read: call the service itself, or use a newer client");
    Map<String, String> parameters = new HashMap<>();
    Matcher each = PARAMETER.matcher(input.group(1));
    while (each.find()) parameters.put(each.group(1), each.group(2) == null ? each.group(3) : each.group(2));

    List<String> covered = List.of(input.group(2).split(" "));
    List<String> needed = new ArrayList<>(components);
    if (headers.firstValue("Content-Type").isPresent()) needed.add("\"content-type\"");
    for (String name : needed)
      if (!covered.contains(name)) throw new UnprovenException("with a signature that does not cover " + name + ": " + CHANGED);
    if (!"pda-answer".equals(parameters.get("tag")) || !nonce.equals(parameters.get("nonce")))
      throw new UnprovenException("with the signature of another answer: " + CHANGED);
    if (!isNow(parameters.getOrDefault("created", "")))
      throw new UnprovenException("with a signature that was made more than " + CLOCK_TOLERANCE_SECONDS
          + " s before or after the time of this clock: set the clock");
    String digest = "sha-256=:" + Base64.getEncoder().encodeToString(CallerKey.sha256(response.body())) + ":";
    if (!digest.equals(field(headers, "Content-Digest"))) throw new UnprovenException("with a content that is not the signed one: " + CHANGED);
    String base = base(response, covered) + "\"@signature-params\": " + input.group(1);
    return new Stated(parameters.getOrDefault("keyid", ""), base, Base64.getDecoder().decode(signature.group(1)));
  }

  private static boolean isNow(String created) {
    return created.matches("[0-9]{1,15}") && Math.abs(Long.parseLong(created) - Instant.now().getEpochSecond()) <= CLOCK_TOLERANCE_SECONDS;
  }

  /** Returns the lines of the signature base (section 2.5). A component that this version does not know has no value: no signature fits. */
  private String base(HttpResponse<byte[]> response, List<String> covered) {
    Map<String, String> derived = Map.of(
        "\"@status\"", Integer.toString(response.statusCode()), "\"@method\";req", request.method(), "\"@target-uri\";req", request.target());
    StringBuilder base = new StringBuilder();
    for (String identifier : covered) {
      Matcher component = COMPONENT.matcher(identifier);
      String value = derived.getOrDefault(identifier, "");
      if (component.matches())
        value = component.group(2) == null ? field(response.headers(), component.group(1)) : request.headers().getOrDefault(component.group(1), "").strip();
      base.append(identifier).append(": ").append(value).append('\n');
    }
    return base.toString();
  }

  /** Returns the combined value of a field (section 2.1). */
  private static String field(HttpHeaders headers, String name) {
    return String.join(", ", headers.allValues(name)).strip();
  }

  private static boolean isSigned(Stated stated, PublicKey key) {
    try {
      Signature verifier = Signature.getInstance("SHA256withECDSAinP1363Format");
      verifier.initVerify(key);
      verifier.update(stated.base.getBytes(StandardCharsets.UTF_8));
      return verifier.verify(stated.signature);
    } catch (GeneralSecurityException e) {
      // A signature out of range.
      return false;
    }
  }
}
