package example.pda.client;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.StringJoiner;

/** Signs requests (HTTP Message Signatures, RFC 9421). */
final class RequestSigner {
  /** Headers that decide what a request does, or for whom. The service needs those covered that a request has. */
  private static final List<String> DECISIVE = List.of("content-digest", "authorization", "idempotency-key", "if-match", "x-request-id");

  private static final int NONCE_BYTES = 16;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final String keyId;
  private final CallerKey key;

  private RequestSigner(String keyId, CallerKey key) {
    this.keyId = keyId;
    this.key = key;
  }

  /** Returns the signer, null if none is given. */
  static RequestSigner of(KeySource source) {
    if (!source.isGiven()) return null;
    if (!source.hasKey())
      throw new IllegalArgumentException("to sign requests, give the private key to signature or signatureFile, or set PDA_SIGNATURE_KEY_FILE "
          + "beside PDA_SIGNATURE_KEY_ID");
    CallerKey key = source.read();
    String keyId = source.id() == null ? walletKeyId(key) : source.id();
    if (!keyId.matches("pky_[0-9a-z]{26}|[A-Za-z0-9_-]{43}"))
      throw new IllegalArgumentException("keyId must be the identifier of a registered public key, pky_…, or the thumbprint of a wallet's key; "
          + "the variable is PDA_SIGNATURE_KEY_ID");
    return new RequestSigner(keyId, key);
  }

  /** Returns the thumbprint (RFC 7638) by which the key of a wallet is known. */
  private static String walletKeyId(CallerKey key) {
    if (key.algorithm() != CallerKey.Algorithm.ES256)
      throw new IllegalArgumentException("the key of a wallet is of type P-256: for a registered key, give signature or PDA_SIGNATURE_KEY_ID its "
          + "identifier, pky_…");
    try {
      return CallerKey.thumbprint(key.publicKey());
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("the private key does not tell its public key: give signature or PDA_SIGNATURE_KEY_ID the thumbprint", e);
    }
  }

  /** Adds the signature, and for a body its digest (RFC 9530). Comes last, for each attempt anew. */
  void sign(Outgoing request) throws GeneralSecurityException {
    var headers = request.headers();
    if (request.body() != null) headers.put("Content-Digest", "sha-256=:" + base64(CallerKey.sha256(request.body())) + ":");
    StringJoiner names = new StringJoiner(" ", "(", ")").add("\"@method\"").add("\"@target-uri\"");
    StringJoiner base = new StringJoiner("\n").add("\"@method\": " + request.method()).add("\"@target-uri\": " + request.target());
    for (String name : DECISIVE) {
      String value = headers.get(name);
      if (value == null) continue;
      names.add("\"" + name + "\"");
      base.add("\"" + name + "\": " + value.strip());
    }
    byte[] nonce = new byte[NONCE_BYTES];
    RANDOM.nextBytes(nonce);
    String params = names + ";created=" + Instant.now().getEpochSecond() + ";nonce=\"" + CallerKey.base64url(nonce) + "\";keyid=\"" + keyId
        + "\";tag=\"pda\"";
    String signature = base64(key.signMessage(base.add("\"@signature-params\": " + params).toString()));
    headers.put("Signature-Input", "sig=" + params);
    headers.put("Signature", "sig=:" + signature + ":");
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
