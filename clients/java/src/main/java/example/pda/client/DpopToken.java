package example.pda.client;

import java.net.HttpURLConnection;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Sends an access token with a proof of the key that it is bound to (DPoP, RFC 9449). */
final class DpopToken implements Credential {
  private static final Pattern CHALLENGE = Pattern.compile("\\bDPoP\\b.*\\berror=\"use_dpop_nonce\"", Pattern.CASE_INSENSITIVE);
  private static final int TOKEN_LENGTH_MAX = 16_384;

  private final Supplier<String> accessToken;
  private final CallerKey key;
  private final Map<String, String> publicKey;
  /** The newest that the service gave; null before the first. */
  private volatile String nonce;

  DpopToken(Supplier<String> accessToken, KeyPair pair) {
    this.accessToken = accessToken;
    this.key = CallerKey.of(pair);
    this.publicKey = CallerKey.jwk(pair.getPublic());
  }

  @Override
  public void authorize(Outgoing request) throws GeneralSecurityException {
    String token = accessToken.get();
    Text.visible("the access token", token == null ? "" : token, TOKEN_LENGTH_MAX);
    Map<String, Object> claims = new HashMap<>();
    claims.put("jti", UUID.randomUUID().toString());
    claims.put("htm", request.method());
    claims.put("htu", request.address());
    claims.put("iat", Instant.now().getEpochSecond());
    claims.put("ath", CallerKey.base64url(CallerKey.sha256(token.getBytes(StandardCharsets.US_ASCII))));
    String given = nonce;
    if (given != null) claims.put("nonce", given);
    request.headers().put("Authorization", "DPoP " + token);
    request.headers().put("DPoP", key.jwt(Map.of("typ", "dpop+jwt", "jwk", publicKey), claims));
  }

  @Override
  public boolean isChallengedBy(HttpResponse<?> response) {
    String given = response.headers().firstValue("DPoP-Nonce").orElse(null);
    if (given == null) return false;
    nonce = given;
    return response.statusCode() == HttpURLConnection.HTTP_UNAUTHORIZED
        && response.headers().allValues("WWW-Authenticate").stream().anyMatch(challenge -> CHALLENGE.matcher(challenge).find());
  }
}
