package example.pda.client;

import example.pda.client.api.Operations;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLParameters;

/**
 * Client of the service. Its methods lead to the operations:
 *
 * <pre>{@code
 * PdaClient pda = PdaClient.builder().baseUrl("https://pda.example").apiKey(key).build();
 * Payment payment = pda.payment().createPayment(
 *     new CreatePaymentRequest().amount("12.50").assetType("USDX").merchantId(merchantId),
 *     CallOptions.withKey("order-1001"));
 * }</pre>
 *
 * <p>A client may be used by many threads at once; make one and keep it. A call blocks until it is answered; interrupting its thread ends
 * it. Every call may throw a {@link PdaFailure}.
 */
public final class PdaClient extends Operations {
  private final HttpTransport transport;
  private final String baseUrl;

  private PdaClient(HttpTransport transport, String baseUrl) {
    super(transport);
    this.transport = transport;
    this.baseUrl = baseUrl;
  }

  /**
   * Begins a client. What is not set comes from the environment: {@code PDA_URL}, {@code PDA_API_KEY}, {@code PDA_CA_FILE},
   * {@code PDA_CLIENT_CERT_FILE} and {@code PDA_CLIENT_KEY_FILE}.
   *
   * @return a builder with the defaults
   */
  public static Builder builder() {
    return new Builder(System.getenv());
  }

  /**
   * Returns a client with another API key and the same connections, for a program that acts for several tenants. It shows the same client
   * certificate.
   *
   * @param apiKey the key; null for none
   * @return a new client
   */
  public PdaClient withApiKey(String apiKey) {
    return new PdaClient(transport.withApiKey(Builder.checkedKey(apiKey)), baseUrl);
  }

  /**
   * Returns the base address of the service.
   *
   * @return without a slash at the end
   */
  public String baseUrl() {
    return baseUrl;
  }

  /** Returns the address; the key is in no text. */
  @Override
  public String toString() {
    return "PdaClient{" + baseUrl + "}";
  }

  /** What a client is made with. */
  public static final class Builder {
    private static final int KEY_LENGTH_MAX = 512;

    private String baseUrl;
    private String apiKey;
    private KeyStore roots;
    private String caFile;
    private KeyManager[] certificate;
    private String certFile;
    private String keyFile;
    private Duration attemptTimeout = Duration.ofSeconds(30);
    private RetryPolicy retryPolicy = RetryPolicy.DEFAULT;

    Builder(Map<String, String> environment) {
      baseUrl = environment.get("PDA_URL");
      apiKey = environment.get("PDA_API_KEY");
      caFile = environment.get("PDA_CA_FILE");
      certFile = unlessEmpty(environment.get("PDA_CLIENT_CERT_FILE"));
      keyFile = unlessEmpty(environment.get("PDA_CLIENT_KEY_FILE"));
    }

    /**
     * Sets the base address of the service.
     *
     * @param baseUrl begins with {@code https://}; may have a path
     * @return this
     */
    public Builder baseUrl(String baseUrl) {
      this.baseUrl = baseUrl;
      return this;
    }

    /**
     * Sets the API key. Public operations need none, nor does a client with a certificate.
     *
     * @param apiKey the whole secret; null for none, also if the environment has one
     * @return this
     */
    public Builder apiKey(String apiKey) {
      this.apiKey = apiKey;
      return this;
    }

    /**
     * Sets the root certificates that the service's certificate may go back to, instead of those of the system.
     *
     * @param pem one or more certificates in PEM; null for those of the system, also if the environment names a file
     * @return this
     */
    public Builder caCertificates(String pem) {
      this.caFile = null;
      this.roots = pem == null ? null : Tls.roots(pem);
      return this;
    }

    /**
     * Sets the file of {@link #caCertificates}.
     *
     * @param caFile a file in PEM; null for the certificates of the system
     * @return this
     */
    public Builder caFile(Path caFile) {
      this.roots = null;
      this.caFile = caFile == null ? null : caFile.toString();
      return this;
    }

    /**
     * Sets the certificate with which the client proves who it is: one that the service issued to the caller. The private key
     * signs each TLS connection and is not sent.
     *
     * @param certPem the certificate in PEM, then those above it; null for none, also if the environment names a file
     * @param keyPem its private key in PEM, PKCS #8 or SEC 1, without a passphrase; null for none
     * @return this
     * @throws IllegalArgumentException if one of the two is missing or cannot be read, or they do not belong together; it does not show the key
     */
    public Builder clientCertificate(String certPem, String keyPem) {
      this.certFile = null;
      this.keyFile = null;
      this.certificate = ClientCertificate.isGiven(certPem, keyPem) ? ClientCertificate.of(certPem, keyPem) : null;
      return this;
    }

    /**
     * Sets the files of {@link #clientCertificate}. They are read once, by {@link #build}.
     *
     * @param certFile a file in PEM; null for no certificate
     * @param keyFile a file in PEM; null for no certificate
     * @return this
     */
    public Builder clientCertificateFiles(Path certFile, Path keyFile) {
      this.certificate = null;
      this.certFile = certFile == null ? null : certFile.toString();
      this.keyFile = keyFile == null ? null : keyFile.toString();
      return this;
    }

    /**
     * Limits each attempt; 30 seconds if not set. The service is told, and does not work on it for longer. The whole call is limited by
     * {@link Options#totalTimeout}.
     *
     * @param attemptTimeout from a millisecond to a day
     * @return this
     */
    public Builder attemptTimeout(Duration attemptTimeout) {
      if (attemptTimeout.toMillis() < 1 || attemptTimeout.compareTo(Duration.ofDays(1)) > 0)
        throw new IllegalArgumentException("attemptTimeout must be from 1 ms to a day");
      this.attemptTimeout = attemptTimeout;
      return this;
    }

    /**
     * Sets how often a request is sent.
     *
     * @param retryPolicy {@link RetryPolicy#DEFAULT} if not set
     * @return this
     */
    public Builder retryPolicy(RetryPolicy retryPolicy) {
      this.retryPolicy = retryPolicy;
      return this;
    }

    /**
     * Makes the client. Nothing is sent.
     *
     * @return the client
     * @throws IllegalArgumentException if the address is missing or not https, the API key has other characters than a key, or a certificate
     *     or its private key cannot be read, or they do not belong together
     */
    public PdaClient build() {
      String base = checkedBase(baseUrl);
      KeyManager[] keys = ClientCertificate.isGiven(certFile, keyFile) ? ClientCertificate.of(Path.of(certFile), Path.of(keyFile)) : certificate;
      SSLParameters tls = new SSLParameters();
      tls.setProtocols(new String[] {"TLSv1.3"});
      HttpClient http = HttpClient.newBuilder()
          .sslContext(Tls.context(caFile == null ? roots : Tls.roots(Path.of(caFile)), keys))
          .sslParameters(tls)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();
      Exchange exchange = new Exchange(http, base, checkedKey(apiKey), attemptTimeout);
      return new PdaClient(new HttpTransport(exchange, retryPolicy), base);
    }

    private static String unlessEmpty(String text) {
      return text == null || text.isEmpty() ? null : text;
    }

    static String checkedKey(String apiKey) {
      return apiKey == null ? null : Text.visible("apiKey", apiKey, KEY_LENGTH_MAX);
    }

    private static String checkedBase(String text) {
      if (text == null) throw new IllegalArgumentException("set baseUrl (or the variable PDA_URL) to the address of the service");
      URI uri = URI.create(text);
      boolean plain = uri.getRawUserInfo() == null && uri.getRawQuery() == null && uri.getRawFragment() == null;
      if (!"https".equalsIgnoreCase(uri.getScheme()) || uri.getHost() == null || !plain)
        throw new IllegalArgumentException("baseUrl must be an https address such as https://pda.example, without user, query and fragment");
      return text.replaceFirst("/+$", "");
    }
  }
}
