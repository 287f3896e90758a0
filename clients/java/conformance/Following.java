package conformance;

import com.fasterxml.jackson.databind.ObjectMapper;
import example.pda.client.EventStream;
import example.pda.client.EventStreamOptions;
import example.pda.client.PdaClient;
import example.pda.client.model.Event;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Follows a stream of events. */
final class Following {
  private Following() {}

  /** Takes so many events, and fails with their identifiers as JSON. */
  static void run(int count) throws IOException {
    List<String> ids = new ArrayList<>();
    try (EventStream events = PdaClient.builder().build().streamEvents(new EventStreamOptions().type("payment.completed"))) {
      for (Event event : events) {
        ids.add(event.getId());
        if (ids.size() == count) break;
      }
    }
    throw new AssertionError(new ObjectMapper().writeValueAsString(ids));
  }
}
