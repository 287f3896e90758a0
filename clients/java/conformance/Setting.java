package conformance;

import example.pda.client.PdaClient;
import java.util.Map;
import java.util.Objects;

/** The environment variables of clients/conformance/README.md. The library reads {@code PDA_URL} and {@code PDA_CA_FILE} itself. */
record Setting(String operatorKey, String relayUrl) {
  static Setting fromEnvironment() {
    Map<String, String> environment = System.getenv();
    return new Setting(
        Objects.requireNonNull(environment.get("PDA_OPERATOR_KEY"), "PDA_OPERATOR_KEY is missing"),
        Objects.requireNonNull(environment.get("PDA_RELAY_URL"), "PDA_RELAY_URL is missing"));
  }

  PdaClient operator() {
    return PdaClient.builder().apiKey(operatorKey).build();
  }

  /** Returns the operator's client through a path of the relay. */
  PdaClient.Builder through(String way) {
    return PdaClient.builder().baseUrl(relayUrl + "/" + way).apiKey(operatorKey);
  }
}
