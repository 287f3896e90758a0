package example.pda.client;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A word of a list that a later version of the service may extend. A word that this version of the library does not know is read like every
 * other one: {@link #value} tells it, and {@code known()} of the subclass is {@code OTHER}.
 */
public abstract class OpenEnum {
  private final String value;

  /**
   * Creates one.
   *
   * @param value the word as the service writes it
   */
  protected OpenEnum(String value) {
    this.value = Objects.requireNonNull(value);
  }

  /**
   * Returns the word as the service writes it.
   *
   * @return for example {@code pending}
   */
  @JsonValue
  public final String value() {
    return value;
  }

  /**
   * Returns the constants by their words.
   *
   * @param <T> the list of words
   * @param constants the known words
   * @return the constants by {@link #value}
   */
  protected static <T extends OpenEnum> Map<String, T> index(List<T> constants) {
    return constants.stream().collect(Collectors.toUnmodifiableMap(OpenEnum::value, Function.identity()));
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof OpenEnum that && getClass() == that.getClass() && value.equals(that.value);
  }

  @Override
  public final int hashCode() {
    return value.hashCode();
  }

  /** Returns {@link #value}. */
  @Override
  public final String toString() {
    return value;
  }
}
