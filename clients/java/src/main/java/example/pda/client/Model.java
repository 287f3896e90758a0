package example.pda.client;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;

/** An object of the service's JSON. */
public abstract class Model {
  private Map<String, Object> unknownMembers = Map.of();

  /** Creates one without any members. */
  protected Model() {}

  /**
   * Returns the members that a later version of the service has added, as JSON is read without types: {@code Map}, {@code List},
   * {@code String}, {@code Boolean}, {@code Integer}, {@code Long}, {@code BigInteger}, {@code BigDecimal} or null. They are never sent.
   *
   * @return the members by name, mostly empty
   */
  public final Map<String, Object> getUnknownMembers() {
    return Collections.unmodifiableMap(unknownMembers);
  }

  @JsonAnySetter
  private void addUnknownMember(String name, Object value) {
    if (unknownMembers.isEmpty()) unknownMembers = new LinkedHashMap<>();
    unknownMembers.put(name, value);
  }

  /**
   * Returns the text of an object.
   *
   * @param type name of its class
   * @param namesAndValues its members; those without a value are left out
   * @return for example <code>Payment{paymentId=pay_…, amount=12.5}</code>
   */
  protected static String text(String type, Object... namesAndValues) {
    StringJoiner text = new StringJoiner(", ", type + "{", "}");
    for (int at = 0; at < namesAndValues.length; at += 2) {
      if (namesAndValues[at + 1] != null) text.add(namesAndValues[at] + "=" + namesAndValues[at + 1]);
    }
    return text.toString();
  }

  /**
   * Returns what stands for a secret in a text, so that a log does not get it.
   *
   * @param secret the value
   * @return null for null
   */
  protected static Object masked(Object secret) {
    return secret == null ? null : "***";
  }
}
