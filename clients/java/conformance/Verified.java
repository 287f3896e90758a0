package conformance;

import static conformance.Steps.equal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import example.pda.client.PdaClient;
import example.pda.client.PdaException;
import example.pda.client.PdaFailure;
import example.pda.client.RetryPolicy;
import example.pda.client.api.PaymentApi.ListPaymentsOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Calls through proxies that change answers. */
final class Verified {
  private Verified() {}

  /** Fails with the failures by the names of the proxies, as JSON. */
  static void run(String proxies) throws IOException {
    ObjectMapper json = new ObjectMapper();
    Map<String, String> said = new TreeMap<>();
    for (JsonNode proxy : json.readTree(proxies)) {
      try {
        through(proxy);
      } catch (PdaFailure failure) {
        said.put(proxy.get("name").asText(), failure.getClass().getSimpleName() + ": " + failure.getMessage());
      }
    }
    if (!said.isEmpty()) throw new AssertionError(json.writeValueAsString(said));
  }

  /** Makes three calls that succeed and one that is refused. */
  private static void through(JsonNode proxy) throws IOException {
    PdaClient.Builder builder = PdaClient.builder().baseUrl(proxy.get("url").asText()).retryPolicy(RetryPolicy.NONE);
    if (proxy.has("keys")) builder.answerKeys(Files.readString(Path.of(proxy.get("keys").asText())));
    else builder.verifyAnswers();
    PdaClient pda = builder.build();
    for (int time = 0; time < 2; time++) pda.server().getServerInfo();
    pda.payment().listPayments(new ListPaymentsOptions().orderReference("a&b c/ü").requestId("mine"));
    try {
      pda.payment().getPayment("pay_01kf05yaj0fg8rwb8000000001");
      throw new AssertionError("the payment exists");
    } catch (PdaException refusal) {
      equal("status", 404, refusal.getStatus());
    }
  }
}
