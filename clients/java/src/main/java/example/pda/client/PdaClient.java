package example.pda.client;

import example.pda.client.api.Operations;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
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
   * {@code PDA_CLIENT_CERT_FILE} and {@code PDA_CLIENT_KEY_FILE}, {@code PDA_PUBLIC_KEY_ID} and {@code PDA_SIGNING_KEY_FILE},
   * {@code PDA_SIGNATURE_KEY_FILE} and {@code PDA_SIGNATURE_KEY_ID}.
   *
   * @return a builder with the defaults
   */
  public static Builder builder() {
    return new Builder(System.getenv());
  }

  /**
   * Returns a client with another API key and the same connections, for a program that acts for several tenants. It shows the same client
   * certificate, and signs requests with the same key. The API key replaces a registered key or a DPoP token.
   *
   * @param apiKey the key; null for none
   * @return a new client
   */
  public PdaClient withApiKey(String apiKey) {
    return new PdaClient(transport.withApiKey(Builder.checkedKey(apiKey)), baseUrl);
  }

  /**
   * Returns the events as they happen, from the first one on.
   *
   * @return a stream that connects again by itself; nothing is sent before its iteration
   * @throws IllegalStateException for a client that verifies answers, because the service signs whole answers only
   */
  public EventStream streamEvents() {
    return streamEvents(new EventStreamOptions());
  }

  /**
   * Returns the events as they happen.
   *
   * @param options where the stream begins, and which events it has
   * @return a stream that connects again by itself; nothing is sent before its iteration
   * @throws IllegalStateException for a client that verifies answers, because the service signs whole answers only
   */
  public EventStream streamEvents(EventStreamOptions options) {
    return transport.streamEvents(options);
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
    private KeySource publicKey;
    private String audience;
    private KeySource signature;
    private DpopToken dpop;
    private AnswerKeys answerKeys;
    private Duration attemptTimeout = Duration.ofSeconds(30);
    private RetryPolicy retryPolicy = RetryPolicy.DEFAULT;

    Builder(Map<String, String> environment) {
      baseUrl = unlessEmpty(environment.get("PDA_URL"));
      apiKey = unlessEmpty(environment.get("PDA_API_KEY"));
      caFile = unlessEmpty(environment.get("PDA_CA_FILE"));
      certFile = unlessEmpty(environment.get("PDA_CLIENT_CERT_FILE"));
      keyFile = unlessEmpty(environment.get("PDA_CLIENT_KEY_FILE"));
      publicKey = sourceOf(environment.get("PDA_PUBLIC_KEY_ID"), environment.get("PDA_SIGNING_KEY_FILE"));
      signature = sourceOf(environment.get("PDA_SIGNATURE_KEY_ID"), environment.get("PDA_SIGNATURE_KEY_FILE"));
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
     * Signs a JWT for each attempt, in place of an API key, with a key whose public key is registered with the service.
     *
     * @param publicKeyId identifier of the registered public key, {@code pky_…}; null for none, also if the environment has one
     * @param privateKey of type P-256, Ed25519 or RSA, also one in a security module; null for none
     * @return this
     */
    public Builder publicKey(String publicKeyId, PrivateKey privateKey) {
      this.publicKey = new KeySource(publicKeyId, null, privateKey);
      return this;
    }

    /**
     * Sets the file of {@link #publicKey}. It is read once, by {@link #build}.
     *
     * @param publicKeyId identifier of the registered public key, {@code pky_…}
     * @param privateKey a file in PEM, PKCS #8 or SEC 1, without a passphrase
     * @return this
     */
    public Builder publicKeyFile(String publicKeyId, Path privateKey) {
      this.publicKey = sourceOf(publicKeyId, privateKey == null ? null : privateKey.toString());
      return this;
    }

    /**
     * Sets {@code aud} of the JWTs of {@link #publicKey}: the address that the service has for itself.
     *
     * @param audience the base address if not set
     * @return this
     */
    public Builder audience(String audience) {
      this.audience = audience;
      return this;
    }

    /**
     * Signs each request (RFC 9421), beside another credential or as the only one. The base address must be one under which the service
     * itself is reached.
     *
     * @param keyId identifier of the registered public key, {@code pky_…}; null for the thumbprint of the key (RFC 7638), by which a wallet's
     *     key is known
     * @param privateKey of type P-256, Ed25519 or RSA, also one in a security module; that of a wallet is P-256. Null for none, also if the
     *     environment names a file
     * @return this
     */
    public Builder signature(String keyId, PrivateKey privateKey) {
      this.signature = new KeySource(keyId, null, privateKey);
      return this;
    }

    /**
     * Sets the file of {@link #signature}. It is read once, by {@link #build}.
     *
     * @param keyId identifier of the registered public key, {@code pky_…}; null for the thumbprint of a wallet's key
     * @param privateKey a file in PEM, PKCS #8 or SEC 1, without a passphrase
     * @return this
     */
    public Builder signatureFile(String keyId, Path privateKey) {
      this.signature = sourceOf(keyId, privateKey == null ? null : privateKey.toString());
      return this;
    }

    /**
     * Sends an access token that is bound to a key, in place of an API key, and proves the key in each attempt (DPoP, RFC 9449).
     *
     * @param accessToken returns the token to use now; called for each attempt, by several threads, so it keeps a token until the token ends
     * @param keyPair of type P-256, Ed25519 or RSA; {@code cnf.jkt} of the token is the thumbprint of the public key
     * @return this
     * @throws IllegalArgumentException for keys of another type, or that do not belong together
     */
    public Builder dpop(Supplier<String> accessToken, KeyPair keyPair) {
      this.dpop = new DpopToken(Objects.requireNonNull(accessToken, "accessToken"), keyPair);
      return this;
    }

    /**
     * Takes only answers that the service has signed as its answer to this request (RFC 9421), by the keys that the service publishes: caches
     * and forwarders cannot change answers. Any other answer is a {@link PdaUnverifiedException}. The base address must be one under which the
     * service itself is reached. Answers need no signature if not set.
     *
     * @return this
     */
    public Builder verifyAnswers() {
      this.answerKeys = AnswerKeys.published();
      return this;
    }

    /**
     * Is {@link #verifyAnswers} by these keys only: whoever ends TLS in front of the service cannot change answers either.
     *
     * @param keySet a JSON Web Key Set, such as a copy of {@code /.well-known/jwks.json}
     * @return this
     * @throws IllegalArgumentException for a text without keys of answers
     */
    public Builder answerKeys(String keySet) {
      this.answerKeys = AnswerKeys.pinned(keySet);
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
     * @throws IllegalArgumentException if the address is missing or not https, the API key has other characters than a key, a certificate
     *     or a private key cannot be read, they do not belong together, or several credentials are given of which a request can have one
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
      RegisteredKey registered = RegisteredKey.of(publicKey, audience == null ? base : audience);
      Credential credential = Credential.only(checkedKey(apiKey), registered, dpop);
      Exchange exchange = new Exchange(http, base, credential, RequestSigner.of(signature), answerKeys, attemptTimeout);
      return new PdaClient(new HttpTransport(exchange, retryPolicy), base);
    }

    private static String unlessEmpty(String text) {
      return text == null || text.isEmpty() ? null : text;
    }

    private static KeySource sourceOf(String id, String file) {
      return new KeySource(unlessEmpty(id), unlessEmpty(file), null);
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
