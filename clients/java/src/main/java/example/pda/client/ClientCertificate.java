package example.pda.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

/** The certificate that a client shows, with its private key. */
final class ClientCertificate {
  private static final Pattern BLOCK = Pattern.compile("-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----");

  private ClientCertificate() {}

  /** Tells whether there is a certificate with its key. Throws if there is only one of the two. */
  static boolean isGiven(Object certificate, Object key) {
    if ((certificate == null) != (key == null))
      throw new IllegalArgumentException("a client certificate needs its private key, and the key its certificate: give both to "
          + "clientCertificate or clientCertificateFiles, or set both PDA_CLIENT_CERT_FILE and PDA_CLIENT_KEY_FILE");
    return certificate != null;
  }

  static KeyManager[] of(Path certFile, Path keyFile) {
    return of(certFile.toString(), text(certFile), keyFile.toString(), text(keyFile));
  }

  static KeyManager[] of(String certPem, String keyPem) {
    return of("certPem", certPem, "keyPem", keyPem);
  }

  private static KeyManager[] of(String certIn, String certPem, String keyIn, String keyPem) {
    Certificate[] chain = chain(certIn, certPem);
    PublicKey partner = chain[0].getPublicKey();
    boolean belongs;
    PrivateKey key;
    try {
      key = PemKey.read(keyIn, keyPem, partner);
      belongs = belongs(key, partner);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("the private key in " + keyIn + " is damaged, or of another kind than the certificate in " + certIn, e);
    }
    if (!belongs) throw new IllegalArgumentException("the private key in " + keyIn + " does not belong to the certificate in " + certIn);
    try {
      KeyStore store = Tls.emptyStore();
      char[] password = {};
      store.setKeyEntry("client", key, password, chain);
      KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, password);
      return keys.getKeyManagers();
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalArgumentException(certIn + " must have the client's certificate first, then each that issued the one before", e);
    }
  }

  private static Certificate[] chain(String in, String pem) {
    String blocks = BLOCK.matcher(pem).results().map(MatchResult::group).collect(Collectors.joining("\n"));
    if (blocks.isEmpty()) throw new IllegalArgumentException(in + " has no certificate in PEM");
    try {
      return Tls.certificates(blocks).toArray(Certificate[]::new);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("a certificate in " + in + " is damaged", e);
    }
  }

  private static boolean belongs(PrivateKey key, PublicKey partner) throws GeneralSecurityException {
    String kind = key.getAlgorithm();
    Signature signature = Signature.getInstance(kind.equals("EC") ? "SHA256withECDSA" : kind.equals("RSA") ? "SHA256withRSA" : kind);
    byte[] sample = partner.getEncoded();
    signature.initSign(key);
    signature.update(sample);
    byte[] signed = signature.sign();
    signature.initVerify(partner);
    signature.update(sample);
    return signature.verify(signed);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new IllegalArgumentException("the file " + file + " of the client certificate cannot be read", e);
    }
  }
}
