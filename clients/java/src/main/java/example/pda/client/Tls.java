package example.pda.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Which certificates are trusted. */
final class Tls {
  private Tls() {}

  static SSLContext trusting(Path file) {
    try {
      return trusting(Files.readString(file));
    } catch (IOException e) {
      throw new IllegalArgumentException("caFile " + file + " cannot be read", e);
    }
  }

  static SSLContext trusting(String pem) {
    try {
      byte[] text = pem.getBytes(StandardCharsets.US_ASCII);
      Collection<? extends Certificate> roots =
          CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(text));
      if (roots.isEmpty()) throw new IllegalArgumentException("the CA certificates have no certificate in PEM");
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (Certificate root : roots) store.setCertificateEntry("root-" + store.size(), root);
      return context(store);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalArgumentException("the CA certificates are not certificates in PEM", e);
    }
  }

  static SSLContext trustingSystem() {
    try {
      return context(null);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the certificates of the system cannot be read", e);
    }
  }

  private static SSLContext context(KeyStore roots) throws GeneralSecurityException {
    TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(roots);
    SSLContext context = SSLContext.getInstance("TLSv1.3");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
