package example.pda.client;

import static example.pda.client.TestServer.answer;
import static example.pda.client.TestServer.broken;
import static example.pda.client.TestServer.error;
import static example.pda.client.TestServer.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import example.pda.client.TestServer.Answer;
import example.pda.client.model.Event;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams of events, whose connections end in all ways. */
@Timeout(30)
class EventStreamTest {
  private static String frame(int number) {
    return """
        id: c%d
        event: payment.quarantined
        data: {"specversion":"1.0","id":"evt_%d","type":"payment.quarantined","data":{"level":1},"cursor":"c%d"}

        """.formatted(number, number, number);
  }

  private static Answer stream(String text) {
    return answer(200, "text/event-stream", text);
  }

  /** Sends a text, and then nothing for so long; after that the connection breaks. */
  private static Answer open(String text, long ms) {
    return exchange -> {
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
      exchange.sendResponseHeaders(200, 0);
      exchange.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
      exchange.getResponseBody().flush();
      Thread.sleep(ms);
      throw new java.io.IOException("the connection breaks");
    };
  }

  private static List<String> take(EventStream stream, int most) {
    List<String> ids = new ArrayList<>();
    for (Event event : stream) {
      ids.add(event.getId());
      if (ids.size() == most) break;
    }
    return ids;
  }

  @Test
  void goesOnAfterTheLastEvent() throws Exception {
    try (TestServer server = new TestServer(
            stream("retry: 1\nid: c0\n\n"),
            open(frame(1) + ": \n\n" + frame(2) + frame(3).substring(0, 30), 50),
            open(frame(3).replace("\n", "\r\n"), 10_000),
            broken(),
            error(429, "SVC-4290", "RATE_LIMITED", "Retry-After", "0"),
            error(503, "SVC-5030", "UNAVAILABLE", "Retry-After", "1"),
            answer(502, "text/html", "no"),
            error(401, "SVC-4011", "TOKEN_REPLAYED"),
            stream(frame(4)));
        EventStream stream = server.client().build()
            .streamEvents(new EventStreamOptions().after("latest").type("payment.completed").silence(Duration.ofSeconds(2)))) {
      assertEquals("latest", stream.position());
      long begun = System.nanoTime();
      assertEquals(List.of("evt_1", "evt_2", "evt_3", "evt_4"), take(stream, 4));
      assertTrue(System.nanoTime() - begun > Duration.ofSeconds(1).toNanos(), "Retry-After was not obeyed");
      assertEquals("c3", stream.position(), "the loop has not asked for the next one");
      List<String> asked = server.requests.stream().map(request -> request.target() + " " + request.header("Last-Event-ID")).distinct().toList();
      String path = "/api/v1/events/stream?type=payment.completed";
      assertEquals(List.of(path + "&pageToken=latest null", path + " c0", path + " c2", path + " c3"), asked);
      assertEquals("text/event-stream", server.requests.get(1).header("Accept"));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403})
  void endsWhenItIsRefused(int status) throws Exception {
    try (TestServer server = new TestServer(stream("retry: 1\n\n" + frame(1)), error(status, "SVC-4030", "WHY"));
        EventStream stream = server.client().build().streamEvents()) {
      Iterator<Event> events = stream.iterator();
      assertEquals("evt_1", events.next().getId());
      assertEquals(status, assertThrows(PdaException.class, events::hasNext).getStatus());
      assertEquals(2, server.requests.size());
    }
  }

  @Test
  void takesNoOtherAnswer() throws Exception {
    for (Answer each : List.of(answer(200, "text/html", "<html>"), answer(302, "text/html", ""), ok("{}"), stream("data: no\n\n"),
        stream("data: " + "x".repeat(5 << 20)))) {
      try (TestServer server = new TestServer(each); EventStream stream = server.client().build().streamEvents()) {
        assertThrows(PdaProtocolException.class, () -> take(stream, 1));
      }
    }
  }

  @Test
  void givesAnEventAgainWhoseHandlingFailed() throws Exception {
    try (TestServer server = new TestServer(stream("retry: 1\n\n" + frame(1) + frame(2)), stream(frame(2)));
        EventStream stream = server.client().build().streamEvents()) {
      assertThrows(IllegalStateException.class, () -> {
        for (Event event : stream) if (event.getId().equals("evt_2")) throw new IllegalStateException("the database is away");
      });
      assertEquals("c1", stream.position());
      assertEquals(List.of("evt_2"), take(stream, 1));
      assertEquals("c1", server.requests.get(1).header("Last-Event-ID"));
    }
  }

  @Test
  void aFurtherIterationEndsTheOneBefore() throws Exception {
    CompletableFuture<Boolean> ended = new CompletableFuture<>();
    Answer untilTheEnd = exchange -> {
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
      exchange.sendResponseHeaders(200, 0);
      try {
        for (String text = frame(1); ; text = ": \n\n") {
          exchange.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
          exchange.getResponseBody().flush();
          Thread.sleep(20);
        }
      } catch (java.io.IOException e) {
        ended.complete(true);
      }
    };
    try (TestServer server = new TestServer(untilTheEnd, open(frame(1), 5_000)); EventStream stream = server.client().build().streamEvents()) {
      Iterator<Event> first = stream.iterator();
      assertEquals("evt_1", first.next().getId());
      assertEquals("evt_1", stream.iterator().next().getId());
      assertTrue(ended.get(5, TimeUnit.SECONDS), "the first connection is open");
      assertFalse(first.hasNext());
    }
  }

  @Test
  void endsWhenAnotherThreadClosesIt() throws Exception {
    try (TestServer server = new TestServer(open("id: c0\n\n", 20_000)); EventStream stream = server.client().build().streamEvents()) {
      CompletableFuture<List<String>> taken = CompletableFuture.supplyAsync(() -> take(stream, 1));
      while (stream.position() == null) Thread.sleep(5);
      stream.close();
      assertEquals(List.of(), taken.get(5, TimeUnit.SECONDS));
      assertFalse(stream.iterator().hasNext());
      assertEquals(1, server.requests.size());
    }
  }

  @Test
  void endsWhileItWaitsForTheService() throws Exception {
    Answer never = exchange -> Thread.sleep(20_000);
    try (TestServer server = new TestServer(never); EventStream stream = server.client().build().streamEvents()) {
      CompletableFuture<List<String>> taken = CompletableFuture.supplyAsync(() -> take(stream, 1));
      while (server.requests.isEmpty()) Thread.sleep(5);
      stream.close();
      assertEquals(List.of(), taken.get(5, TimeUnit.SECONDS));
    }
  }

  @Test
  void backsOffLongerEachTime() throws Exception {
    Answer away = error(503, "SVC-5030", "UNAVAILABLE");
    try (TestServer server = new TestServer(stream("retry: 100\n\n"), away, away, away, stream(frame(1)));
        EventStream stream = server.client().build().streamEvents()) {
      long begun = System.nanoTime();
      take(stream, 1);
      assertTrue(System.nanoTime() - begun > Duration.ofMillis(800).toNanos());
    }
  }

  @Test
  void isNotForClientsThatVerifyAnswers() throws Exception {
    try (TestServer server = new TestServer(ok("{}"))) {
      assertThrows(IllegalStateException.class, () -> server.client().verifyAnswers().build().streamEvents());
    }
  }
}
