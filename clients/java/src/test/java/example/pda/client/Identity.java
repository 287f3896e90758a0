package example.pda.client;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/** A certificate of a CA, with that of the CA, and its P-256 key: made by the JDK's keytool once for all tests. */
record Identity(List<Certificate> chain, Key key) {
  static final Identity TILL = create();

  private static Identity create() {
    try {
      Path folder = Files.createTempDirectory("pda-client-test");
      Path store = folder.resolve("till.p12");
      String request = folder.resolve("till.csr").toString();
      String issued = folder.resolve("till.crt").toString();
      List<String> key = List.of("-keyalg", "EC", "-groupname", "secp256r1");
      keytool(store, key, "-genkeypair", "-alias", "ca", "-dname", "CN=CA", "-ext", "bc:c");
      keytool(store, key, "-genkeypair", "-alias", "till", "-dname", "CN=Till");
      keytool(store, List.of(), "-certreq", "-alias", "till", "-file", request);
      keytool(store, List.of(), "-gencert", "-alias", "ca", "-infile", request, "-outfile", issued);
      keytool(store, List.of(), "-importcert", "-alias", "till", "-file", issued);
      KeyStore made = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(store)) {
        made.load(in, "changeit".toCharArray());
      }
      for (Path file : List.of(store, Path.of(request), Path.of(issued), folder)) Files.delete(file);
      return new Identity(List.of(made.getCertificateChain("till")), made.getKey("till", "changeit".toCharArray()));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void keytool(Path store, List<String> more, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
    command.addAll(List.of(arguments));
    command.addAll(more);
    command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", "changeit"));
    var quiet = ProcessBuilder.Redirect.DISCARD;
    Process keytool = new ProcessBuilder(command).redirectOutput(quiet).redirectError(quiet).start();
    if (keytool.waitFor() != 0) throw new IllegalStateException("keytool failed: " + command);
  }

  String certPem() {
    return certPem(chain);
  }

  static String certPem(List<Certificate> chain) {
    try {
      StringBuilder text = new StringBuilder();
      for (Certificate certificate : chain) text.append(pem("CERTIFICATE", certificate.getEncoded()));
      return text.toString();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  String keyPem() {
    return pem("PRIVATE KEY", key.getEncoded());
  }

  /** The key as `openssl ecparam -genkey` writes it: ECPrivateKey with the name of the curve and the public point. */
  String sec1Pem() {
    var point = ((ECPublicKey) chain.get(0).getPublicKey()).getW();
    ByteArrayOutputStream der = new ByteArrayOutputStream();
    der.writeBytes(HexFormat.of().parseHex("30770201010420"));
    der.writeBytes(number(((ECPrivateKey) key).getS()));
    der.writeBytes(HexFormat.of().parseHex("a00a06082a8648ce3d030107a14403420004"));
    der.writeBytes(number(point.getAffineX()));
    der.writeBytes(number(point.getAffineY()));
    return pem("EC PRIVATE KEY", der.toByteArray());
  }

  /** A text in PEM. */
  static String pem(String label, byte[] der) {
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN " + label + "-----\n" + base64 + "\n-----END " + label + "-----\n";
  }

  private static byte[] number(BigInteger value) {
    byte[] written = value.toByteArray();
    byte[] bytes = new byte[32];
    int length = Math.min(written.length, bytes.length);
    System.arraycopy(written, written.length - length, bytes, bytes.length - length, length);
    return bytes;
  }
}
