package example.pda.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import example.pda.client.api.Operations;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every recorded example of the contract is read and written without a loss: the types have a place for every member. */
class ContractExamplesTest {
  private static final ObjectMapper TREES = new ObjectMapper();
  private final JsonNode document;

  ContractExamplesTest() throws Exception {
    document = TREES.readTree(Path.of("../../gen/openapi/pda.v1.json").toFile());
  }

  @TestFactory
  List<DynamicTest> examples() {
    List<DynamicTest> tests = new ArrayList<>();
    for (JsonNode item : document.get("paths"))
      for (JsonNode operation : item) if (!isStream(operation)) addTests(operation, tests);
    return tests;
  }

  /** The generated client leaves streams out: no method of it returns an answer that goes on. */
  private static boolean isStream(JsonNode operation) {
    return operation.path("responses").path("200").path("content").has("text/event-stream");
  }

  private void addTests(JsonNode operation, List<DynamicTest> tests) {
    String name = operation.get("operationId").asText();
    Method method = methodOf(name);
    for (var response : operation.get("responses").properties()) {
      if (!response.getKey().startsWith("2")) continue;
      for (var example : examplesOf(response.getValue()))
        tests.add(DynamicTest.dynamicTest(name + " answer", () -> roundTrip(example.get("data"), method.getReturnType())));
    }
    for (var example : examplesOf(operation.path("requestBody"))) {
      Class<?> type = Arrays.stream(method.getParameterTypes()).filter(Model.class::isAssignableFrom).findFirst().orElseThrow();
      tests.add(DynamicTest.dynamicTest(name + " request", () -> roundTrip(example, type)));
    }
  }

  private List<JsonNode> examplesOf(JsonNode holder) {
    JsonNode examples = holder.path("content").path("application/json").path("examples");
    return StreamSupport.stream(examples.spliterator(), false)
        .map(example -> example.has("$ref") ? document.at(example.get("$ref").asText().substring(1)) : example)
        .map(example -> example.get("value"))
        .toList();
  }

  private static Method methodOf(String operation) {
    String name = operation.substring(0, 1).toLowerCase() + operation.substring(1);
    return Arrays.stream(Operations.class.getMethods())
        .flatMap(api -> Arrays.stream(api.getReturnType().getMethods()))
        .filter(method -> method.getName().equals(name))
        .findFirst().orElseThrow(() -> new AssertionError("no method " + name));
  }

  private static void roundTrip(JsonNode example, Class<?> type) throws Exception {
    assertNotNull(example);
    String envelope = "{\"success\":true,\"data\":" + example + "}";
    Object read = Json.readAnswer(envelope.getBytes("UTF-8"), type).data();
    assertEquals(normal(example), normal(TREES.readTree(Json.write(read))));
    assertEquals(read, Json.readAnswer(envelope.getBytes("UTF-8"), type).data());
  }

  /** Times may be written with and without milliseconds. */
  private static JsonNode normal(JsonNode node) {
    if (node.isTextual() && node.asText().matches("\\d{4}-\\d\\d-\\d\\dT.*Z")) return TextNode.valueOf(Instant.parse(node.asText()).toString());
    if (node instanceof ObjectNode object) object.properties().forEach(member -> member.setValue(normal(member.getValue())));
    if (node.isArray()) {
      var copy = TREES.createArrayNode();
      node.forEach(each -> copy.add(normal(each)));
      return copy;
    }
    return node;
  }
}
