package conformance;

import static conformance.Steps.equal;
import static conformance.Steps.holds;

import com.fasterxml.jackson.databind.ObjectMapper;
import example.pda.client.CallOptions;
import example.pda.client.Pages;
import example.pda.client.PdaClient;
import example.pda.client.api.PaymentApi.CancelPaymentOptions;
import example.pda.client.api.PaymentApi.ListPaymentsOptions;
import example.pda.client.api.WalletApi.ListBalancesOptions;
import example.pda.client.model.CreatePaymentRequest;
import example.pda.client.model.CreateWalletRequest;
import example.pda.client.model.HolderKeyInput;
import example.pda.client.model.Payment;
import example.pda.client.model.PaymentStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;

/**
 * Other steps than those of the scenario: of a merchant, or of the holder of a wallet to be, whose credential is in the environment; and
 * of a caller that verifies answers.
 */
final class Callers {
  private final Map<String, String> environment = System.getenv();
  private final PdaClient pda = client();

  void run(String caller, Steps steps) {
    switch (caller) {
      case "merchant" -> {
        steps.step("read", this::read);
        steps.step("write", this::write);
      }
      case "holder" -> steps.step("wallet", this::hold);
      case "verified" -> steps.step("answers", () -> Verified.run(environment.get("PDA_TRY_PROXIES")));
      case "stream" -> steps.step("events", () -> Following.run(Integer.parseInt(environment.get("PDA_TRY_EVENTS"))));
      default -> throw new IllegalArgumentException(caller + " is none of merchant, holder, verified, stream");
    }
  }

  /** Returns a client with the credential of the environment, which has no variables of the library for a token that is bound to a key. */
  private PdaClient client() {
    String token = environment.get("PDA_TRY_TOKEN");
    return token == null ? PdaClient.builder().build() : PdaClient.builder().dpop(() -> token, keyPair()).build();
  }

  private KeyPair keyPair() {
    try {
      KeyFactory keys = KeyFactory.getInstance("EC");
      return new KeyPair(
          keys.generatePublic(new X509EncodedKeySpec(der("PDA_TRY_DPOP_PUBLIC_KEY_FILE"))),
          keys.generatePrivate(new PKCS8EncodedKeySpec(der("PDA_TRY_DPOP_KEY_FILE"))));
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private byte[] der(String file) throws IOException {
    return Base64.getMimeDecoder().decode(Files.readString(Path.of(environment.get(file))).replaceAll("-----.*-----", ""));
  }

  /** Twice, because a proof counts once. */
  private void read() {
    for (int time = 0; time < 2; time++)
      pda.payment().listPayments(new ListPaymentsOptions().orderReference("a&b c/ü").pageSize(1).requestId("try-" + time));
  }

  private void write() {
    CreatePaymentRequest request = new CreatePaymentRequest()
        .amount("1").assetType(environment.get("PDA_TRY_ASSET_TYPE")).merchantId(environment.get("PDA_TRY_MERCHANT")).description("Käse");
    CallOptions options = CallOptions.withKey("try-" + UUID.randomUUID());
    Payment payment = pda.payment().createPayment(request, options);
    equal("payment", payment.getPaymentId(), pda.payment().createPayment(request, options).getPaymentId());
    String version = "\"" + payment.getVersion() + "\"";
    Payment cancelled = pda.payment().cancelPayment(payment.getPaymentId(), new CancelPaymentOptions().ifMatch(version));
    equal("status", PaymentStatus.CANCELLED, cancelled.getStatus());
  }

  private void hold() throws Exception {
    Map<?, ?> key = new ObjectMapper().readValue(environment.get("PDA_TRY_HOLDER_KEY"), Map.class);
    HolderKeyInput holder = new HolderKeyInput().x((String) key.get("x")).y((String) key.get("y"));
    String walletId = pda.wallet().createWallet(new CreateWalletRequest().holderKey(holder)).getWalletId();
    boolean hasNone = Pages.of(token -> pda.wallet().listBalances(walletId, new ListBalancesOptions().pageToken(token))).stream().findAny().isEmpty();
    holds("a new wallet has no balance", hasNone);
  }
}
