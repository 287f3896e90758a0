package example.pda.client.transport;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;

/** A request of an operation. */
public final class Call {
  private final String operation;
  private final String method;
  private String path;
  private final StringJoiner query = new StringJoiner("&", "?", "").setEmptyValue("");
  private final Map<String, String> headers = new LinkedHashMap<>();
  private Object body;

  /**
   * Begins a request.
   *
   * @param operation identifier of the operation
   * @param method HTTP method
   * @param path path of the operation, with its parameters in braces
   */
  public Call(String operation, String method, String path) {
    this.operation = operation;
    this.method = method;
    this.path = path;
  }

  /**
   * Sets a parameter of the path.
   *
   * @param name the parameter
   * @param value its value
   * @return this
   * @throws IllegalArgumentException for a value with which the path would be another operation's: none, an empty one or dots
   */
  public Call path(String name, Object value) {
    String text = value == null ? "" : value.toString();
    if (text.isEmpty() || text.equals(".") || text.equals(".."))
      throw new IllegalArgumentException(operation + " needs " + name + ", not \"" + text + "\"");
    path = path.replace("{" + name + "}", encoded(text));
    return this;
  }

  /**
   * Sets a parameter of the query.
   *
   * @param name the parameter
   * @param value its value; null leaves it out
   * @return this
   */
  public Call query(String name, Object value) {
    if (value != null) query.add(encoded(name) + "=" + encoded(value.toString()));
    return this;
  }

  /**
   * Sets a header.
   *
   * @param name the header
   * @param value its value; null leaves it out
   * @return this
   */
  public Call header(String name, Object value) {
    if (value != null) headers.put(name, value.toString());
    return this;
  }

  /**
   * Sets the body.
   *
   * @param body what is sent as JSON
   * @return this
   */
  public Call body(Object body) {
    if (body == null) throw new IllegalArgumentException(operation + " needs a request");
    this.body = body;
    return this;
  }

  /**
   * Returns the operation.
   *
   * @return for example {@code CreatePayment}
   */
  public String operation() {
    return operation;
  }

  /**
   * Returns the HTTP method.
   *
   * @return for example {@code POST}
   */
  public String method() {
    return method;
  }

  /**
   * Returns the path, percent-encoded, without the query.
   *
   * @return begins with a slash
   */
  public String path() {
    return path;
  }

  /**
   * Returns the path with the query.
   *
   * @return begins with a slash
   */
  public String target() {
    return path + query;
  }

  /**
   * Returns the headers of this operation.
   *
   * @return without those that every request has
   */
  public Map<String, String> headers() {
    return Map.copyOf(headers);
  }

  /**
   * Returns the body.
   *
   * @return null for none
   */
  public Object body() {
    return body;
  }

  /**
   * Tells whether the request only reads.
   *
   * @return true for GET
   */
  public boolean reads() {
    return method.equals("GET");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
