package example.pda.client;

import static example.pda.client.TestServer.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client proves who it is by its certificate. */
class ClientCertificateTest {
  private static final Identity TILL = Identity.TILL;
  private final PdaClient.Builder builder = new PdaClient.Builder(Map.of()).baseUrl("https://localhost");

  private static TestServer server() throws Exception {
    return new TestServer(ok("{\"version\":\"1\"}"));
  }

  @Test
  void isShownWithThoseAboveItAndNeedsNoApiKey() throws Exception {
    try (TestServer server = server()) {
      server.client().apiKey(null).clientCertificate(TILL.certPem(), TILL.keyPem()).build().server().getServerInfo();
      assertEquals(2, TILL.chain().size());
      assertEquals(TILL.chain(), server.requests.get(0).certificates());
      assertNull(server.requests.get(0).header("Authorization"));
    }
  }

  @Test
  void mayHaveAKeyInTheFormOfSec1() throws Exception {
    try (TestServer server = server()) {
      server.client().clientCertificate(TILL.certPem(), TILL.sec1Pem()).build().server().getServerInfo();
      assertEquals(TILL.chain(), server.requests.get(0).certificates());
    }
  }

  @Test
  void isSentBesideAnApiKeyAndKeptWithAnother() throws Exception {
    try (TestServer server = server()) {
      PdaClient pda = server.client().apiKey("pda_test_1").clientCertificate(TILL.certPem(), TILL.keyPem()).build();
      pda.server().getServerInfo();
      pda.withApiKey("pda_test_2").server().getServerInfo();
      assertEquals(List.of(TILL.chain(), TILL.chain()), server.requests.stream().map(TestServer.Request::certificates).toList());
      assertEquals(List.of("Bearer pda_test_1", "Bearer pda_test_2"),
          server.requests.stream().map(request -> request.header("Authorization")).toList());
    }
  }

  @Test
  void comesFromFilesOrTheEnvironmentUnlessAnOptionSaysNone(@TempDir Path folder) throws Exception {
    // One file with both, as some programs write it, is taken as well.
    Path both = Files.writeString(folder.resolve("both.pem"), TILL.keyPem() + TILL.certPem());
    try (TestServer server = server()) {
      var environment = new HashMap<>(Map.of("PDA_CLIENT_CERT_FILE", both.toString(), "PDA_CLIENT_KEY_FILE", both.toString()));
      var clients = List.of(
          server.client().clientCertificateFiles(both, both),
          server.client(environment),
          server.client(environment).clientCertificate(null, null),
          server.client(environment).clientCertificateFiles(null, null),
          server.client(Map.of("PDA_CLIENT_CERT_FILE", "", "PDA_CLIENT_KEY_FILE", "")));
      for (PdaClient.Builder client : clients) client.build().server().getServerInfo();
      assertEquals(List.of(TILL.chain(), TILL.chain(), List.of(), List.of(), List.of()),
          server.requests.stream().map(TestServer.Request::certificates).toList());
    }
  }

  @Test
  void needsItsKeyAndTheKeyTheCertificate() {
    Path file = Path.of("some.pem");
    List<Runnable> halves = List.of(
        () -> builder.clientCertificate(TILL.certPem(), null),
        () -> builder.clientCertificate(null, TILL.keyPem()),
        () -> builder.clientCertificateFiles(file, null).build(),
        () -> builder.clientCertificateFiles(null, file).build(),
        () -> new PdaClient.Builder(Map.of("PDA_URL", "https://localhost", "PDA_CLIENT_CERT_FILE", "some.pem")).build(),
        () -> new PdaClient.Builder(Map.of("PDA_URL", "https://localhost", "PDA_CLIENT_KEY_FILE", "some.pem")).build());
    for (Runnable half : halves)
      assertTrue(assertThrows(IllegalArgumentException.class, half::run).getMessage().contains("set both PDA_CLIENT_CERT_FILE and PDA_CLIENT_KEY_FILE"));
  }

  @Test
  void isRefusedWithTheKeyOfAnother() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(256);
    assertEquals("the private key in keyPem does not belong to the certificate in certPem",
        refusal(TILL.certPem(), Identity.pem("PRIVATE KEY", generator.generateKeyPair().getPrivate().getEncoded())));
    var rsa = KeyPairGenerator.getInstance("RSA").generateKeyPair().getPrivate();
    assertEquals("the private key in keyPem is damaged, or of another kind than the certificate in certPem",
        refusal(TILL.certPem(), Identity.pem("PRIVATE KEY", rsa.getEncoded())));
  }

  @Test
  void isRefusedWhenItCannotBeUnderstood() {
    String certificate = TILL.certPem();
    String key = TILL.keyPem();
    String damaged = "the private key in keyPem is damaged, or of another kind than the certificate in certPem";
    assertEquals("certPem has no certificate in PEM", refusal(key, key));
    assertEquals("keyPem has no private key in PEM", refusal(certificate, certificate));
    assertEquals("a certificate in certPem is damaged", refusal(certificate.replaceFirst("\nMI", "\nAA"), key));
    for (String start : List.of("\nAA", "\n!", "\n"))
      assertEquals(damaged, refusal(certificate, key.replaceFirst("\nM.", start)));
    assertEquals(damaged, refusal(certificate, TILL.sec1Pem().replaceFirst("\nM.", "\nAA")));
    assertEquals("the private key in keyPem is encrypted: give it without a passphrase",
        refusal(certificate, key.replace("PRIVATE", "ENCRYPTED PRIVATE")));
    assertEquals("certPem must have the client's certificate first, then each that issued the one before",
        refusal(Identity.certPem(List.of(TILL.chain().get(0), TILL.chain().get(0))), key));
  }

  @Test
  void namesAFileThatCannotBeRead(@TempDir Path folder) throws Exception {
    Path present = Files.writeString(folder.resolve("certificate.pem"), TILL.certPem());
    Path absent = folder.resolve("absent.pem");
    for (var files : List.of(List.of(present, absent), List.of(absent, present))) {
      var refusal = assertThrows(IllegalArgumentException.class, () -> builder.clientCertificateFiles(files.get(0), files.get(1)).build());
      assertEquals("the file " + absent + " of the client certificate cannot be read", refusal.getMessage());
    }
  }

  @Test
  void keepsItsKeyOutOfTexts() {
    PdaClient.Builder made = builder.clientCertificate(TILL.certPem(), TILL.keyPem());
    String text = made + made.build().toString();
    assertFalse(text.contains(TILL.keyPem().lines().toList().get(1)));
  }

  /** Returns the message of a refusal, after a look at all that it shows. */
  private String refusal(String certPem, String keyPem) {
    var refusal = assertThrows(IllegalArgumentException.class, () -> builder.clientCertificate(certPem, keyPem));
    StringWriter shown = new StringWriter();
    refusal.printStackTrace(new PrintWriter(shown));
    keyPem.lines().filter(line -> line.length() > 20 && !line.startsWith("-----")).forEach(line -> assertFalse(shown.toString().contains(line)));
    return refusal.getMessage();
  }
}
