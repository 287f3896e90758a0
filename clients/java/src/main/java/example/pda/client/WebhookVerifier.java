package example.pda.client;

import com.fasterxml.jackson.databind.JsonNode;
import example.pda.client.PdaWebhookException.Reason;
import example.pda.client.model.Event;
import example.pda.client.model.EventType;
import example.pda.client.model.WebhookKey;
import example.pda.client.model.WebhookKeySet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Verifies webhooks (Standard Webhooks 1.0). May be used by many threads at once. Make a new one when the secrets or keys change.
 *
 * <pre>{@code
 * WebhookVerifier verifier = WebhookVerifier.builder().secrets("whsec_…").build();
 * Webhook webhook = verifier.verify(body, request::getHeader);
 * }</pre>
 */
public final class WebhookVerifier {
  private static final String SECRET_PREFIX = "whsec_";
  private static final int SECRET_BYTES_MIN = 24;
  private static final int SECRET_BYTES_MAX = 64;
  /** The service sends three signatures at most. */
  private static final int SIGNATURE_LENGTH_MAX = 4096;
  private static final int ED25519_BYTES = 32;
  /** What precedes the bytes of a public key of Ed25519 in its DER form (RFC 8410). */
  private static final byte[] ED25519_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

  private final List<SecretKeySpec> secrets;
  private final List<PublicKey> keys;
  private final Duration tolerance;
  private final Clock clock;

  private WebhookVerifier(Builder builder) {
    this.secrets = List.copyOf(builder.secrets);
    this.keys = List.copyOf(builder.keys);
    this.tolerance = builder.tolerance;
    this.clock = builder.clock;
  }

  /**
   * Begins a verifier.
   *
   * @return a builder that needs a secret or a key
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns the webhook of a request.
   *
   * @param body the bytes of the body, before anything parses them
   * @param header returns the value of a header, null for none; its argument has lower-case letters
   * @return the webhook
   * @throws PdaWebhookException for everything that the service has not sent now
   */
  public Webhook verify(byte[] body, UnaryOperator<String> header) {
    String id = valueOf(header, "webhook-id");
    String timestamp = valueOf(header, "webhook-timestamp");
    String signatures = valueOf(header, "webhook-signature");
    checkTime(timestamp);
    if (!isSigned((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8), body, signatures))
      throw new PdaWebhookException(Reason.SIGNATURE, "no signature of the webhook is that of a secret or key of this receiver");
    return webhookOf(body);
  }

  /** Tells how many secrets and keys there are; no text has a secret. */
  @Override
  public String toString() {
    return "WebhookVerifier{" + secrets.size() + " secrets, " + keys.size() + " keys}";
  }

  private static String valueOf(UnaryOperator<String> header, String name) {
    String value = header.apply(name);
    if (value == null || value.isEmpty()) throw new PdaWebhookException(Reason.HEADER, "the header " + name + " is missing");
    return value;
  }

  private void checkTime(String timestamp) {
    if (!timestamp.matches("[0-9]{1,12}"))
      throw new PdaWebhookException(Reason.TIMESTAMP, "webhook-timestamp must be seconds since 1970");
    long age = clock.instant().getEpochSecond() - Long.parseLong(timestamp);
    if (Math.abs(age) > tolerance.toSeconds())
      throw new PdaWebhookException(Reason.TIMESTAMP, "webhook-timestamp is " + Math.abs(age) + " s " + (age > 0 ? "old" : "ahead")
          + ", and the tolerance is " + tolerance.toSeconds() + " s: is it a repeat, or is the clock of this machine wrong?");
  }

  /** Compares all, so that the time taken does not tell which secret fits. Signatures of other versions are passed over. */
  private boolean isSigned(byte[] prefix, byte[] body, String signatures) {
    if (signatures.length() > SIGNATURE_LENGTH_MAX) return false;
    boolean signed = false;
    try {
      List<byte[]> own = new ArrayList<>();
      for (SecretKeySpec secret : secrets) own.add(mac(secret, prefix, body));
      for (String given : signatures.split(" ", -1)) {
        String[] parts = given.split(",", 2);
        String signature = parts.length == 2 ? parts[1] : "";
        if (parts[0].equals("v1"))
          for (byte[] right : own) signed |= MessageDigest.isEqual(signature.getBytes(StandardCharsets.UTF_8), right);
        if (parts[0].equals("v1a"))
          for (PublicKey key : keys) signed |= isSignedWith(key, prefix, body, signature);
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Java has no HMAC-SHA-256 or no Ed25519", e);
    }
    return signed;
  }

  private static byte[] mac(SecretKeySpec secret, byte[] prefix, byte[] body) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(secret);
    mac.update(prefix);
    return Base64.getEncoder().encode(mac.doFinal(body));
  }

  private static boolean isSignedWith(PublicKey key, byte[] prefix, byte[] body, String signature) throws GeneralSecurityException {
    Signature verifier = Signature.getInstance("Ed25519");
    verifier.initVerify(key);
    verifier.update(prefix);
    verifier.update(body);
    try {
      return verifier.verify(Base64.getDecoder().decode(signature));
    } catch (java.security.SignatureException | IllegalArgumentException malformed) {
      return false;
    }
  }

  private static Webhook webhookOf(byte[] body) {
    Event event = eventOf(body);
    if (EventType.WEBHOOK_VERIFICATION.equals(event.getType())) {
      var asked = event.getData() == null ? null : event.getData().getWebhookVerification();
      if (asked == null || asked.getChallenge() == null) throw notAnEvent("it has no challenge");
      String answer = new String(Json.write(Map.of("challenge", asked.getChallenge())), StandardCharsets.UTF_8);
      return new Webhook(Webhook.Kind.VERIFICATION, event, answer);
    }
    boolean test = Boolean.TRUE.equals(event.getTest());
    return new Webhook(test ? Webhook.Kind.TEST : Webhook.Kind.EVENT, event, null);
  }

  private static Event eventOf(byte[] body) {
    try {
      Event event = Json.read(body, Event.class);
      if (event != null && event.getId() != null && event.getType() != null && hasDataOrItsAddress(event)) return event;
    } catch (IOException e) {
      throw notAnEvent("it is no JSON, or not as in the contract");
    }
    throw notAnEvent("it has no id, no type, or neither data nor dataref");
  }

  /** An event of an endpoint with {@code thin} has the address in a member that the model does not have. */
  private static boolean hasDataOrItsAddress(Event event) {
    return event.getData() != null || event.getUnknownMembers().get("dataref") instanceof String;
  }

  private static PdaWebhookException notAnEvent(String why) {
    return new PdaWebhookException(Reason.BODY, "the body of the webhook is no event: " + why);
  }

  /** What a verifier is made with. */
  public static final class Builder {
    private final List<SecretKeySpec> secrets = new ArrayList<>();
    private final List<PublicKey> keys = new ArrayList<>();
    private Duration tolerance = Duration.ofMinutes(5);
    private Clock clock = Clock.systemUTC();

    private Builder() {}

    /**
     * Adds secrets of the endpoint: two while one replaces the other.
     *
     * @param secrets each {@code whsec_…}
     * @return this
     * @throws IllegalArgumentException for another text; it does not show the text
     */
    public Builder secrets(String... secrets) {
      for (String secret : secrets) this.secrets.add(secretOf(secret));
      return this;
    }

    /**
     * Adds the keys of the service, for an endpoint with {@code publicKeySignature}. A receiver may keep them for five minutes.
     *
     * @param keySet the answer of {@code pda.webhook().getWebhookKeys()}
     * @return this
     * @throws IllegalArgumentException for keys that cannot be read
     */
    public Builder publicKeys(WebhookKeySet keySet) {
      for (WebhookKey key : keySet.getKeys()) add(key.getCrv(), key.getX());
      return this;
    }

    /**
     * Is {@link #publicKeys(WebhookKeySet)} of the document.
     *
     * @param keySet the text of {@code /.well-known/webhook-keys.json}
     * @return this
     * @throws IllegalArgumentException for another text
     */
    public Builder publicKeys(String keySet) {
      try {
        JsonNode members = Json.readTree(keySet.getBytes(StandardCharsets.UTF_8)).path("keys");
        if (!members.isArray()) throw new IllegalArgumentException(NO_KEYS);
        for (JsonNode key : members) add(key.path("crv").asText(), key.path("x").asText());
        return this;
      } catch (IOException e) {
        throw new IllegalArgumentException(NO_KEYS, e);
      }
    }

    /**
     * Sets how far the time of a webhook may differ from the clock of the receiver, in both directions.
     *
     * @param tolerance above zero; five minutes if not set
     * @return this
     */
    public Builder tolerance(Duration tolerance) {
      if (tolerance.isNegative() || tolerance.isZero()) throw new IllegalArgumentException("tolerance must be above zero");
      this.tolerance = tolerance;
      return this;
    }

    Builder clock(Clock clock) {
      this.clock = clock;
      return this;
    }

    /**
     * Makes the verifier.
     *
     * @return the verifier
     * @throws IllegalArgumentException without a secret and a key
     */
    public WebhookVerifier build() {
      if (secrets.isEmpty() && keys.isEmpty())
        throw new IllegalArgumentException("a webhook verifier needs a secret (secrets) or a key (publicKeys)");
      return new WebhookVerifier(this);
    }

    private static final String NO_KEYS = "publicKeys needs a key set as /.well-known/webhook-keys.json of the service has it";

    private void add(String curve, String x) {
      if (!"Ed25519".equals(curve)) return;
      try {
        byte[] bytes = Base64.getUrlDecoder().decode(x);
        if (bytes.length != ED25519_BYTES) throw new IllegalArgumentException(NO_KEYS);
        byte[] der = new byte[ED25519_PREFIX.length + bytes.length];
        System.arraycopy(ED25519_PREFIX, 0, der, 0, ED25519_PREFIX.length);
        System.arraycopy(bytes, 0, der, ED25519_PREFIX.length, bytes.length);
        keys.add(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(der)));
      } catch (GeneralSecurityException e) {
        throw new IllegalArgumentException(NO_KEYS, e);
      }
    }

    private static SecretKeySpec secretOf(String text) {
      byte[] secret = new byte[0];
      try {
        if (text.startsWith(SECRET_PREFIX)) secret = Base64.getDecoder().decode(text.substring(SECRET_PREFIX.length()));
      } catch (IllegalArgumentException noBase64) {
        secret = new byte[0];
      }
      if (secret.length < SECRET_BYTES_MIN || secret.length > SECRET_BYTES_MAX)
        throw new IllegalArgumentException("a secret of a webhook endpoint must be whsec_ and base64 of 24 to 64 bytes");
      return new SecretKeySpec(secret, "HmacSHA256");
    }
  }
}
