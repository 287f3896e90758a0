package conformance;

import static conformance.Steps.equal;
import static conformance.Steps.holds;
import static conformance.Steps.thrown;

import example.pda.client.CallOptions;
import example.pda.client.Pages;
import example.pda.client.PdaException;
import example.pda.client.api.PaymentApi.ListPaymentsOptions;
import example.pda.client.model.CreatePaymentRequest;
import example.pda.client.model.ErrorCode;
import example.pda.client.model.Outcome;
import example.pda.client.model.OutcomeStatus;
import example.pda.client.model.Payment;
import example.pda.client.model.PaymentStatus;
import java.util.List;
import java.util.Map;

/** Payments that are not paid yet, and what is refused. */
final class Payments {
  private final Scenario scenario;

  Payments(Scenario scenario) {
    this.scenario = scenario;
  }

  void run(Steps steps) {
    steps.step("create-payment", () -> {
      scenario.payment = scenario.merchant.payment().createPayment(orderRequest("12.50"), CallOptions.withKey(scenario.paymentKey));
      equal("status", PaymentStatus.PENDING, scenario.payment.getStatus());
      equal("amount", "12.5", scenario.payment.getAmount());
      equal("metadata", Map.of("table", "7"), scenario.payment.getMetadata());
    });
    steps.step("replay-payment", () -> {
      boolean[] replayed = new boolean[1];
      Payment again = scenario.merchant.payment().createPayment(orderRequest("12.50"),
          CallOptions.withKey(scenario.paymentKey).onAnswer(answer -> replayed[0] = answer.replayed()));
      equal("payment", scenario.payment.getPaymentId(), again.getPaymentId());
      holds("the answer is marked as replayed", replayed[0]);
    });
    steps.step("key-of-another-request", () -> {
      PdaException refusal = thrown(PdaException.class,
          () -> scenario.merchant.payment().createPayment(orderRequest("13"), CallOptions.withKey(scenario.paymentKey)));
      equal("status", 422, refusal.getStatus());
      equal("code", ErrorCode.IDEMPOTENCY_KEY_REUSED, refusal.getErrorCode());
      equal("code", "SVC-4222", refusal.getErrorCode().value());
      holds("there is a request identifier", !refusal.getRequestId().isEmpty());
      holds("there is a reason", !refusal.getReason().value().isEmpty());
    });
    steps.step("outcome-of-a-key", () -> {
      Outcome outcome = scenario.merchant.outcome().getOutcome(scenario.paymentKey);
      equal("status", OutcomeStatus.COMPLETED, outcome.getStatus());
      equal("resource", scenario.payment.getPaymentId(), outcome.getResourceId());
    });
    steps.step("get-payment", () -> {
      Payment read = scenario.merchant.payment().getPayment(scenario.payment.getPaymentId());
      equal("payment", scenario.payment, read);
      holds("it expires after its creation", read.getExpireTime().isAfter(read.getCreateTime()));
    });
    steps.step("list-payments", this::list);
    steps.step("wrong-field", () -> {
      PdaException refusal = thrown(PdaException.class, () -> scenario.merchant.payment().createPayment(scenario.request("0.0000001")));
      holds("an error names the field amount and a reason: " + refusal.getErrors(),
          refusal.getErrors().stream().anyMatch(error -> "amount".equals(error.getField()) && error.getReason() != null));
    });
    steps.step("not-found", () -> equal("status", 404, thrown(PdaException.class,
        () -> scenario.merchant.payment().getPayment("pay_01kf05yaj0fg8rwb8000000001")).getStatus()));
    steps.step("forbidden", () -> equal("status", 403, thrown(PdaException.class,
        () -> scenario.merchant.merchant().listMerchants()).getStatus()));
    steps.step("unauthenticated", () -> {
      String key = changedEnd(scenario.firstSecret);
      PdaException refusal = thrown(PdaException.class, () -> scenario.operator.withApiKey(key).payment().listPayments());
      equal("status", 401, refusal.getStatus());
      holds("the text of the error hides the key", !refusal.toString().contains(key));
    });
  }

  private CreatePaymentRequest orderRequest(String amount) {
    return scenario.request(amount).orderReference("order-" + scenario.word).metadata(Map.of("table", "7"));
  }

  private void list() {
    scenario.second = scenario.merchant.payment().createPayment(scenario.request("2"));
    scenario.third = scenario.merchant.payment().createPayment(scenario.request("3"));
    List<String> pending = Pages.of(token -> scenario.merchant.payment().listPayments(
        new ListPaymentsOptions().status(PaymentStatus.PENDING).pageSize(1).pageToken(token)))
        .stream().map(Payment::getPaymentId).toList();
    equal("pending payments",
        List.of(scenario.third.getPaymentId(), scenario.second.getPaymentId(), scenario.payment.getPaymentId()), pending);
    List<Payment> ofOrder = scenario.merchant.payment()
        .listPayments(new ListPaymentsOptions().orderReference("order-" + scenario.word)).getItems();
    equal("payments of the order", List.of(scenario.payment), ofOrder);
  }

  /** Returns a key of the right form that does not exist. */
  private static String changedEnd(String secret) {
    int last = secret.length() - 1;
    return secret.substring(0, last) + (secret.charAt(last) == 'A' ? 'B' : 'A');
  }
}
