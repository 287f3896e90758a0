package example.pda.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;

/** Where a private key is, and the identifier that it has at the service. Each is null when it is not given. */
record KeySource(String id, String file, PrivateKey key) {
  boolean isGiven() {
    return id != null || file != null || key != null;
  }

  boolean hasKey() {
    return file != null || key != null;
  }

  /** Reads the key. @throws IllegalArgumentException if it cannot be used; the message does not show it */
  CallerKey read() {
    return new CallerKey(key != null ? key : PemKey.read(file, text()));
  }

  private String text() {
    try {
      return Files.readString(Path.of(file));
    } catch (IOException e) {
      throw new IllegalArgumentException("the file " + file + " of the private key cannot be read", e);
    }
  }
}
