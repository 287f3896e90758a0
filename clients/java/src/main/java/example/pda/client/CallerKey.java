package example.pda.client;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECKey;
import java.security.interfaces.EdECKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

/** A private key that proves who calls. Only its signatures are sent. */
final class CallerKey {
  /** How a key signs, by the name for JWTs (RFC 7518, RFC 8037). The type of the key decides. */
  enum Algorithm {
    ES256("SHA256withECDSAinP1363Format"),
    EdDSA("Ed25519"),
    PS256("RSASSA-PSS");

    private static final PSSParameterSpec SHA256 = new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1);
    private static final PSSParameterSpec SHA512 = new PSSParameterSpec("SHA-512", "MGF1", MGF1ParameterSpec.SHA512, 64, 1);

    private final String java;

    Algorithm(String java) {
      this.java = java;
    }

    private Signature signature(PSSParameterSpec rsa) throws GeneralSecurityException {
      Signature signature = Signature.getInstance(java);
      if (this == PS256) signature.setParameter(rsa);
      return signature;
    }
  }

  private final PrivateKey key;
  private final Algorithm algorithm;

  /** @throws IllegalArgumentException for a key of another type; it does not show the key */
  CallerKey(PrivateKey key) {
    this.key = key;
    this.algorithm = algorithmOf(key);
  }

  private static Algorithm algorithmOf(PrivateKey key) {
    if (key.getAlgorithm().startsWith("RSA")) return Algorithm.PS256;
    if (key instanceof EdECKey edwards && edwards.getParams().getName().equals("Ed25519")) return Algorithm.EdDSA;
    if (key instanceof ECKey weierstrass && P256.isCurveOf(weierstrass)) return Algorithm.ES256;
    throw new IllegalArgumentException("the private key must be of type P-256, Ed25519 or RSA");
  }

  Algorithm algorithm() {
    return algorithm;
  }

  /** Signs a text as JWTs are signed (RFC 7518); r and s in 32 bytes each for P-256. */
  byte[] sign(String text) throws GeneralSecurityException {
    return sign(text, Algorithm.SHA256);
  }

  /** Signs the base of an HTTP signature (RFC 9421 section 3.3): RSA keys by rsa-pss-sha512, others as JWTs. */
  byte[] signMessage(String base) throws GeneralSecurityException {
    return sign(base, Algorithm.SHA512);
  }

  private byte[] sign(String text, PSSParameterSpec rsa) throws GeneralSecurityException {
    Signature signature = algorithm.signature(rsa);
    signature.initSign(key);
    signature.update(text.getBytes(StandardCharsets.UTF_8));
    return signature.sign();
  }

  /** Returns a JWT (RFC 7519) with the algorithm of the key. */
  String jwt(Map<String, Object> header, Map<String, Object> claims) throws GeneralSecurityException {
    Map<String, Object> complete = new TreeMap<>(header);
    complete.put("alg", algorithm.name());
    String text = base64url(Json.write(complete)) + "." + base64url(Json.write(claims));
    return text + "." + base64url(sign(text));
  }

  /** Returns the public key of a P-256 key. */
  PublicKey publicKey() throws GeneralSecurityException {
    return P256.publicKeyOf(key);
  }

  /** Tells whether a public key belongs to this one. */
  boolean belongsTo(PublicKey partner) throws GeneralSecurityException {
    String sample = "sample";
    byte[] signed = sign(sample);
    Signature signature = algorithm.signature(Algorithm.SHA256);
    signature.initVerify(partner);
    signature.update(sample.getBytes(StandardCharsets.UTF_8));
    return signature.verify(signed);
  }

  /** Returns the public key as JWK (RFC 7517), with the members that count for the thumbprint, in their order. */
  static Map<String, String> jwk(PublicKey key) {
    byte[] encoded = key.getEncoded();
    int length = encoded.length;
    // SubjectPublicKeyInfo ends with the point.
    if (key instanceof RSAPublicKey rsa) return new TreeMap<>(Map.of("kty", "RSA", "n", number(rsa.getModulus()), "e", number(rsa.getPublicExponent())));
    if (key instanceof EdECKey) return new TreeMap<>(Map.of("kty", "OKP", "crv", "Ed25519", "x", base64url(Arrays.copyOfRange(encoded, length - 32, length))));
    String x = base64url(Arrays.copyOfRange(encoded, length - 64, length - 32));
    return new TreeMap<>(Map.of("kty", "EC", "crv", "P-256", "x", x, "y", base64url(Arrays.copyOfRange(encoded, length - 32, length))));
  }

  /** Returns the thumbprint of a public key (RFC 7638), SHA-256. */
  static String thumbprint(PublicKey key) {
    return base64url(sha256(Json.write(jwk(key))));
  }

  /** Makes a key of a pair. @throws IllegalArgumentException for a key of another type, or if the two do not belong together */
  static CallerKey of(KeyPair pair) {
    CallerKey key = new CallerKey(pair.getPrivate());
    try {
      if (key.belongsTo(pair.getPublic())) return key;
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("the keys of the pair cannot be used together", e);
    }
    throw new IllegalArgumentException("the private key of the pair belongs to another public key");
  }

  static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }

  static String base64url(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Without the byte of the sign that Java may begin with. */
  private static String number(BigInteger value) {
    byte[] bytes = value.toByteArray();
    return base64url(bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes);
  }
}
