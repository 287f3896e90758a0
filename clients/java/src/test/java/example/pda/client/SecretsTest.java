package example.pda.client;

import static example.pda.client.TestServer.answer;
import static example.pda.client.TestServer.error;
import static example.pda.client.TestServer.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import example.pda.client.model.CreatedApiKey;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A key is sent to the service and nowhere else. */
class SecretsTest {
  private static final String KEY = "pda_test_secretsecret";

  @Test
  void theKeyIsInNoText() throws Exception {
    try (TestServer server = new TestServer(error(401, "SVC-4011", "UNAUTHENTICATED"))) {
      PdaClient pda = server.client().apiKey(KEY).build();
      StringWriter text = new StringWriter();
      assertThrows(PdaException.class, () -> pda.payment().getPayment("pay_1")).printStackTrace(new PrintWriter(text));
      assertFalse((text + pda.toString()).contains(KEY));
      assertEquals("Bearer " + KEY, server.requests.get(0).header("Authorization"));
    }
  }

  @Test
  void aMalformedKeyIsRefusedWithoutBeingShown() {
    for (String key : new String[] {"", "secret\r\nX-Evil: 1", "secret key", "sécret"}) {
      var refusal = assertThrows(IllegalArgumentException.class,
          () -> new PdaClient.Builder(Map.of()).baseUrl("https://localhost").apiKey(key).build());
      assertFalse(refusal.getMessage().contains("cret"));
    }
  }

  @Test
  void aRedirectIsNotFollowed() throws Exception {
    try (TestServer other = new TestServer(ok("{}"));
        TestServer server = new TestServer(answer(307, "text/html", "Moved", "Location", other.url() + "/api/v1/server-info"))) {
      var failure = assertThrows(PdaProtocolException.class, () -> server.client().build().server().getServerInfo());
      assertTrue(failure.getMessage().contains("redirects"));
      assertEquals(0, other.requests.size());
      assertEquals(1, server.requests.size());
    }
  }

  @Test
  void anotherKeyNeedsNoOtherClient() throws Exception {
    try (TestServer server = new TestServer(ok("{\"paymentId\":\"pay_1\"}"))) {
      PdaClient pda = server.client().build();
      pda.withApiKey("pda_test_other").payment().getPayment("pay_1");
      pda.withApiKey(null).payment().getPayment("pay_1");
      assertEquals("Bearer pda_test_other", server.requests.get(0).header("Authorization"));
      assertNull(server.requests.get(1).header("Authorization"));
    }
  }

  @Test
  void aSecretOfAnAnswerIsMaskedInItsText() {
    String text = new CreatedApiKey().secret("pda_sandbox_abc").toString();
    assertEquals("CreatedApiKey{secret=***}", text);
  }

  @Test
  void onlyHttpsIsSpoken() {
    for (String url : new String[] {"http://localhost", "https://user:word@localhost", "https://localhost?x=1", "localhost:8443", "https:///x"})
      assertThrows(IllegalArgumentException.class, () -> new PdaClient.Builder(Map.of()).baseUrl(url).build(), url);
  }
}
