package example.pda.client;

import static example.pda.client.Proofs.ED25519;
import static example.pda.client.Proofs.P256;
import static example.pda.client.Proofs.PUBLIC_KEY_ID;
import static example.pda.client.TestServer.broken;
import static example.pda.client.TestServer.error;
import static example.pda.client.TestServer.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import example.pda.client.model.CreatePaymentRequest;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client signs a JWT for each attempt. */
class RegisteredKeyTest {
  private static final String PAYMENT = "{\"paymentId\":\"pay_1\"}";

  private static Proofs.Jwt jwtOf(TestServer.Request request, KeyPair pair) throws Exception {
    return Proofs.jwt(request.header("Authorization").replaceFirst("^Bearer ", ""), pair.getPublic());
  }

  @Test
  void everyTypeOfKeySignsAsTheServiceReadsIt() throws Exception {
    var pairs = Map.of("ES256", P256, "EdDSA", ED25519, "PS256", Proofs.RSA);
    for (var each : pairs.entrySet()) {
      try (TestServer server = new TestServer(ok(PAYMENT))) {
        server.client().apiKey(null).publicKey(PUBLIC_KEY_ID, each.getValue().getPrivate()).build().payment().getPayment("pay_1");
        Proofs.Jwt jwt = jwtOf(server.requests.get(0), each.getValue());
        assertEquals(Map.of("alg", each.getKey(), "typ", "pda-access+jwt", "kid", PUBLIC_KEY_ID), jwt.header());
        assertEquals(Set.of("iss", "sub", "aud", "jti", "iat", "exp"), jwt.claims().keySet());
        assertEquals(List.of(PUBLIC_KEY_ID, PUBLIC_KEY_ID, server.url()), List.of(jwt.claims().get("iss"), jwt.claims().get("sub"), jwt.claims().get("aud")));
        int issued = (int) jwt.claims().get("iat");
        assertEquals(issued + 60, jwt.claims().get("exp"));
        assertTrue(Math.abs(Instant.now().getEpochSecond() - issued) <= 60);
      }
    }
  }

  @Test
  void eachAttemptHasItsOwnJwtAndOneIdempotencyKey() throws Exception {
    for (TestServer.Answer first : List.of(broken(), error(503, "SVC-5030", "SHUTTING_DOWN"), error(401, "SVC-4011", "TOKEN_REPLAYED"))) {
      try (TestServer server = new TestServer(first, ok(PAYMENT))) {
        PdaClient pda = server.client().apiKey(null).publicKey(PUBLIC_KEY_ID, P256.getPrivate()).audience("https://pda.example").build();
        pda.payment().createPayment(new CreatePaymentRequest().amount("1"));
        assertEquals(2, server.requests.size());
        Set<Object> identifiers = new HashSet<>();
        for (TestServer.Request request : server.requests) {
          Proofs.Jwt jwt = jwtOf(request, P256);
          identifiers.add(jwt.claims().get("jti"));
          assertEquals("https://pda.example", jwt.claims().get("aud"));
          assertEquals(server.requests.get(0).header("Idempotency-Key"), request.header("Idempotency-Key"));
        }
        assertEquals(2, identifiers.size());
      }
    }
  }

  @Test
  void anotherRefusalOfTheJwtIsFinal() throws Exception {
    try (TestServer server = new TestServer(error(401, "SVC-4011", "TOKEN_EXPIRED"))) {
      PdaClient pda = server.client().apiKey(null).publicKey(PUBLIC_KEY_ID, P256.getPrivate()).build();
      assertFalse(assertThrows(PdaException.class, () -> pda.payment().getPayment("pay_1")).isRetryable());
      assertEquals(1, server.requests.size());
    }
  }

  @Test
  void comesFromFilesOrTheEnvironmentUnlessAnOptionSaysNone(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("office.key"), Identity.pem("PRIVATE KEY", ED25519.getPrivate().getEncoded()));
    var environment = Map.of("PDA_PUBLIC_KEY_ID", PUBLIC_KEY_ID, "PDA_SIGNING_KEY_FILE", file.toString());
    try (TestServer server = new TestServer(ok(PAYMENT))) {
      for (PdaClient.Builder client : List.of(
          server.client(environment).apiKey(null),
          server.client().apiKey(null).publicKeyFile(PUBLIC_KEY_ID, file),
          server.client(environment).apiKey(null).publicKey(null, null),
          server.client(environment).publicKeyFile(null, null)))
        client.build().payment().getPayment("pay_1");
      for (TestServer.Request request : server.requests.subList(0, 2)) assertEquals(PUBLIC_KEY_ID, jwtOf(request, ED25519).header().get("kid"));
      assertNull(server.requests.get(2).header("Authorization"));
      assertEquals("Bearer pda_test_secretsecret", server.requests.get(3).header("Authorization"));
    }
  }

  @Test
  void anApiKeyReplacesItForAnotherTenant() throws Exception {
    try (TestServer server = new TestServer(ok(PAYMENT))) {
      PdaClient pda = server.client().apiKey(null).publicKey(PUBLIC_KEY_ID, P256.getPrivate()).build();
      pda.withApiKey("pda_test_other").payment().getPayment("pay_1");
      assertEquals("Bearer pda_test_other", server.requests.get(0).header("Authorization"));
    }
  }

  @Test
  void isRefusedWhenItCannotBeUsed(@TempDir Path folder) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(384);
    PrivateKey p384 = generator.generateKeyPair().getPrivate();
    Path damaged = Files.writeString(folder.resolve("damaged.key"), Identity.pem("PRIVATE KEY", "c2VjcmV0".getBytes()));
    Path encrypted = Files.writeString(folder.resolve("encrypted.key"), Identity.pem("ENCRYPTED PRIVATE KEY", "c2VjcmV0".getBytes()));
    Path curve = Files.writeString(folder.resolve("curve.key"), Identity.pem("PRIVATE KEY", p384.getEncoded()));
    assertEquals("the private key must be of type P-256, Ed25519 or RSA", refusal(builder().publicKey(PUBLIC_KEY_ID, p384)));
    assertEquals("the private key must be of type P-256, Ed25519 or RSA", refusal(builder().publicKeyFile(PUBLIC_KEY_ID, curve)));
    assertEquals("the private key in " + damaged + " is damaged, or not of type P-256, Ed25519 or RSA", refusal(builder().publicKeyFile(PUBLIC_KEY_ID, damaged)));
    assertTrue(refusal(builder().publicKeyFile(PUBLIC_KEY_ID, encrypted)).endsWith("is encrypted: give it without a passphrase"));
    assertTrue(refusal(builder().publicKeyFile(PUBLIC_KEY_ID, folder.resolve("absent"))).endsWith("cannot be read"));
    assertTrue(refusal(builder().publicKey("key_1", P256.getPrivate())).contains("PDA_PUBLIC_KEY_ID"));
    assertTrue(refusal(builder().apiKey("pda_test_1").publicKey(PUBLIC_KEY_ID, P256.getPrivate())).contains("not several"));
    for (PdaClient.Builder half : List.of(
        builder().publicKey(PUBLIC_KEY_ID, null),
        builder().publicKey(null, P256.getPrivate()),
        new PdaClient.Builder(Map.of("PDA_URL", "https://localhost", "PDA_PUBLIC_KEY_ID", PUBLIC_KEY_ID)),
        new PdaClient.Builder(Map.of("PDA_URL", "https://localhost", "PDA_SIGNING_KEY_FILE", "office.key"))))
      assertTrue(refusal(half).contains("set both PDA_PUBLIC_KEY_ID and PDA_SIGNING_KEY_FILE"));
  }

  private static PdaClient.Builder builder() {
    return new PdaClient.Builder(Map.of()).baseUrl("https://localhost");
  }

  private static String refusal(PdaClient.Builder builder) {
    var refusal = assertThrows(IllegalArgumentException.class, builder::build);
    StringWriter shown = new StringWriter();
    refusal.printStackTrace(new PrintWriter(shown));
    assertFalse(shown.toString().contains("c2VjcmV0"));
    return refusal.getMessage();
  }
}
