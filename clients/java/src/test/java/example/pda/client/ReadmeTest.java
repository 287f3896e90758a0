package example.pda.client;

import static example.pda.client.TestServer.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of README.md that make a client with a key prove who calls, as a program of their own. */
class ReadmeTest {
  private static final Pattern EXAMPLE =
      Pattern.compile("```java\n((?:String delegation = [^\n]*\n)?PdaClient (\\w+) = PdaClient\\.builder\\(\\)\\R[^`]*\\.(?:publicKeyFile|signatureFile|dpop)\\([^`]*)```");
  private static final String PROGRAM = """
      import example.pda.client.PdaClient;
      import java.nio.file.Files;
      import java.nio.file.Path;
      import java.security.KeyPair;
      import java.security.KeyPairGenerator;

      class Readme {
        interface Issuer {
          String token();
        }

        public static void main(String[] args) throws Exception {
          String key = "pda_test_secretsecret";
          Issuer issuer = () -> "token";
          KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
          generator.initialize(256);
          KeyPair keyPair = generator.generateKeyPair();
      %s
        }
      }
      """;

  @Test
  void theExamplesOfCredentialsRun(@TempDir Path folder) throws Exception {
    List<MatchResult> examples = EXAMPLE.matcher(Files.readString(Path.of("README.md"))).results().toList();
    String calls = examples.stream()
        .map(example -> "{\n" + example.group(1) + example.group(2) + ".server().getServerInfo();\n}")
        .collect(Collectors.joining("\n"));
    Path source = Files.writeString(folder.resolve("Readme.java"), PROGRAM.formatted(calls));
    Files.writeString(folder.resolve("office.key"), Identity.pem("PRIVATE KEY", Proofs.ED25519.getPrivate().getEncoded()));
    Files.writeString(folder.resolve("delegation.jwt"), "delegation\n");
    Files.writeString(folder.resolve("wallet.pem"), Identity.TILL.sec1Pem());
    Path root = Files.writeString(folder.resolve("root.pem"), Certificates.pem());
    try (TestServer server = new TestServer(ok("{\"version\":\"1\"}"))) {
      ProcessBuilder java = new ProcessBuilder(
          Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", System.getProperty("java.class.path"), source.toString());
      java.environment().keySet().removeIf(name -> name.startsWith("PDA_"));
      java.environment().put("PDA_URL", server.url());
      java.environment().put("PDA_CA_FILE", root.toString());
      Process process = java.directory(folder.toFile()).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(0, process.waitFor(), said);
      assertEquals(List.of("Bearer", "Bearer", "null", "DPoP", "DPoP"),
          server.requests.stream().map(request -> String.valueOf(request.header("Authorization")).split(" ")[0]).toList());
      assertEquals("DPoP delegation", server.requests.get(4).header("Authorization"));
      Proofs.jwt(server.requests.get(0).header("Authorization").substring("Bearer ".length()), Proofs.ED25519.getPublic());
      assertEquals(Proofs.PUBLIC_KEY_ID, Proofs.signature(server, server.requests.get(1), Proofs.ED25519.getPublic()).keyId());
      Proofs.signature(server, server.requests.get(2), Identity.TILL.chain().get(0).getPublicKey());
    }
  }
}
