package example.pda.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Pages are asked for one by one, when they are needed. */
class PagesTest {
  private final List<String> asked = new ArrayList<>();

  private record Numbers(List<Integer> getItems, String getNextPageToken) implements Page<Integer> {}

  private record Happening(String getCursor) implements Positioned {}

  private record Happenings(List<Happening> getItems, String getNextPageToken) implements Page<Happening> {}

  /** An empty page that is not the last one lies in between. */
  private final Function<String, Numbers> list = token -> {
    asked.add(token);
    return Map.of(
        "", new Numbers(List.of(1, 2), "a"),
        "a", new Numbers(List.of(), "b"),
        "b", new Numbers(List.of(3), "")).get(token == null ? "" : token);
  };

  @Test
  void allItemsComeOnceAndInOrder() {
    assertEquals(List.of(1, 2, 3), Pages.of(list).stream().toList());
    assertEquals(java.util.Arrays.asList(null, "a", "b"), asked);
  }

  @Test
  void noPageIsAskedForTooEarly() {
    var items = Pages.of(list).iterator();
    assertEquals(0, asked.size());
    items.next();
    items.next();
    assertEquals(1, asked.size());
    items.next();
    assertEquals(3, asked.size());
    assertThrows(NoSuchElementException.class, items::next);
  }

  @Test
  void eventsGoOnAfterTheLastOneThatWasProcessed() {
    List<String> log = new ArrayList<>(List.of("c1", "c2", "c3"));
    Function<String, Happenings> events = token -> {
      List<Happening> page = log.subList(log.indexOf(token) + 1, log.size()).stream().limit(2).map(Happening::new).toList();
      return new Happenings(page, page.isEmpty() ? (token == null ? "" : token) : page.get(page.size() - 1).getCursor());
    };
    Pages<Happening> pages = Pages.of(events);
    assertNull(pages.position());
    var some = pages.iterator();
    some.next();
    assertNull(pages.position(), "the iteration was not asked for the next one");
    assertTrue(some.hasNext());
    assertEquals("c1", pages.position());
    Pages<Happening> rest = Pages.after(pages.position(), events);
    assertEquals(2, rest.stream().count());
    assertEquals("c3", rest.position());
    Pages<Happening> none = Pages.after(rest.position(), events);
    assertEquals(0, none.stream().count());
    assertEquals("c3", none.position());
    log.add("c4");
    assertEquals(List.of("c4"), none.stream().map(Happening::getCursor).toList());
  }
}
