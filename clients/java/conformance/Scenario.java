package conformance;

import example.pda.client.PdaClient;
import example.pda.client.model.CreatePaymentRequest;
import example.pda.client.model.Merchant;
import example.pda.client.model.Payment;
import example.pda.client.sandbox.SandboxWallet;
import java.util.List;
import java.util.UUID;

/** What earlier steps made for later ones. */
final class Scenario {
  final Setting setting;
  final PdaClient operator;
  /** Makes names unique. */
  final String word = UUID.randomUUID().toString().substring(0, 8);
  final String assetType = "C" + word.toUpperCase();

  String publisherId;
  List<Merchant> merchants;
  String apiKeyId;
  String firstSecret;
  /** The client of the first merchant, with its present key. */
  PdaClient merchant;
  Payment payment;
  final String paymentKey = "conformance-" + word;
  Payment second;
  Payment third;
  SandboxWallet wallet;
  String reference;
  String transactionId;
  String refundId;
  String position;

  Scenario(Setting setting) {
    this.setting = setting;
    this.operator = setting.operator();
  }

  String merchantId() {
    return merchants.get(0).getMerchantId();
  }

  CreatePaymentRequest request(String amount) {
    return new CreatePaymentRequest().amount(amount).assetType(assetType).merchantId(merchantId());
  }
}
