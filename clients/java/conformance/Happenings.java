package conformance;

import static conformance.Steps.equal;
import static conformance.Steps.eventually;
import static conformance.Steps.holds;

import example.pda.client.Pages;
import example.pda.client.api.EventApi.ListEventsOptions;
import example.pda.client.api.LedgerApi.GetStatementOptions;
import example.pda.client.model.Asset;
import example.pda.client.model.AssetKind;
import example.pda.client.model.AssetProfileInput;
import example.pda.client.model.DefineAssetTypeRequest;
import example.pda.client.model.Event;
import example.pda.client.model.EventType;
import example.pda.client.model.IssueAssetRequest;
import example.pda.client.model.LifecycleStatus;
import example.pda.client.model.Payment;
import example.pda.client.model.StatementEntry;
import example.pda.client.model.VerifyLifecycleRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Events, the statement, and an asset of goods. */
final class Happenings {
  private final Scenario scenario;

  Happenings(Scenario scenario) {
    this.scenario = scenario;
  }

  void run(Steps steps) {
    steps.step("events", this::events);
    steps.step("events-resume", () -> {
      Payment later = scenario.merchant.payment().createPayment(scenario.request("4"));
      scenario.wallet.pay(scenario.merchant.payment().generatePaymentReference(later.getPaymentId()).getReference());
      Event first = eventually(() -> eventsAfter(scenario.position, 2).stream().toList(), events -> !events.isEmpty()).get(0);
      equal("subject", later.getPaymentId(), first.getSubject());
      equal("type", EventType.PAYMENT_COMPLETED, first.getType());
    });
    steps.step("statement", this::statement);
    steps.step("issue-asset", this::issueAsset);
  }

  private Pages<Event> eventsAfter(String position, int pageSize) {
    return Pages.after(position,
        token -> scenario.merchant.event().listEvents(new ListEventsOptions().pageSize(pageSize).pageToken(token)));
  }

  /** An event comes a moment after what caused it, so this reads on from the position until the last one has come. */
  private void events() throws InterruptedException {
    List<Event> mine = new ArrayList<>();
    eventually(() -> {
      Pages<Event> events = eventsAfter(scenario.position, 2);
      events.stream().filter(this::isOfPaymentOrRefund).forEach(mine::add);
      scenario.position = events.position();
      return mine;
    }, found -> found.stream().anyMatch(event -> event.getType() == EventType.REFUND_COMPLETED));
    equal("types of the events", List.of(EventType.PAYMENT_COMPLETED, EventType.REFUND_COMPLETED), mine.stream().map(Event::getType).toList());
    Event completed = mine.get(0);
    equal("payment", scenario.payment.getPaymentId(), completed.getData().getPayment().getPaymentId());
    equal("transaction", scenario.transactionId, completed.getData().getPayment().getTransactionId());
    equal("event", completed, scenario.merchant.event().getEvent(completed.getId()));
  }

  private boolean isOfPaymentOrRefund(Event event) {
    return List.of(scenario.payment.getPaymentId(), scenario.refundId).contains(event.getSubject());
  }

  /** The ledger is closed up to about a second ago. */
  private void statement() throws InterruptedException {
    Instant yesterday = scenario.payment.getCreateTime().minus(Duration.ofDays(1));
    List<StatementEntry> entries = eventually(() -> Pages.of(token -> scenario.merchant.ledger().getStatement(
            scenario.merchantId(), scenario.assetType, yesterday, new GetStatementOptions().pageToken(token))).stream().toList(),
        found -> found.stream().anyMatch(entry -> scenario.refundId.equals(entry.getRefundId())));
    holds("an entry is the payment's", entries.stream().anyMatch(
        entry -> scenario.payment.getPaymentId().equals(entry.getPaymentId()) && "12.5".equals(entry.getAmount())));
    holds("an entry is the refund's", entries.stream().anyMatch(
        entry -> scenario.refundId.equals(entry.getRefundId()) && "2.5".equals(entry.getAmount())));
  }

  private void issueAsset() {
    String code = "G" + scenario.word.toUpperCase();
    scenario.operator.assetType().defineAssetType(scenario.publisherId,
        new DefineAssetTypeRequest().assetType(code).name("Prints " + scenario.word));
    Asset issued = scenario.operator.issuance().issueAsset(scenario.publisherId, new IssueAssetRequest()
        .assetType(code)
        .assetProfile(new AssetProfileInput().kind(AssetKind.GOOD).name("Signed print")));
    equal("asset", issued, scenario.operator.asset().getAsset(issued.getAssetIdentifier()));
    equal("state", LifecycleStatus.ISSUED, scenario.operator.verification().verifyLifecycle(
        new VerifyLifecycleRequest().assetId(issued.getAssetIdentifier())).getLifecycleStatus());
  }
}
