package example.pda.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cases of clients/conformance/webhooks.json, which all clients run, and the options. */
class WebhookVerifierTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

  @TestFactory
  Stream<DynamicTest> cases() throws IOException {
    JsonNode cases = JSON.readTree(Files.readAllBytes(Path.of("../conformance/webhooks.json")));
    assertTrue(cases.size() > 30);
    return StreamSupport.stream(cases.spliterator(), false).map(each -> DynamicTest.dynamicTest(each.get("name").asText(), () -> check(each)));
  }

  private static void check(JsonNode each) throws IOException {
    WebhookVerifier.Builder builder = WebhookVerifier.builder();
    each.path("secrets").forEach(secret -> builder.secrets(secret.asText()));
    if (each.has("keys")) builder.publicKeys("{\"keys\":" + each.get("keys") + "}");
    if (each.has("toleranceSeconds")) builder.tolerance(Duration.ofSeconds(each.get("toleranceSeconds").asLong()));
    WebhookVerifier verifier = builder.clock(Clock.fixed(Instant.ofEpochSecond(each.get("now").asLong()), ZoneOffset.UTC)).build();
    byte[] body = each.get("body").asText().getBytes(StandardCharsets.UTF_8);
    JsonNode headers = each.get("headers");
    if (each.has("error")) {
      PdaWebhookException refused =
          assertThrows(PdaWebhookException.class, () -> verifier.verify(body, name -> headers.path(name).asText(null)));
      assertEquals(each.get("error").asText(), refused.getReason().name().toLowerCase(Locale.ROOT));
      return;
    }
    Webhook webhook = verifier.verify(body, name -> headers.path(name).asText(null));
    assertEquals(each.get("kind").asText(), webhook.kind().name().toLowerCase(Locale.ROOT));
    assertEquals(each.get("type").asText(), webhook.event().getType().value());
    assertEquals(each.path("dataref").asText(null), webhook.dataref());
    assertEquals(each.has("dataref"), webhook.event().getData() == null);
    if (each.has("answer")) assertEquals(each.get("answer"), JSON.readTree(webhook.answer()));
    else assertNull(webhook.answer());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_c2hvcnQ=", "whsec_%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%"})
  void secretsOfAnotherForm(String text) {
    IllegalArgumentException error = assertThrows(IllegalArgumentException.class, () -> WebhookVerifier.builder().secrets(text));
    assertFalse(error.getMessage().contains("MfKQ"), error.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "null", "{\"keys\":[{\"crv\":\"Ed25519\",\"x\":\"AAAA\"}]}"})
  void keySetsOfAnotherForm(String text) {
    assertThrows(IllegalArgumentException.class, () -> WebhookVerifier.builder().publicKeys(text));
  }

  @Test
  void needsASecretOrAKeyAndATolerance() {
    assertThrows(IllegalArgumentException.class, () -> WebhookVerifier.builder().build());
    assertThrows(IllegalArgumentException.class, () -> WebhookVerifier.builder().publicKeys("{\"keys\":[]}").build());
    assertThrows(IllegalArgumentException.class, () -> WebhookVerifier.builder().tolerance(Duration.ZERO));
  }

  @Test
  void showsNoSecret() {
    assertEquals("WebhookVerifier{1 secrets, 0 keys}", WebhookVerifier.builder().secrets(SECRET).build().toString());
  }
}
