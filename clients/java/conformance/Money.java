package conformance;

import static conformance.Steps.equal;
import static conformance.Steps.holds;
import static conformance.Steps.thrown;

import example.pda.client.CallOptions;
import example.pda.client.Pages;
import example.pda.client.PdaException;
import example.pda.client.api.LedgerApi.ListMerchantBalancesOptions;
import example.pda.client.api.RefundApi.ListRefundsOptions;
import example.pda.client.api.TransactionApi.ListTransactionsOptions;
import example.pda.client.api.WalletTransactionApi.ListWalletTransactionsOptions;
import example.pda.client.model.CheckRefundEligibilityRequest;
import example.pda.client.model.CreateRefundRequest;
import example.pda.client.model.ErrorCode;
import example.pda.client.model.ErrorReason;
import example.pda.client.model.Payment;
import example.pda.client.model.PaymentRequest;
import example.pda.client.model.PaymentStatus;
import example.pda.client.model.Refund;
import example.pda.client.model.Transaction;
import example.pda.client.sandbox.SandboxWallet;

/** A wallet pays, and gets some of it back. */
final class Money {
  private final Scenario scenario;

  Money(Scenario scenario) {
    this.scenario = scenario;
  }

  void run(Steps steps) {
    steps.step("sandbox-wallet", () -> {
      scenario.wallet = SandboxWallet.create(scenario.operator);
      scenario.wallet.fund(scenario.assetType, "100");
      equal("balance", "100", scenario.wallet.balance(scenario.assetType));
    });
    steps.step("payment-reference", () -> {
      scenario.reference = scenario.merchant.payment().generatePaymentReference(scenario.payment.getPaymentId()).getReference();
      equal("payment", scenario.payment.getPaymentId(), scenario.wallet.resolve(scenario.reference).getPaymentId());
    });
    steps.step("authorize-payment", () -> {
      scenario.wallet.pay(scenario.reference);
      Payment paid = scenario.merchant.payment().getPayment(scenario.payment.getPaymentId());
      equal("status", PaymentStatus.COMPLETED, paid.getStatus());
      scenario.transactionId = paid.getTransactionId();
      holds("there is a transaction", scenario.transactionId != null);
    });
    steps.step("authorize-again", () -> {
      PaymentRequest again = scenario.wallet.authorize(
          scenario.wallet.resolve(scenario.reference), CallOptions.withKey("again-" + scenario.word));
      equal("transaction", scenario.transactionId, again.getTransactionId());
      SandboxWallet other = SandboxWallet.create(scenario.operator);
      PdaException refusal = thrown(PdaException.class, () -> other.pay(scenario.reference));
      equal("status", 409, refusal.getStatus());
      equal("code", ErrorCode.STATE_FINAL, refusal.getErrorCode());
    });
    steps.step("transaction", this::transaction);
    steps.step("merchant-balance", () -> holds("a balance names the asset type", Pages.of(token ->
        scenario.merchant.ledger().listMerchantBalances(scenario.merchantId(), new ListMerchantBalancesOptions().pageToken(token)))
        .stream().anyMatch(balance -> scenario.assetType.equals(balance.getAssetType()))));
    steps.step("refund", this::refund);
    steps.step("refund-too-much", () -> equal("reason", ErrorReason.REFUND_EXCEEDS_PAID,
        thrown(PdaException.class, () -> scenario.merchant.refund().createRefund(refundOf("12"))).getReason()));
    steps.step("cancel-payment", () -> equal("status", PaymentStatus.CANCELLED,
        scenario.merchant.payment().cancelPayment(scenario.second.getPaymentId()).getStatus()));
  }

  private void transaction() {
    Transaction transaction = scenario.merchant.transaction().getTransaction(scenario.transactionId);
    equal("payment", scenario.payment.getPaymentId(), transaction.getPaymentId());
    equal("amount", "12.5", transaction.getAmount());
    holds("the merchant's list has it", Pages.of(token ->
        scenario.merchant.transaction().listTransactions(new ListTransactionsOptions().pageToken(token)))
        .stream().anyMatch(each -> scenario.transactionId.equals(each.getTransactionId())));
    holds("the wallet's list has it", Pages.of(token -> scenario.operator.walletTransaction()
        .listWalletTransactions(scenario.wallet.walletId(), new ListWalletTransactionsOptions().pageToken(token)))
        .stream().anyMatch(each -> scenario.transactionId.equals(each.getTransactionId())));
  }

  private void refund() {
    holds("the payment is eligible", scenario.merchant.refund().checkRefundEligibility(
        new CheckRefundEligibilityRequest().originalTransaction(scenario.transactionId)).getAllowed());
    Refund made = scenario.merchant.refund().createRefund(refundOf("2.50"));
    scenario.refundId = made.getRefundId();
    equal("amount", "2.5", made.getRefundAmount());
    equal("refund", made.getRefundId(), scenario.merchant.refund().getRefund(made.getRefundId()).getRefundId());
    holds("the list of the payment's refunds has it", Pages.of(token -> scenario.merchant.refund().listRefunds(
        new ListRefundsOptions().paymentId(scenario.payment.getPaymentId()).pageToken(token)))
        .stream().anyMatch(each -> scenario.refundId.equals(each.getRefundId())));
  }

  private CreateRefundRequest refundOf(String amount) {
    return new CreateRefundRequest().originalTransaction(scenario.transactionId).refundAmount(amount).reason("Returned");
  }
}
