package conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Runs steps and prints a line for each. */
final class Steps {
  private static final ObjectMapper JSON = new ObjectMapper();

  private boolean allOk = true;

  /** What a step does. */
  @FunctionalInterface
  interface Body {
    void run() throws Exception;
  }

  /** Runs a step, which fails with what it throws. */
  void step(String name, Body body) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("step", name);
    try {
      body.run();
      line.put("ok", true);
    } catch (Exception | AssertionError e) {
      line.put("ok", false);
      line.put("detail", e.toString());
      e.printStackTrace();
      allOk = false;
    }
    try {
      System.out.println(JSON.writeValueAsString(line));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  boolean allOk() {
    return allOk;
  }

  static void equal(String what, Object expected, Object actual) {
    if (!Objects.equals(expected, actual)) throw new AssertionError(what + " is " + actual + ", expected " + expected);
  }

  static void holds(String what, boolean fact) {
    if (!fact) throw new AssertionError(what);
  }

  /** Returns what the call throws. */
  static <T extends Throwable> T thrown(Class<T> type, Body body) {
    try {
      body.run();
    } catch (Throwable e) {
      if (type.isInstance(e)) return type.cast(e);
      throw new AssertionError("expected " + type.getSimpleName() + ", got " + e, e);
    }
    throw new AssertionError("expected " + type.getSimpleName() + ", but the call succeeded");
  }

  /** Asks until the answer is the expected one, for ten seconds at most, and returns the last answer. */
  static <T> T eventually(Supplier<T> ask, Predicate<T> isExpected) throws InterruptedException {
    for (int left = 50; ; left--) {
      T answer = ask.get();
      if (left == 0 || isExpected.test(answer)) return answer;
      Thread.sleep(200);
    }
  }
}
