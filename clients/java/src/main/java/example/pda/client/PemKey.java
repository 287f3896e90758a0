package example.pda.client;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads private keys in PEM: PKCS #8, and SEC 1, which Java does not read itself. */
final class PemKey {
  private static final Pattern BLOCK = Pattern.compile("-----BEGIN (EC )?PRIVATE KEY-----([^-]+)-----END (?:EC )?PRIVATE KEY-----");
  private static final int INTEGER = 0x02;
  private static final int OCTET_STRING = 0x04;
  private static final int SEQUENCE = 0x30;

  private PemKey() {}

  /** What a text has between its first marks; `sec1` tells which marks they are. */
  private record Block(byte[] der, boolean sec1) {}

  /**
   * Returns the first private key of a text. No exception shows the text.
   *
   * @param in where the text is from, for the messages
   * @param partner has the kind of the key, and its curve
   */
  static PrivateKey read(String in, String pem, PublicKey partner) throws GeneralSecurityException {
    Block block = block(in, pem);
    return read(partner.getAlgorithm(), block.sec1 ? pkcs8(block.der, partner) : block.der);
  }

  /** Returns the first private key of a text, of type P-256, Ed25519 or RSA. No exception shows the text. */
  static PrivateKey read(String in, String pem) {
    try {
      Block block = block(in, pem);
      if (block.sec1) return read("EC", pkcs8(block.der, P256.generator()));
      for (String kind : List.of("EC", "Ed25519", "RSA")) {
        try {
          return read(kind, block.der);
        } catch (InvalidKeySpecException otherKind) {
          continue;
        }
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(unusable(in), e);
    }
    throw new IllegalArgumentException(unusable(in));
  }

  private static String unusable(String in) {
    return "the private key in " + in + " is damaged, or not of type P-256, Ed25519 or RSA";
  }

  private static PrivateKey read(String kind, byte[] pkcs8) throws GeneralSecurityException {
    return KeyFactory.getInstance(kind).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
  }

  private static Block block(String in, String pem) throws GeneralSecurityException {
    // "BEGIN ENCRYPTED PRIVATE KEY", or "Proc-Type: 4,ENCRYPTED" in the block.
    if (pem.contains("ENCRYPTED")) throw new IllegalArgumentException("the private key in " + in + " is encrypted: give it without a passphrase");
    Matcher block = BLOCK.matcher(pem);
    if (!block.find()) throw new IllegalArgumentException(in + " has no private key in PEM");
    return new Block(decode(block.group(2)), block.group(1) != null);
  }

  private static byte[] decode(String base64) throws InvalidKeySpecException {
    try {
      return Base64.getMimeDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw new InvalidKeySpecException("the private key is not base64");
    }
  }

  /** Wraps an ECPrivateKey (RFC 5915) into PrivateKeyInfo (RFC 5208). SubjectPublicKeyInfo begins with the AlgorithmIdentifier that it needs. */
  private static byte[] pkcs8(byte[] sec1, PublicKey partner) {
    byte[] spki = partner.getEncoded();
    int begin = spki[1] > 0 ? 2 : 2 + (spki[1] & 0x7f);
    byte[] algorithm = Arrays.copyOfRange(spki, begin, begin + 2 + spki[begin + 1]);
    return der(SEQUENCE, der(INTEGER, new byte[] {0}), algorithm, der(OCTET_STRING, sec1));
  }

  private static byte[] der(int tag, byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (byte[] part : parts) content.writeBytes(part);
    ByteArrayOutputStream element = new ByteArrayOutputStream();
    element.write(tag);
    int length = content.size();
    if (length > 0xff) element.writeBytes(new byte[] {(byte) 0x82, (byte) (length >> 8)});
    else if (length > 0x7f) element.write(0x81);
    element.write(length);
    element.writeBytes(content.toByteArray());
    return element.toByteArray();
  }
}
