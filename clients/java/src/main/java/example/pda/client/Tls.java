package example.pda.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Which certificates are trusted. */
final class Tls {
  private Tls() {}

  static KeyStore roots(Path file) {
    try {
      return roots(Files.readString(file));
    } catch (IOException e) {
      throw new IllegalArgumentException("caFile " + file + " cannot be read", e);
    }
  }

  static KeyStore roots(String pem) {
    try {
      Collection<? extends Certificate> roots = certificates(pem);
      if (roots.isEmpty()) throw new IllegalArgumentException("the CA certificates have no certificate in PEM");
      KeyStore store = emptyStore();
      for (Certificate root : roots) store.setCertificateEntry("root-" + store.size(), root);
      return store;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalArgumentException("the CA certificates are not certificates in PEM", e);
    }
  }

  /** Returns the TLS of a client that trusts the roots, null for those of the system, and shows what the managers have, null for nothing. */
  static SSLContext context(KeyStore roots, KeyManager[] keys) {
    try {
      TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(roots);
      SSLContext context = SSLContext.getInstance("TLSv1.3");
      context.init(keys, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the certificates of the system cannot be read", e);
    }
  }

  static Collection<? extends Certificate> certificates(String pem) throws CertificateException {
    byte[] text = pem.getBytes(StandardCharsets.US_ASCII);
    return CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(text));
  }

  static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    return store;
  }
}
