package example.pda.client;

import java.net.URI;
import java.util.Locale;
import java.util.Map;

/**
 * A request before it is sent.
 *
 * @param body null for none
 * @param headers by names in any case; what proves the caller is added
 */
record Outgoing(String method, URI uri, byte[] body, Map<String, String> headers) {
  private static final int HTTPS_PORT = 443;

  /** Returns the address without the query, as the service sees it: HttpClient leaves out the port that is the default. */
  String address() {
    boolean isDefault = uri.getPort() == -1 || uri.getPort() == HTTPS_PORT;
    return "https://" + uri.getHost().toLowerCase(Locale.ROOT) + (isDefault ? "" : ":" + uri.getPort()) + uri.getRawPath();
  }

  /** Returns the whole address. */
  String target() {
    return address() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
  }
}
