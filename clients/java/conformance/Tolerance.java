package conformance;

import static conformance.Steps.equal;
import static conformance.Steps.holds;
import static conformance.Steps.thrown;

import example.pda.client.PdaClient;
import example.pda.client.PdaException;
import example.pda.client.model.Event;
import example.pda.client.model.EventType;
import example.pda.client.model.Payment;
import example.pda.client.model.PaymentStatus;
import java.util.List;
import java.util.Map;

/** Answers of a later version of the service. */
final class Tolerance {
  private final Scenario scenario;

  Tolerance(Scenario scenario) {
    this.scenario = scenario;
  }

  void run(Steps steps) {
    PdaClient future = scenario.setting.through("future").build();
    steps.step("unknown-enum-value", () -> {
      Payment now = scenario.operator.payment().getPayment(scenario.payment.getPaymentId());
      Payment later = future.payment().getPayment(scenario.payment.getPaymentId());
      equal("known", PaymentStatus.Known.OTHER, later.getStatus().known());
      equal("word", "quarantined", later.getStatus().value());
      holds("a later version's member is readable", later.getUnknownMembers().get("addedLater") instanceof Map);
      equal("the other members", now, later.status(now.getStatus()));
    });
    steps.step("unknown-event-type", () -> {
      List<Event> events = future.event().listEvents().getItems();
      Event unknown = events.get(0);
      equal("known", EventType.Known.OTHER, unknown.getType().known());
      equal("type", "payment.quarantined", unknown.getType().value());
      holds("it has an identifier and a time", unknown.getId().startsWith("evt_") && unknown.getTime() != null);
      equal("data", Map.of("by", List.of("screening"), "level", 3), unknown.getData().getUnknownMembers().get("quarantine"));
      holds("known events follow", events.size() > 1
          && events.stream().skip(1).allMatch(event -> event.getType().known() != EventType.Known.OTHER && event.getData() != null));
    });
    steps.step("unknown-error", () -> {
      PdaException refusal = thrown(PdaException.class, () -> future.payment().getPayment("pay_01kf05yaj0fg8rwb8000000001"));
      equal("status", 404, refusal.getStatus());
      equal("code", "SVC-4999", refusal.getErrorCode().value());
      equal("reason", "ADDED_LATER", refusal.getReason().value());
    });
  }
}
