package example.pda.client;

import static example.pda.client.Proofs.ED25519;
import static example.pda.client.Proofs.P256;
import static example.pda.client.Proofs.PUBLIC_KEY_ID;
import static example.pda.client.TestServer.broken;
import static example.pda.client.TestServer.error;
import static example.pda.client.TestServer.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import example.pda.client.api.PaymentApi.CancelPaymentOptions;
import example.pda.client.api.PaymentApi.ListPaymentsOptions;
import example.pda.client.model.CreatePaymentRequest;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client signs its requests. */
class RequestSignerTest {
  private static final String PAYMENT = "{\"paymentId\":\"pay_1\"}";

  @Test
  void coversWhatDecides() throws Exception {
    for (KeyPair pair : List.of(ED25519, P256, Proofs.RSA)) coversWhatDecides(pair);
  }

  private static void coversWhatDecides(KeyPair pair) throws Exception {
    try (TestServer server = new TestServer(ok(PAYMENT), ok("{\"items\":[]}"), ok(PAYMENT))) {
      PdaClient pda = server.client().signature(PUBLIC_KEY_ID, pair.getPrivate()).build();
      pda.payment().createPayment(new CreatePaymentRequest().amount("1").description("Käse"), CallOptions.withKey("order-1001").requestId("mine"));
      pda.payment().listPayments(new ListPaymentsOptions().orderReference("a&b c/ü"));
      pda.withApiKey(null).payment().cancelPayment("pay_1", new CancelPaymentOptions().ifMatch("\"3\"").idempotencyKey("order-1002"));
      List<List<String>> expected = List.of(
          List.of("@method", "@target-uri", "content-digest", "authorization", "idempotency-key", "x-request-id"),
          List.of("@method", "@target-uri", "authorization"),
          List.of("@method", "@target-uri", "idempotency-key", "if-match"));
      for (int at = 0; at < expected.size(); at++) {
        Proofs.Signed signed = Proofs.signature(server, server.requests.get(at), pair.getPublic());
        assertEquals(expected.get(at), signed.covered());
        assertEquals(PUBLIC_KEY_ID, signed.keyId());
        assertTrue(Math.abs(Instant.now().getEpochSecond() - signed.created()) <= 60);
      }
      TestServer.Request created = server.requests.get(0);
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(created.body().getBytes(StandardCharsets.UTF_8));
      assertEquals("sha-256=:" + Base64.getEncoder().encodeToString(digest) + ":", created.header("Content-Digest"));
      assertNull(server.requests.get(1).header("Content-Digest"));
    }
  }

  @Test
  void eachAttemptIsSignedAnewUnderOneIdempotencyKey() throws Exception {
    try (TestServer server = new TestServer(broken(), error(401, "SVC-4011", "REQUEST_SIGNATURE_REPLAYED"), ok(PAYMENT))) {
      PdaClient pda = server.client().apiKey(null).signature(null, P256.getPrivate()).build();
      pda.payment().createPayment(new CreatePaymentRequest().amount("1"), CallOptions.withKey("order-1001"));
      Set<String> nonces = new HashSet<>();
      for (TestServer.Request request : server.requests) {
        nonces.add(Proofs.signature(server, request, P256.getPublic()).nonce());
        assertEquals("order-1001", request.header("Idempotency-Key"));
      }
      assertEquals(3, nonces.size());
    }
  }

  @Test
  void theKeyOfAWalletIsKnownByItsThumbprint(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("wallet.pem"), Identity.TILL.sec1Pem());
    var key = Identity.TILL.chain().get(0).getPublicKey();
    try (TestServer server = new TestServer(ok(PAYMENT))) {
      for (PdaClient.Builder client : List.of(
          server.client().signatureFile(null, file),
          server.client(Map.of("PDA_SIGNATURE_KEY_FILE", file.toString())),
          server.client(Map.of("PDA_SIGNATURE_KEY_FILE", file.toString(), "PDA_SIGNATURE_KEY_ID", PUBLIC_KEY_ID)),
          server.client(Map.of("PDA_SIGNATURE_KEY_FILE", file.toString())).signature(null, null)))
        client.build().payment().getPayment("pay_1");
      String thumbprint = CallerKey.thumbprint(key);
      List<String> expected = List.of(thumbprint, thumbprint, PUBLIC_KEY_ID);
      for (int at = 0; at < expected.size(); at++) assertEquals(expected.get(at), Proofs.signature(server, server.requests.get(at), key).keyId());
      assertNull(server.requests.get(3).header("Signature"));
    }
  }

  /** Key and thumbprint are those of RFC 9449 sections 4.1 and 6.1. */
  @Test
  void theThumbprintIsThatOfTheStandard() throws Exception {
    ECPoint point = new ECPoint(number("l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs"), number("9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA"));
    var curve = ((ECPublicKey) P256.getPublic()).getParams();
    var key = KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(point, curve));
    assertEquals("0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I", CallerKey.thumbprint(key));
  }

  /** Of the two points with the same x, both are met in some of these keys. */
  @Test
  void thePublicKeyIsFoundByThePrivateKey() throws Exception {
    for (int time = 0; time < 8; time++) {
      var pair = Proofs.pair("EC");
      assertEquals(pair.getPublic(), example.pda.client.P256.publicKeyOf(pair.getPrivate()));
    }
  }

  @Test
  void isRefusedWithAKeyThatDoesNotSignRequests() {
    var builder = new PdaClient.Builder(Map.of()).baseUrl("https://localhost");
    assertTrue(refusal(builder.signature(null, Proofs.RSA.getPrivate())).contains("key of a wallet is of type P-256"));
    assertTrue(refusal(builder.signature(null, ED25519.getPrivate())).contains("key of a wallet is of type P-256"));
    assertTrue(refusal(builder.signature("office", P256.getPrivate())).contains("PDA_SIGNATURE_KEY_ID"));
    assertTrue(refusal(builder.signature(PUBLIC_KEY_ID, null)).contains("PDA_SIGNATURE_KEY_FILE"));
  }

  private static String refusal(PdaClient.Builder builder) {
    return assertThrows(IllegalArgumentException.class, builder::build).getMessage();
  }

  private static BigInteger number(String base64url) {
    return new BigInteger(1, Base64.getUrlDecoder().decode(base64url));
  }
}
