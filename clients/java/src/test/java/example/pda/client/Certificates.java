package example.pda.client;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
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
    return stored(file -> generate(file, "server", "san=" + subjectAlternativeName));
  }

  /** A certificate of localhost that has ended, and the root "ca" above it. */
  static KeyStore createExpired() {
    return stored(file -> {
      Path request = file.resolveSibling("server.csr");
      Path certificate = file.resolveSibling("server.crt");
      generate(file, "ca", "bc:c");
      generate(file, "server", "san=dns:localhost");
      keytool(file, "-certreq", "-alias", "server", "-file", request.toString());
      keytool(file, "-gencert", "-alias", "ca", "-infile", request.toString(), "-outfile", certificate.toString(), "-ext",
          "san=dns:localhost", "-startdate", "-10d", "-validity", "1");
      keytool(file, "-importcert", "-noprompt", "-alias", "server", "-file", certificate.toString());
      Files.delete(request);
      Files.delete(certificate);
    });
  }

  @FunctionalInterface
  private interface Making {
    void in(Path file) throws Exception;
  }

  private static KeyStore stored(Making making) {
    try {
      Path folder = Files.createTempDirectory("pda-client-test");
      Path file = folder.resolve("server.p12");
      making.in(file);
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

  private static void generate(Path file, String alias, String extension) throws Exception {
    keytool(file, "-genkeypair", "-alias", alias, "-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=" + alias, "-ext", extension);
  }

  private static void keytool(Path file, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
    command.addAll(List.of(arguments));
    command.addAll(List.of("-keystore", file.toString(), "-storetype", "PKCS12", "-storepass", new String(PASSWORD)));
    Process keytool = new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    if (keytool.waitFor() != 0) throw new IllegalStateException("keytool failed");
  }

  static String pemOf(KeyStore store) {
    return pemOf(store, "server");
  }

  static String pemOf(KeyStore store, String alias) {
    try {
      String base64 = Base64.getMimeEncoder().encodeToString(store.getCertificate(alias).getEncoded());
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
