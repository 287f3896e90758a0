package example.pda.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Keys, and what a verifier does with what they have signed. */
final class Proofs {
  static final String PUBLIC_KEY_ID = "pky_01m7xz42wmfk4a0a753cy92p9w";
  static final KeyPair P256 = pair("EC");
  static final KeyPair ED25519 = pair("Ed25519");
  static final KeyPair RSA = pair("RSA");

  /** PS256, and rsa-pss-sha512. */
  private static final PSSParameterSpec SHA256 = new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1);
  private static final PSSParameterSpec SHA512 = new PSSParameterSpec("SHA-512", "MGF1", MGF1ParameterSpec.SHA512, 64, 1);

  private static final Pattern INPUT =
      Pattern.compile("sig=(\\(([^)]*)\\);created=(\\d+);nonce=\"([\\w-]{22})\";keyid=\"([^\"]+)\";tag=\"pda\")");

  private Proofs() {}

  static KeyPair pair(String kind) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(kind);
      if (kind.equals("EC")) generator.initialize(new ECGenParameterSpec("secp256r1"));
      if (kind.equals("RSA")) generator.initialize(2048);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A JWT whose signature is good. */
  record Jwt(Map<?, ?> header, Map<?, ?> claims) {}

  static Jwt jwt(String token, PublicKey key) throws Exception {
    String[] parts = token.split("\\.");
    assertEquals(3, parts.length, token);
    verify(key, parts[0] + "." + parts[1], Base64.getUrlDecoder().decode(parts[2]), SHA256);
    ObjectMapper json = new ObjectMapper();
    return new Jwt(json.readValue(Base64.getUrlDecoder().decode(parts[0]), Map.class), json.readValue(Base64.getUrlDecoder().decode(parts[1]), Map.class));
  }

  /** What a request states about its signature, which is good (RFC 9421 section 3.2). */
  record Signed(List<String> covered, long created, String nonce, String keyId) {}

  static Signed signature(TestServer server, TestServer.Request request, PublicKey key) throws Exception {
    Matcher input = INPUT.matcher(request.header("Signature-Input"));
    assertTrue(input.matches(), request.header("Signature-Input"));
    List<String> covered = List.of(input.group(2).replace("\"", "").split(" "));
    StringBuilder base = new StringBuilder();
    for (String name : covered) {
      String value = switch (name) {
        case "@method" -> request.method();
        case "@target-uri" -> server.url() + request.target();
        default -> request.header(name);
      };
      base.append('"').append(name).append("\": ").append(value).append('\n');
    }
    String signature = request.header("Signature").replaceAll("^sig=:(.*):$", "$1");
    verify(key, base + "\"@signature-params\": " + input.group(1), Base64.getDecoder().decode(signature), SHA512);
    return new Signed(covered, Long.parseLong(input.group(3)), input.group(4), input.group(5));
  }

  private static void verify(PublicKey key, String text, byte[] signature, PSSParameterSpec rsa) throws GeneralSecurityException {
    Signature verifier = Signature.getInstance(switch (key.getAlgorithm()) {
      case "EC" -> "SHA256withECDSAinP1363Format";
      case "RSA" -> "RSASSA-PSS";
      default -> "Ed25519";
    });
    if (key.getAlgorithm().equals("RSA")) verifier.setParameter(rsa);
    verifier.initVerify(key);
    verifier.update(text.getBytes(StandardCharsets.US_ASCII));
    assertTrue(verifier.verify(signature), text);
  }
}
