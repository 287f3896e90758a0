package example.pda.client;

/** An item that knows its place in its list, so that a program can go on after the item later: an event. */
public interface Positioned {
  /**
   * Returns the place of this item.
   *
   * @return opaque; a page token that goes on after this item
   */
  String getCursor();
}
