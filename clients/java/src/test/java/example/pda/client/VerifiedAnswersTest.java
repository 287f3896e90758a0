package example.pda.client;

import static example.pda.client.Proofs.PUBLIC_KEY_ID;
import static example.pda.client.TestServer.answer;
import static example.pda.client.TestServer.error;
import static example.pda.client.TestServer.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import example.pda.client.api.PaymentApi.CancelPaymentOptions;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A client verifies the signatures of answers. */
class VerifiedAnswersTest {
  private static final String INFO = "{\"version\":\"1\"}";
  private static final Pattern NONCE = Pattern.compile(";nonce=\"([^\"]+)\"");

  private static String keySet(String id, String algorithm) {
    Map<String, String> key = new TreeMap<>(CallerKey.jwk(Proofs.P256.getPublic()));
    key.put("kid", id);
    key.put("alg", algorithm);
    return new String(Json.write(Map.of("keys", List.of(key))), StandardCharsets.UTF_8);
  }

  private static final String KEYS = keySet("key-1", "ecdsa-p256-sha256");

  /** A success that is signed as the service signs it; the key set for its path. */
  private static TestServer.Answer signed(int status, String body, String created) {
    return exchange -> {
      if (exchange.getRequestURI().getPath().equals(AnswerKeys.PATH)) answer(200, "application/json", KEYS).to(exchange);
      else answer(status, "application/json", body, proof(exchange, status, body, created)).to(exchange);
    };
  }

  private static TestServer.Answer signedInfo() {
    return signed(200, "{\"success\":true,\"errors\":[],\"data\":" + INFO + "}", Long.toString(Instant.now().getEpochSecond()));
  }

  private static String[] proof(HttpExchange exchange, int status, String body, String created) {
    try {
      var headers = exchange.getRequestHeaders();
      Matcher nonce = NONCE.matcher(headers.getFirst("Accept-Signature"));
      assertTrue(nonce.find());
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(body.getBytes(StandardCharsets.UTF_8));
      String digest = "sha-256=:" + Base64.getEncoder().encodeToString(hash) + ":";
      StringBuilder names = new StringBuilder("\"@status\" \"content-digest\" \"content-type\" \"@method\";req \"@target-uri\";req");
      StringBuilder base = new StringBuilder("\"@status\": " + status + "\n\"content-digest\": " + digest + "\n\"content-type\": application/json\n")
          .append("\"@method\";req: ").append(exchange.getRequestMethod()).append('\n')
          .append("\"@target-uri\";req: https://").append(headers.getFirst("Host")).append(exchange.getRequestURI()).append('\n');
      for (String name : List.of("signature", "x-request-id")) {
        if (!headers.containsKey(name)) continue;
        names.append(" \"").append(name).append("\";req");
        base.append('"').append(name).append("\";req: ").append(headers.getFirst(name)).append('\n');
      }
      String params = "(" + names + ");created=" + created + ";nonce=\"" + nonce.group(1) + "\";keyid=\"key-1\";tag=\"pda-answer\"";
      Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
      signature.initSign(Proofs.P256.getPrivate());
      signature.update((base + "\"@signature-params\": " + params).getBytes(StandardCharsets.UTF_8));
      return new String[] {
        "Content-Digest", digest, "Signature-Input", "sig=" + params, "Signature", "sig=:" + Base64.getEncoder().encodeToString(signature.sign()) + ":"
      };
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static PdaUnverifiedException refusal(PdaClient pda) {
    return assertThrows(PdaUnverifiedException.class, () -> pda.server().getServerInfo());
  }

  @Test
  void readsThePublishedKeysOnceWithoutACredential() throws Exception {
    try (TestServer server = new TestServer(signedInfo())) {
      PdaClient pda = server.client().verifyAnswers().build();
      IntStream.range(0, 5).parallel().forEach(time -> assertEquals("1", pda.server().getServerInfo().getVersion()));
      pda.server().getServerInfo();
      List<TestServer.Request> asked = server.requests.stream().filter(request -> request.target().equals(AnswerKeys.PATH)).toList();
      assertEquals(1, asked.size());
      assertNull(asked.get(0).header("Authorization"));
    }
  }

  @Test
  void asksOnceMoreForAnUnknownKey() throws Exception {
    try (TestServer server = new TestServer(signedInfo(), answer(200, "application/json", keySet("key-0", "ecdsa-p256-sha256")))) {
      String text = refusal(server.client().verifyAnswers().build()).getMessage();
      assertTrue(text.contains("key key-1, which is none of the service's keys"), text);
      assertEquals(2, server.requests.size());
    }
  }

  @Test
  void eachAttemptHasANonceOfItsOwn() throws Exception {
    String away = "{\"success\":false,\"errorCode\":\"SVC-5030\",\"errors\":[],\"data\":{}}";
    String now = Long.toString(Instant.now().getEpochSecond());
    try (TestServer server = new TestServer(signed(503, away, now), answer(502, "text/html", "no"), signedInfo())) {
      server.client().signature(PUBLIC_KEY_ID, Proofs.RSA.getPrivate()).answerKeys(KEYS).build().payment()
          .cancelPayment("pay_1", new CancelPaymentOptions().requestId("mine"));
      List<String> wanted = server.requests.stream().map(request -> request.header("Accept-Signature")).toList();
      assertEquals(3, wanted.stream().distinct().count());
      for (String each : wanted) assertTrue(each.contains("\"signature\";req \"x-request-id\";req"), each);
    }
  }

  @Test
  void refusesUnsignedAnswersAtOnceAndTellsTheIdempotencyKey() throws Exception {
    for (TestServer.Answer unsigned : List.of(ok(INFO), error(401, "SVC-4011", "CREDENTIAL_MISSING"), answer(307, "text/html", "", "Location", "/"))) {
      try (TestServer server = new TestServer(unsigned)) {
        PdaClient pda = server.client().answerKeys(KEYS).build();
        var options = new CancelPaymentOptions().idempotencyKey("order-1001");
        var refusal = assertThrows(PdaUnverifiedException.class, () -> pda.payment().cancelPayment("pay_1", options));
        assertEquals("order-1001", refusal.getIdempotencyKey());
        assertEquals(server.url() + "/api/v1/payments/pay_1/cancel", refusal.getAddress());
        assertTrue(refusal.getMessage().contains(refusal.getStatus() + " without the signature"), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("idempotency key order-1001"), refusal.getMessage());
        assertEquals(1, server.requests.size());
      }
    }
  }

  @Test
  void refusesAnswersOfAnotherTime() throws Exception {
    for (String created : List.of("1", "99999999999", "999999999999999", "\"soon\"")) {
      try (TestServer server = new TestServer(signed(200, "{}", created))) {
        String text = refusal(server.client().answerKeys(KEYS).build()).getMessage();
        assertTrue(text.contains("set the clock"), text);
      }
    }
  }

  @Test
  void refusesWhatItCannotRead() throws Exception {
    for (String input : List.of("sig", "sig=()", "sig=(\"@status\");created=1, other=()", "sig=(\"@status\")" + ";a=1".repeat(50_000))) {
      try (TestServer server = new TestServer(ok(INFO, "Signature-Input", input, "Signature", "sig=:" + "A".repeat(86) + "==:"))) {
        String text = refusal(server.client().answerKeys(KEYS).build()).getMessage();
        assertTrue(text.contains("cannot read"), text);
      }
    }
  }

  @Test
  void needsKeysOfAnswers() {
    for (String keys : List.of("", "[]", "{}", "{\"keys\":[]}", keySet("key-1", "ES256"), KEYS.replace("\"x\":\"", "\"x\":\"=")))
      assertTrue(assertThrows(IllegalArgumentException.class, () -> PdaClient.builder().answerKeys(keys)).getMessage().contains("jwks.json"), keys);
  }
}
