package example.pda.client;

/** Texts that are sent in headers. */
final class Text {
  private Text() {}

  /** Returns a text of visible ASCII characters. The exception does not show the text, which may be a secret. */
  static String visible(String name, String text, int lengthMax) {
    boolean visible = text.chars().allMatch(character -> character > ' ' && character < 0x7f);
    if (visible && !text.isEmpty() && text.length() <= lengthMax) return text;
    throw new IllegalArgumentException(name + " must be 1 to " + lengthMax + " visible ASCII characters");
  }
}
