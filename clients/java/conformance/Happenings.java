package conformance;

import static conformance.Steps.equal;
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
      Event first = eventsAfter(scenario.position, 2).iterator().next();
      equal("subject", later.getPaymentId(), first.getSubject());
      equal("type", EventType.PAYMENT_CREATED, first.getType());
    });
    steps.step("statement", this::statement);
    steps.step("issue-asset", this::issueAsset);
  }

  private Pages<Event> eventsAfter(String position, int pageSize) {
    return Pages.after(position,
        token -> scenario.merchant.event().listEvents(new ListEventsOptions().pageSize(pageSize).pageToken(token)));
  }

  private void events() {
    Pages<Event> all = eventsAfter(null, 2);
    List<Event> ofPayment = all.stream().filter(event -> scenario.payment.getPaymentId().equals(event.getSubject())).toList();
    scenario.position = all.position();
    equal("types of the payment's events", List.of(EventType.PAYMENT_CREATED, EventType.PAYMENT_COMPLETED),
        ofPayment.stream().map(Event::getType).toList());
    scenario.completed = ofPayment.get(1);
    equal("payment", scenario.payment.getPaymentId(), scenario.completed.getData().getPayment().getPaymentId());
    equal("transaction", scenario.transactionId, scenario.completed.getData().getPayment().getTransactionId());
    equal("event", scenario.completed, scenario.merchant.event().getEvent(scenario.completed.getId()));
  }

  private void statement() {
    var yesterday = scenario.operator.sandbox().getSandbox().getClockTime().minus(Duration.ofDays(1));
    List<StatementEntry> entries = Pages.of(token -> scenario.merchant.ledger().getStatement(
        scenario.merchantId(), scenario.assetType, yesterday, new GetStatementOptions().pageToken(token))).stream().toList();
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
