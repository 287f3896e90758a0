package conformance;

import static conformance.Steps.equal;
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
import java.time.Instant;

/** Keys that are replaced and revoked, and the clock. */
final class Credentials {
  private static final Duration REVOKED_WITHIN = Duration.ofSeconds(5);
  private static final Duration FAILED_WITHIN = Duration.ofSeconds(20);

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
      equal("status", 401, refusalWithin(REVOKED_WITHIN, scenario.merchant).getStatus());
    });
    steps.step("clock", () -> {
      SandboxClock.advance(scenario.operator, Duration.ofHours(1));
      Payment read = endedWithin(FAILED_WITHIN, scenario.third.getPaymentId());
      equal("status", PaymentStatus.FAILED, read.getStatus());
      equal("reason", PaymentFailureReason.EXPIRED, read.getFailureReason());
    });
  }

  private static PdaException refusalWithin(Duration limit, PdaClient client) throws InterruptedException {
    Instant end = Instant.now().plus(limit);
    while (Instant.now().isBefore(end)) {
      try {
        client.payment().listPayments();
      } catch (PdaException refusal) {
        return refusal;
      }
      Thread.sleep(100);
    }
    throw new AssertionError("the key is still accepted after " + limit);
  }

  /** A worker fails expired payments, so it takes a moment. */
  private Payment endedWithin(Duration limit, String paymentId) throws InterruptedException {
    Instant end = Instant.now().plus(limit);
    while (true) {
      Payment read = scenario.operator.payment().getPayment(paymentId);
      if (read.getStatus() != PaymentStatus.PENDING || Instant.now().isAfter(end)) return read;
      Thread.sleep(200);
    }
  }
}
