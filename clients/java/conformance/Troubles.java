package conformance;

import static conformance.Steps.equal;
import static conformance.Steps.holds;
import static conformance.Steps.thrown;

import example.pda.client.PdaClient;
import example.pda.client.PdaConnectionException;
import example.pda.client.PdaException;
import example.pda.client.PdaProtocolException;
import example.pda.client.RetryPolicy;
import example.pda.client.api.PaymentApi.ListPaymentsOptions;
import example.pda.client.model.Payment;
import java.time.Duration;

/** Connections that break, servers that are slow, and servers that are not the service. */
final class Troubles {
  private final Scenario scenario;
  private final Setting setting;

  Troubles(Scenario scenario) {
    this.scenario = scenario;
    this.setting = scenario.setting;
  }

  void run(Steps steps) {
    steps.step("retries", () -> {
      String order = "flaky-" + scenario.word;
      Payment made = setting.through("flaky").build().payment().createPayment(scenario.request("1").orderReference(order));
      var found = scenario.operator.payment()
          .listPayments(new ListPaymentsOptions().merchantId(scenario.merchantId()).orderReference(order)).getItems();
      equal("payments of the order", 1, found.size());
      equal("payment", made.getPaymentId(), found.get(0).getPaymentId());
    });
    steps.step("no-retries", () -> {
      PdaClient once = setting.through("flaky").retryPolicy(RetryPolicy.NONE).build();
      equal("status", 503, thrown(PdaException.class, () -> once.payment().createPayment(scenario.request("1"))).getStatus());
    });
    steps.step("time-out", () -> {
      PdaClient slow = setting.through("slow").attemptTimeout(Duration.ofMillis(300)).retryPolicy(RetryPolicy.NONE).build();
      long start = System.nanoTime();
      thrown(PdaConnectionException.class, () -> slow.payment().getPayment(scenario.payment.getPaymentId()));
      holds("the call ends in less than 3 s", System.nanoTime() - start < Duration.ofSeconds(3).toNanos());
    });
    steps.step("not-the-service", () -> {
      PdaClient foreign = setting.through("foreign").build();
      String text = thrown(PdaProtocolException.class, () -> foreign.server().getServerInfo()).getMessage();
      holds("the text names the address: " + text, text.contains(foreign.baseUrl()));
    });
    steps.step("redirect", () -> {
      PdaClient moved = setting.through("redirect").build();
      String text = thrown(PdaProtocolException.class, () -> moved.server().getServerInfo()).getMessage();
      holds("the text says that the address redirects: " + text, text.contains("redirect"));
    });
    steps.step("wrong-root", () -> {
      PdaClient untrusting = PdaClient.builder().caFile(null).build();
      String text = thrown(PdaConnectionException.class, () -> untrusting.server().getServerInfo()).getMessage();
      holds("the text says what to set: " + text, text.contains("caFile") && text.contains("PDA_CA_FILE"));
    });
  }
}
