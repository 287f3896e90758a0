package example.pda.client.sandbox;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import example.pda.client.model.HolderKeyInput;
import example.pda.client.model.PaymentRequest;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.SecureRandom;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** A P-256 key in memory that signs as a wallet's holder does. */
final class HolderKeyPair {
  private static final int COORDINATE_BYTES = 32;
  private static final int LIFETIME_SECONDS = 120;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final KeyPair keys;

  private HolderKeyPair(KeyPair keys) {
    this.keys = keys;
  }

  static HolderKeyPair create() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"), new SecureRandom());
      return new HolderKeyPair(generator.generateKeyPair());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no P-256", e);
    }
  }

  /** Returns the public key as JWK (RFC 7517). */
  HolderKeyInput publicKey() {
    var point = ((ECPublicKey) keys.getPublic()).getW();
    return new HolderKeyInput().x(coordinate(point.getAffineX())).y(coordinate(point.getAffineY()));
  }

  /** Signs a payment request: a compact JWS (RFC 7515, ES256), valid for two minutes. */
  String sign(String type, PaymentRequest request) {
    long now = Instant.now().getEpochSecond();
    Map<String, Object> claims = new LinkedHashMap<>();
    claims.put("aud", request.getAudience());
    claims.put("nonce", request.getNonce());
    claims.put("iat", now);
    claims.put("exp", now + LIFETIME_SECONDS);
    claims.put("paymentId", request.getPaymentId());
    claims.put("amount", request.getAmount());
    claims.put("assetType", request.getAssetType());
    claims.put("merchantId", request.getMerchantId());
    String signed = json(Map.of("alg", "ES256", "typ", type)) + "." + json(claims);
    try {
      Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
      signature.initSign(keys.getPrivate());
      signature.update(signed.getBytes(StandardCharsets.US_ASCII));
      return signed + "." + base64url(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the key cannot sign", e);
    }
  }

  private static String json(Object value) {
    try {
      return base64url(JSON.writeValueAsBytes(value));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("claims cannot be written", e);
    }
  }

  /** Returns the 32 bytes of a coordinate; BigInteger writes fewer, or one more for the sign. */
  private static String coordinate(BigInteger value) {
    byte[] bytes = new byte[COORDINATE_BYTES];
    byte[] written = value.toByteArray();
    int length = Math.min(written.length, COORDINATE_BYTES);
    System.arraycopy(written, written.length - length, bytes, COORDINATE_BYTES - length, length);
    return base64url(bytes);
  }

  private static String base64url(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
