package example.pda.client;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The items of all pages of a list, asked for page by page while they are read.
 *
 * <pre>{@code
 * for (Payment payment : Pages.of(token ->
 *     pda.payment().listPayments(new ListPaymentsOptions().status(PaymentStatus.PENDING).pageToken(token)))) …
 * }</pre>
 *
 * <p>Each iteration reads the list anew. One that fails may be repeated from the beginning, or of events from {@link #position}.
 *
 * @param <T> what is listed
 */
public final class Pages<T> implements Iterable<T> {
  private final Function<String, ? extends Page<T>> fetch;
  private final String start;
  private volatile String position;

  private Pages(Function<String, ? extends Page<T>> fetch, String start) {
    this.fetch = fetch;
    this.start = start;
    this.position = start;
  }

  /**
   * Returns the items of a list from its beginning.
   *
   * @param <T> what is listed
   * @param fetch asks for the page of a token, which is null for the first page
   * @return the items; nothing is asked for yet
   */
  public static <T> Pages<T> of(Function<String, ? extends Page<T>> fetch) {
    return new Pages<>(fetch, null);
  }

  /**
   * Returns the items of a list after a position.
   *
   * @param <T> what is listed
   * @param position {@link Positioned#getCursor} of the last item that was processed, {@link #position} of an earlier iteration, or null
   *     for the beginning
   * @param fetch asks for the page of a token
   * @return the items; nothing is asked for yet
   */
  public static <T> Pages<T> after(String position, Function<String, ? extends Page<T>> fetch) {
    return new Pages<>(fetch, position);
  }

  /**
   * Returns where the last iteration stands, for {@link #after}: of events after the last one that was processed; of other lists the
   * beginning of the present page. An event is behind the position when the iteration is asked for the next one, so an event whose handling
   * failed comes again.
   *
   * @return null before the first item of a list that is read from its beginning
   */
  public String position() {
    return position;
  }

  /** Returns the items in their order. Asking for a page may throw what the operation throws. */
  @Override
  public Iterator<T> iterator() {
    return new Items();
  }

  /**
   * Returns the items in their order.
   *
   * @return a stream that asks for a page when it needs the page
   */
  public Stream<T> stream() {
    return StreamSupport.stream(spliterator(), false);
  }

  private final class Items implements Iterator<T> {
    private String token = start;
    private Iterator<T> page = List.<T>of().iterator();
    private boolean last;
    /** The cursor of the item that was returned last, until the next one is asked for. */
    private String behind;

    @Override
    public boolean hasNext() {
      if (behind != null) position = behind;
      behind = null;
      while (!page.hasNext() && !last) turn();
      return page.hasNext();
    }

    @Override
    public T next() {
      if (!hasNext()) throw new NoSuchElementException();
      T item = page.next();
      if (item instanceof Positioned positioned) behind = positioned.getCursor();
      return item;
    }

    private void turn() {
      Page<T> next = fetch.apply(token);
      String following = next.getNextPageToken();
      page = next.getItems().iterator();
      position = token;
      // A list of events has no end: a page without items has the token of its request again.
      last = following == null || following.isEmpty() || following.equals(token);
      token = following;
    }
  }
}
