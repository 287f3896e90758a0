package conformance;

import static conformance.Steps.equal;
import static conformance.Steps.eventually;
import static conformance.Steps.holds;

import example.pda.client.PdaClient;
import example.pda.client.PdaException;
import example.pda.client.model.CreatedApiKey;
import example.pda.client.model.Payment;
import example.pda.client.model.PaymentFailureReason;
import example.pda.client.model.PaymentStatus;
import example.pda.client.model.RotateApiKeyRequest;
import example.pda.client.sandbox.SandboxClock;
import java.time.Duration;
import java.util.Objects;

/** Keys that are replaced and revoked, and the clock. */
final class Credentials {
  private static final Duration REVOKED_WITHIN = Duration.ofSeconds(5);

  private final Scenario scenario;

  Credentials(Scenario scenario) {
    this.scenario = scenario;
  }

  void run(Steps steps) {
    steps.step("rotate-key", () -> {
      CreatedApiKey created = scenario.operator.merchant()
          .rotateApiKey(scenario.merchantId(), scenario.apiKeyId, new RotateApiKeyRequest());
      scenario.apiKeyId = created.getApiKey().getApiKeyId();
      scenario.merchant = scenario.operator.withApiKey(created.getSecret());
      holds("the new key lists payments", !scenario.merchant.payment().listPayments().getItems().isEmpty());
    });
    steps.step("revoke-key", () -> {
      scenario.operator.merchant().revokeApiKey(scenario.merchantId(), scenario.apiKeyId);
      long start = System.nanoTime();
      PdaException refusal = eventually(() -> refusal(scenario.merchant), Objects::nonNull);
      holds("the key is refused within 5 s", refusal != null && System.nanoTime() - start < REVOKED_WITHIN.toNanos());
      equal("status", 401, refusal.getStatus());
    });
    steps.step("clock", () -> {
      SandboxClock.advance(scenario.operator, Duration.ofHours(1));
      Payment read = eventually(() -> scenario.operator.payment().getPayment(scenario.third.getPaymentId()),
          payment -> payment.getStatus() != PaymentStatus.PENDING);
      equal("status", PaymentStatus.FAILED, read.getStatus());
      equal("reason", PaymentFailureReason.EXPIRED, read.getFailureReason());
    });
  }

  private static PdaException refusal(PdaClient client) {
    try {
      client.payment().listPayments();
      return null;
    } catch (PdaException refusal) {
      return refusal;
    }
  }
}
