package example.pda.client;

import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;

/** Sets the header {@code Authorization}, anew for each attempt: the service accepts a JWT or a proof once. */
@FunctionalInterface
interface Credential {
  void authorize(Outgoing request) throws GeneralSecurityException;

  /** Reads an answer, and tells whether the service asks for the same request with another proof, which {@link #authorize} now makes. */
  default boolean isChallengedBy(HttpResponse<?> response) {
    return false;
  }

  /** An API key; null for none. */
  static Credential apiKey(String key) {
    return request -> {
      if (key != null) request.headers().put("Authorization", "Bearer " + key);
    };
  }

  /** Returns the only one that is given; null stands for one that is not. */
  static Credential only(String apiKey, Credential publicKey, Credential dpop) {
    List<Credential> given = new ArrayList<>();
    if (apiKey != null) given.add(apiKey(apiKey));
    if (publicKey != null) given.add(publicKey);
    if (dpop != null) given.add(dpop);
    if (given.size() > 1)
      throw new IllegalArgumentException("a client has an API key, a registered key or a DPoP token, not several: leave the others out with "
          + "apiKey(null) and publicKey(null, null)");
    return given.isEmpty() ? apiKey(null) : given.get(0);
  }
}
