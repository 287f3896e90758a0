package example.pda.client;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** Self-signed certificates, made by the JDK's keytool once for all tests. */
final class Certificates {
  private static final char[] PASSWORD = "changeit".toCharArray();
  private static final KeyStore LOCALHOST = create("dns:localhost");

  /** Like the service, whose TLS accepts every certificate of a client, and leaves the judgement to what is behind it. */
  private static final X509TrustManager EVERY_CLIENT = new X509TrustManager() {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind) throws CertificateException {
      throw new CertificateException("this is for servers");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  };

  private Certificates() {}

  static String pem() {
    return pemOf(LOCALHOST);
  }

  static SSLContext server() {
    return contextOf(LOCALHOST);
  }

  static KeyStore create(String subjectAlternativeName) {
    try {
      Path folder = Files.createTempDirectory("pda-client-test");
      Path file = folder.resolve("server.p12");
      Process keytool = new ProcessBuilder(
          Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair", "-alias", "server",
          "-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=test", "-ext", "san=" + subjectAlternativeName,
          "-keystore", file.toString(), "-storetype", "PKCS12", "-storepass", new String(PASSWORD)).redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      if (keytool.waitFor() != 0) throw new IllegalStateException("keytool failed");
      KeyStore store = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(file)) {
        store.load(in, PASSWORD);
      }
      Files.delete(file);
      Files.delete(folder);
      return store;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static String pemOf(KeyStore store) {
    try {
      String base64 = Base64.getMimeEncoder().encodeToString(store.getCertificate("server").getEncoded());
      return "-----BEGIN CERTIFICATE-----\n" + base64 + "\n-----END CERTIFICATE-----\n";
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static SSLContext contextOf(KeyStore store) {
    try {
      KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, PASSWORD);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), new TrustManager[] {EVERY_CLIENT}, null);
      return context;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
