package example.pda.client;

import example.pda.client.FrameReader.Frame;
import example.pda.client.model.Event;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The events of the caller as they happen, oldest first, without an end. A connection that ends, breaks or falls silent is replaced by another
 * one, which continues after the last event: nothing is lost, and nothing comes twice.
 *
 * <pre>{@code
 * try (EventStream events = pda.streamEvents(new EventStreamOptions().after(books.cursor()))) {
 *   for (Event event : events) …
 * }
 * }</pre>
 *
 * <p>The iteration throws a {@link PdaException} when the service refuses the stream, for instance with 401 or 403. It waits and tries again
 * while the service cannot be reached, or answers 429 or 503. It ends when the stream is closed, also by another thread, and when its thread
 * is interrupted. One iteration at a time; a further one ends the one before, and continues at {@link #position}.
 */
public final class EventStream implements Iterable<Event>, AutoCloseable {
  private static final Duration RETRY = Duration.ofSeconds(2);
  private static final Duration DELAY_MAX = Duration.ofSeconds(30);
  private static final Duration RETRY_AFTER_MAX = Duration.ofHours(1);
  private static final int DOUBLINGS_MAX = 20;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERROR = 500;

  private final Exchange exchange;
  private final EventStreamOptions options;
  private final CountDownLatch closed = new CountDownLatch(1);
  /** Ends what waits for the service now. */
  private Runnable cancel = () -> {};
  /** The last identifier that came; null before the first one. */
  private volatile String lastEventId;
  /** The iteration that began last; the others are over. */
  private volatile Events current;
  private Duration retry = RETRY;
  /** Connections in a row that brought nothing. */
  private int failures;

  EventStream(Exchange exchange, EventStreamOptions options) {
    this.exchange = exchange;
    this.options = options;
  }

  /**
   * Returns where to resume: store it, and give it to {@link EventStreamOptions#after}. An event is behind the position when the iteration is
   * asked for the next one, so an event whose handling failed comes again.
   *
   * @return opaque, at most 512 characters; null before the first event of a stream that began there
   */
  public String position() {
    return lastEventId != null ? lastEventId : options.getAfter();
  }

  /** Returns the events in their order; {@code hasNext} waits for the next one. */
  @Override
  public Iterator<Event> iterator() {
    Events earlier = current;
    current = new Events();
    if (earlier != null) earlier.leave();
    return current;
  }

  /**
   * Returns the events in their order.
   *
   * @return a stream without an end, which waits for the next event
   */
  public Stream<Event> stream() {
    return StreamSupport.stream(spliterator(), false);
  }

  /** Ends the connection, and the iteration. */
  @Override
  public synchronized void close() {
    closed.countDown();
    cancel.run();
  }

  private synchronized void endBy(Runnable cancel) {
    this.cancel = cancel;
    if (isClosed()) cancel.run();
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  private final class Events implements Iterator<Event> {
    private record Positioned(Event event, String id) {}

    private final Queue<Positioned> ready = new ArrayDeque<>();
    /** Null between connections. */
    private Pieces pieces;
    private FrameReader reader;

    /** The event that was returned last, until the next one is asked for. */
    private Positioned given;

    @Override
    public boolean hasNext() {
      if (current != this) return leave();
      if (given != null) move(given.id());
      given = null;
      while (ready.isEmpty() || ready.peek().event() == null) {
        Positioned place = ready.poll();
        if (place != null) move(place.id());
        else if (isClosed() || !advance()) return leave();
      }
      return !isClosed() || leave();
    }

    @Override
    public Event next() {
      if (!hasNext()) throw new NoSuchElementException();
      given = ready.remove();
      return given.event();
    }

    private void move(String id) {
      if (id != null) lastEventId = id;
    }

    private boolean leave() {
      if (pieces != null) pieces.close();
      pieces = null;
      ready.clear();
      return false;
    }

    /** Reads further, on another connection if need be. Returns false when the thread was interrupted. */
    private boolean advance() {
      Duration asked = Duration.ZERO;
      try {
        if (pieces == null) connect();
        byte[] piece = pieces.next(options.getSilence());
        if (piece != null) {
          take(piece);
          return true;
        }
      } catch (IOException broken) {
        asked = Duration.ZERO;
      } catch (PdaFailure failure) {
        if (isClosed()) return false;
        asked = delayAfter(failure);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
      leave();
      return pause(asked);
    }

    private void connect() {
      failures++;
      reader = new FrameReader();
      pieces = exchange.openStream(options.getType(), options.getAfter(), lastEventId, EventStream.this::endBy);
    }

    private void take(byte[] piece) {
      try {
        for (Frame frame : reader.read(piece)) {
          failures = 0;
          if (frame.retryMs() != null) retry = shorter(Duration.ofMillis(frame.retryMs()), DELAY_MAX);
          ready.add(new Positioned(frame.data() == null ? null : Json.read(frame.data().getBytes(StandardCharsets.UTF_8), Event.class), frame.id()));
        }
      } catch (IOException | IllegalArgumentException e) {
        leave();
        throw exchange.strangeStream(e);
      }
    }

    /** Returns the least time before the next connection. @throws PdaFailure if another connection would not help */
    private Duration delayAfter(PdaFailure failure) {
      boolean passes = failure.isRetryable();
      if (failure instanceof PdaException refusal) passes |= isPassing(refusal.getStatus());
      if (failure instanceof PdaProtocolException strange) passes = isPassing(strange.getStatus());
      if (!passes || Thread.currentThread().isInterrupted()) {
        leave();
        throw failure;
      }
      return failure.getRetryAfter() == null ? Duration.ZERO : shorter(failure.getRetryAfter(), RETRY_AFTER_MAX);
    }

    /** Returns false when the thread was interrupted. */
    private boolean pause(Duration asked) {
      Duration own = backoff();
      try {
        return !closed.await(Math.max(asked.toMillis(), own.toMillis()), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }

  /** As the service says, twice as long after each connection that brought nothing, with jitter so that streams do not come in step. */
  private Duration backoff() {
    int doublings = Math.min(Math.max(failures - 1, 0), DOUBLINGS_MAX);
    Duration doubled = shorter(retry.multipliedBy(1L << doublings), DELAY_MAX);
    return Duration.ofMillis((long) (doubled.toMillis() * ThreadLocalRandom.current().nextDouble(1, 1.25)));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static boolean isPassing(int status) {
    return status == TOO_MANY_REQUESTS || status >= SERVER_ERROR;
  }
}
