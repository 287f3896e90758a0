package example.pda.client;

import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/** Signs a JWT for each attempt with a key whose public key is registered. */
final class RegisteredKey implements Credential {
  private static final long LIFETIME_SECONDS = 60;

  private final String id;
  private final CallerKey key;
  private final String audience;

  private RegisteredKey(String id, CallerKey key, String audience) {
    this.id = id;
    this.key = key;
    this.audience = audience;
  }

  /** Returns the credential, null if none is given. */
  static RegisteredKey of(KeySource source, String audience) {
    if (!source.isGiven()) return null;
    if (source.id() == null || !source.hasKey())
      throw new IllegalArgumentException("a registered key needs its identifier and its private key: give both to publicKey or "
          + "publicKeyFile, or set both PDA_PUBLIC_KEY_ID and PDA_SIGNING_KEY_FILE");
    if (!source.id().matches("pky_[0-9a-z]{26}"))
      throw new IllegalArgumentException("publicKeyId must be the identifier of a registered public key, such as "
          + "pky_01m7xz42wmfk4a0a753cy92p9w; the variable is PDA_PUBLIC_KEY_ID");
    return new RegisteredKey(source.id(), source.read(), audience);
  }

  @Override
  public void authorize(Outgoing request) throws GeneralSecurityException {
    long now = Instant.now().getEpochSecond();
    Map<String, Object> claims = Map.of(
        "iss", id, "sub", id, "aud", audience, "jti", UUID.randomUUID().toString(), "iat", now, "exp", now + LIFETIME_SECONDS);
    request.headers().put("Authorization", "Bearer " + key.jwt(Map.of("typ", "pda-access+jwt", "kid", id), claims));
  }
}
