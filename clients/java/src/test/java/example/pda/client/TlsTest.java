package example.pda.client;

import static example.pda.client.TestServer.ok;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whom the client speaks to. */
class TlsTest {
  private static final String INFO = "{\"version\":\"1\"}";

  @Test
  void theEnvironmentIsTheDefault(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("root.crt"), Certificates.pem());
    try (TestServer server = new TestServer(ok(INFO))) {
      var environment = Map.of("PDA_URL", server.url() + "/", "PDA_API_KEY", "pda_env", "PDA_CA_FILE", file.toString());
      PdaClient pda = new PdaClient.Builder(environment).build();
      assertEquals(server.url(), pda.baseUrl());
      pda.server().getServerInfo();
      assertEquals("Bearer pda_env", server.requests.get(0).header("Authorization"));
      assertEquals("pda-client-java/" + example.pda.client.api.Operations.VERSION, server.requests.get(0).header("User-Agent"));
    }
  }

  @Test
  void anEmptyVariableCountsAsNotSet() throws Exception {
    try (TestServer server = new TestServer(ok(INFO))) {
      var environment = Map.of("PDA_URL", server.url(), "PDA_API_KEY", "", "PDA_CA_FILE", "");
      PdaClient pda = new PdaClient.Builder(environment).caCertificates(Certificates.pem()).build();
      pda.server().getServerInfo();
      assertNull(server.requests.get(0).header("Authorization"));
      assertDoesNotThrow(() -> new PdaClient.Builder(environment).build());
    }
  }

  @Test
  void anUntrustedCertificateSaysWhatToSetAndIsNotTriedAgain() throws Exception {
    KeyStore other = Certificates.create("dns:localhost");
    try (TestServer server = new TestServer(ok(INFO))) {
      PdaClient pda = server.client().caCertificates(Certificates.pemOf(other)).build();
      long start = System.nanoTime();
      var failure = assertThrows(PdaConnectionException.class, () -> pda.server().getServerInfo());
      assertTrue(failure.getMessage().contains("PDA_CA_FILE"));
      assertFalse(failure.isRetryable());
      assertEquals(0, server.requests.size());
      assertTrue(System.nanoTime() - start < 5_000_000_000L);
    }
  }

  @Test
  void aCertificateOfAnotherHostIsRefused() throws Exception {
    KeyStore other = Certificates.create("dns:other.example");
    try (TestServer server = new TestServer(Certificates.contextOf(other), new String[] {"TLSv1.3"}, ok(INFO))) {
      PdaClient pda = server.client().caCertificates(Certificates.pemOf(other)).build();
      assertRefused(pda, "Check the host of baseUrl");
      assertEquals(0, server.requests.size());
    }
  }

  @Test
  void anExpiredCertificateIsRefused() throws Exception {
    KeyStore expired = Certificates.createExpired();
    try (TestServer server = new TestServer(Certificates.contextOf(expired), new String[] {"TLSv1.3"}, ok(INFO))) {
      PdaClient pda = server.client().caCertificates(Certificates.pemOf(expired, "ca")).build();
      assertRefused(pda, "Check the clock of this machine");
      assertEquals(0, server.requests.size());
    }
  }

  /** Another root would not help. */
  private static void assertRefused(PdaClient pda, String advice) {
    var failure = assertThrows(PdaConnectionException.class, () -> pda.server().getServerInfo());
    assertTrue(failure.getMessage().contains(advice), failure.getMessage());
    assertFalse(failure.getMessage().contains("PDA_CA_FILE"), failure.getMessage());
    assertFalse(failure.isRetryable());
  }

  @Test
  void olderTlsIsRefused() throws Exception {
    try (TestServer server = new TestServer(Certificates.server(), new String[] {"TLSv1.2"}, ok(INFO))) {
      PdaClient pda = server.client().retryPolicy(RetryPolicy.NONE).build();
      assertThrows(PdaConnectionException.class, () -> pda.server().getServerInfo());
      assertEquals(0, server.requests.size());
    }
  }

  @Test
  void whatIsNoCertificateIsRefused() {
    var builder = new PdaClient.Builder(Map.of()).baseUrl("https://localhost");
    assertThrows(IllegalArgumentException.class, () -> builder.caCertificates("not a certificate"));
    assertThrows(IllegalArgumentException.class, () -> builder.caFile(Path.of("/does/not/exist")).build());
  }
}
