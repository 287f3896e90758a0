package example.pda.client;

import static example.pda.client.Proofs.ED25519;
import static example.pda.client.Proofs.P256;
import static example.pda.client.TestServer.broken;
import static example.pda.client.TestServer.error;
import static example.pda.client.TestServer.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import example.pda.client.api.PaymentApi.ListPaymentsOptions;
import example.pda.client.model.CreatePaymentRequest;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A client proves the key that its token is bound to. */
class DpopTokenTest {
  private static final String PAYMENT = "{\"paymentId\":\"pay_1\"}";
  private static final String CHALLENGE = "DPoP error=\"use_dpop_nonce\", algs=\"ES256\"";

  @Test
  void eachAttemptHasAProofAndTheNewestNonce() throws Exception {
    for (KeyPair pair : List.of(P256, ED25519, Proofs.RSA)) {
      AtomicInteger calls = new AtomicInteger();
      try (TestServer server = new TestServer(
          error(401, "SVC-4011", "NONCE", "DPoP-Nonce", "first", "WWW-Authenticate", CHALLENGE), ok(PAYMENT, "DPoP-Nonce", "second"), ok("{\"items\":[]}"))) {
        PdaClient pda = server.client().apiKey(null).retryPolicy(RetryPolicy.NONE).dpop(() -> "token-" + calls.incrementAndGet(), pair).build();
        pda.payment().createPayment(new CreatePaymentRequest().amount("1"));
        pda.payment().listPayments(new ListPaymentsOptions().pageSize(1));
        assertEquals(server.requests.get(0).header("Idempotency-Key"), server.requests.get(1).header("Idempotency-Key"));
        Set<Object> proofs = new HashSet<>();
        List<String> nonces = Arrays.asList(null, "first", "second");
        for (int at = 0; at < nonces.size(); at++) {
          TestServer.Request request = server.requests.get(at);
          String token = "token-" + (at + 1);
          Proofs.Jwt proof = Proofs.jwt(request.header("DPoP"), pair.getPublic());
          byte[] digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.US_ASCII));
          assertEquals("DPoP " + token, request.header("Authorization"));
          assertEquals("dpop+jwt", proof.header().get("typ"));
          assertEquals(CallerKey.jwk(pair.getPublic()), proof.header().get("jwk"));
          assertFalse(((Map<?, ?>) proof.header().get("jwk")).containsKey("d"));
          assertEquals(request.method(), proof.claims().get("htm"));
          assertEquals(server.url() + "/api/v1/payments", proof.claims().get("htu"));
          assertEquals(Base64.getUrlEncoder().withoutPadding().encodeToString(digest), proof.claims().get("ath"));
          assertEquals(nonces.get(at), proof.claims().get("nonce"));
          proofs.add(proof.claims().get("jti"));
        }
        assertEquals(3, proofs.size());
      }
    }
  }

  @Test
  void aSecondChallengeAndAnotherRefusalAreFinal() throws Exception {
    for (var each : Map.of(CHALLENGE, 2, "DPoP error=\"invalid_token\"", 1).entrySet()) {
      try (TestServer server = new TestServer(error(401, "SVC-4011", "NONCE", "DPoP-Nonce", "n", "WWW-Authenticate", each.getKey()))) {
        PdaClient pda = server.client().apiKey(null).dpop(() -> "token", P256).build();
        assertThrows(PdaException.class, () -> pda.payment().getPayment("pay_1"));
        assertEquals(each.getValue(), server.requests.size());
      }
    }
  }

  @Test
  void aProofThatWasSentTwiceIsMadeAnew() throws Exception {
    try (TestServer server = new TestServer(error(401, "SVC-4011", "DPOP_PROOF_REPLAYED"), ok(PAYMENT))) {
      server.client().apiKey(null).dpop(() -> "token", P256).build().payment().createPayment(new CreatePaymentRequest().amount("1"));
      assertEquals(2, server.requests.size());
      assertNotEquals(server.requests.get(0).header("DPoP"), server.requests.get(1).header("DPoP"));
      assertEquals(server.requests.get(0).header("Idempotency-Key"), server.requests.get(1).header("Idempotency-Key"));
    }
  }

  @Test
  void aSignatureCoversTheToken() throws Exception {
    try (TestServer server = new TestServer(ok(PAYMENT))) {
      server.client().apiKey(null).dpop(() -> "token", P256).signature(null, P256.getPrivate()).build().payment().getPayment("pay_1");
      assertEquals(List.of("@method", "@target-uri", "authorization"), Proofs.signature(server, server.requests.get(0), P256.getPublic()).covered());
    }
  }

  @Test
  void aFailingTokenEndsTheCall() throws Exception {
    IllegalStateException away = new IllegalStateException("the authorisation server is away");
    AtomicInteger calls = new AtomicInteger();
    try (TestServer server = new TestServer(broken())) {
      PdaClient pda = server.client().apiKey(null).dpop(() -> {
        if (calls.incrementAndGet() > 1) throw away;
        return "token";
      }, P256).build();
      var lost = assertThrows(PdaConnectionException.class, () -> pda.payment().createPayment(new CreatePaymentRequest().amount("1")));
      assertSame(away, lost.getCause());
      assertEquals(server.requests.get(0).header("Idempotency-Key"), lost.getIdempotencyKey());
      assertTrue(lost.getMessage().contains("may have been executed"));
      var unsent = assertThrows(PdaConnectionException.class, () -> pda.payment().createPayment(new CreatePaymentRequest().amount("1")));
      assertNull(unsent.getIdempotencyKey());
      assertEquals(1, server.requests.size());
      PdaClient none = server.client().apiKey(null).dpop(() -> null, P256).build();
      assertThrows(PdaConnectionException.class, () -> none.payment().getPayment("pay_1"));
      assertEquals(1, server.requests.size());
    }
  }

  @Test
  void isRefusedWhenItCannotBeUsed() {
    var builder = new PdaClient.Builder(Map.of()).baseUrl("https://localhost");
    KeyPair mixed = new KeyPair(P256.getPublic(), Proofs.pair("EC").getPrivate());
    assertThrows(IllegalArgumentException.class, () -> builder.dpop(() -> "token", mixed));
    assertThrows(NullPointerException.class, () -> builder.dpop(null, P256));
    assertThrows(IllegalArgumentException.class, () -> builder.apiKey("pda_test_1").dpop(() -> "token", P256).build());
  }
}
