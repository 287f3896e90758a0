package example.pda.client;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads Server-Sent Events (WHATWG HTML section 9.2.6). A frame that is not whole at the end counts as not sent. */
final class FrameReader {
  /** Far above the longest event. */
  private static final int FRAME_LENGTH_MAX = 4 << 20;

  /**
   * One frame.
   *
   * @param id null when the frame has none
   * @param data null for a frame that only tells where the stream is
   * @param retryMs null when the frame does not say after which time to connect again
   */
  record Frame(String id, String data, Long retryMs) {
    private static final Frame EMPTY = new Frame(null, null, null);

    private Frame with(String name, String value) {
      return switch (name) {
        case "data" -> new Frame(id, data == null ? value : data + "\n" + value, retryMs);
        case "id" -> value.indexOf('\0') < 0 ? new Frame(value, data, retryMs) : this;
        case "retry" -> value.matches("[0-9]{1,9}") ? new Frame(id, data, Long.valueOf(value)) : this;
        default -> this;
      };
    }
  }

  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private Frame frame = Frame.EMPTY;
  private int length;

  /** Returns the frames that these bytes complete. @throws IllegalArgumentException for a frame that is too long */
  List<Frame> read(byte[] piece) {
    List<Frame> frames = new ArrayList<>();
    for (byte each : piece) {
      if (each == '\n') end(frames);
      else {
        line.write(each);
        length++;
        if (length > FRAME_LENGTH_MAX) throw new IllegalArgumentException("a frame has more than " + FRAME_LENGTH_MAX + " bytes");
      }
    }
    return frames;
  }

  private void end(List<Frame> frames) {
    String text = line.toString(StandardCharsets.UTF_8);
    line.reset();
    if (text.endsWith("\r")) text = text.substring(0, text.length() - 1);
    if (!text.isEmpty()) {
      String[] parts = text.split(":", 2);
      String value = parts.length == 2 ? parts[1] : "";
      frame = frame.with(parts[0], value.startsWith(" ") ? value.substring(1) : value);
      return;
    }
    length = 0;
    if (frame != Frame.EMPTY) frames.add(frame);
    frame = Frame.EMPTY;
  }
}
