package conformance;

import static conformance.Steps.equal;
import static conformance.Steps.holds;

import example.pda.client.Pages;
import example.pda.client.PdaClient;
import example.pda.client.api.MerchantApi.ListMerchantsOptions;
import example.pda.client.api.MerchantApi.UpdateMerchantOptions;
import example.pda.client.api.Operations;
import example.pda.client.model.ApiKey;
import example.pda.client.model.AssetType;
import example.pda.client.model.CreateApiKeyRequest;
import example.pda.client.model.CreatedApiKey;
import example.pda.client.model.DefineAssetTypeRequest;
import example.pda.client.model.Merchant;
import example.pda.client.model.MerchantStatus;
import example.pda.client.model.Publisher;
import example.pda.client.model.RefundPolicyInput;
import example.pda.client.model.RegisterMerchantRequest;
import example.pda.client.model.RegisterPublisherRequest;
import example.pda.client.model.ResumeMerchantRequest;
import example.pda.client.model.SuspendMerchantRequest;
import example.pda.client.model.UpdateMerchantRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Publishers, merchants and keys. */
final class Registry {
  private static final List<String> SCOPES =
      List.of("payments.read", "payments.write", "refunds.read", "refunds.write", "transactions.read", "events.read");

  private final Scenario scenario;
  private final PdaClient operator;

  Registry(Scenario scenario) {
    this.scenario = scenario;
    this.operator = scenario.operator;
  }

  void run(Steps steps) {
    steps.step("server-info", () ->
        equal("version", Operations.VERSION, operator.withApiKey(null).server().getServerInfo().getVersion()));
    steps.step("register-publisher", () -> {
      Publisher made = operator.publisher().registerPublisher(new RegisterPublisherRequest().name("Publisher " + scenario.word));
      scenario.publisherId = made.getPublisherId();
      equal("publisher", made, operator.publisher().getPublisher(made.getPublisherId()));
    });
    steps.step("define-asset-type", this::defineAssetType);
    steps.step("register-merchants", this::registerMerchants);
    steps.step("list-all-pages", this::listAllPages);
    steps.step("update-and-clear", this::updateAndClear);
    steps.step("create-api-key", this::createApiKey);
    steps.step("empty-bodies", () -> {
      String merchantId = scenario.merchants.get(1).getMerchantId();
      equal("status", MerchantStatus.SUSPENDED, operator.merchant().suspendMerchant(merchantId, new SuspendMerchantRequest()).getStatus());
      equal("status", MerchantStatus.ACTIVE, operator.merchant().resumeMerchant(merchantId, new ResumeMerchantRequest()).getStatus());
    });
  }

  private void defineAssetType() {
    String network = operator.sandbox().getSandbox().getNetworkAssets().get(0);
    AssetType made = operator.assetType().defineAssetType(scenario.publisherId, new DefineAssetTypeRequest()
        .assetType(scenario.assetType)
        .name("Dollar " + scenario.word)
        .decimals(6L)
        .networks(List.of(network))
        .refundPolicy(new RefundPolicyInput().refundable(true).windowSeconds(String.valueOf(30 * 86_400))));
    AssetType read = operator.assetType().getAssetType(scenario.publisherId, made.getAssetTypeId());
    equal("asset type", made, read);
    equal("decimals", 6L, read.getDecimals());
    equal("refund window", "2592000", read.getRefundPolicy().getWindowSeconds());
  }

  private void registerMerchants() {
    scenario.merchants = new ArrayList<>();
    for (String name : List.of("First", "Second", "Third")) {
      RegisterMerchantRequest request = new RegisterMerchantRequest()
          .name(name + " shop " + scenario.word)
          .website("https://shop.example")
          .supportUrl("mailto:help@shop.example");
      scenario.merchants.add(operator.merchant().registerMerchant(request));
    }
  }

  private void listAllPages() {
    AtomicInteger pages = new AtomicInteger();
    List<String> found = Pages.of(token -> {
      pages.incrementAndGet();
      return operator.merchant().listMerchants(new ListMerchantsOptions().pageSize(2).pageToken(token));
    }).stream().map(Merchant::getMerchantId).toList();
    for (Merchant merchant : scenario.merchants)
      equal("occurrences of " + merchant.getName(), 1L, found.stream().filter(merchant.getMerchantId()::equals).count());
    holds("the iterator asked for more than one page", pages.get() > 1);
  }

  private void updateAndClear() {
    Merchant before = scenario.merchants.get(0);
    Merchant changed = operator.merchant().updateMerchant(before.getMerchantId(),
        new UpdateMerchantRequest().website("https://new.example"), new UpdateMerchantOptions().updateMask("website"));
    equal("website", "https://new.example", changed.getWebsite());
    equal("support", before.getSupportUrl(), changed.getSupportUrl());
    operator.merchant().updateMerchant(before.getMerchantId(),
        new UpdateMerchantRequest(), new UpdateMerchantOptions().updateMask("supportUrl"));
    Merchant read = operator.merchant().getMerchant(before.getMerchantId());
    equal("support", null, read.getSupportUrl());
    equal("website", "https://new.example", read.getWebsite());
    equal("name", before.getName(), read.getName());
  }

  private void createApiKey() {
    CreatedApiKey created = operator.merchant().createApiKey(scenario.merchantId(),
        new CreateApiKeyRequest().name("Conformance").scopes(SCOPES));
    holds("the answer has the secret", created.getSecret() != null && !created.getSecret().isEmpty());
    holds("the text of the answer hides the secret", !created.toString().contains(created.getSecret()));
    scenario.apiKeyId = created.getApiKey().getApiKeyId();
    ApiKey read = operator.merchant().getApiKey(scenario.merchantId(), scenario.apiKeyId);
    equal("key", created.getApiKey(), read);
    holds("reading the key shows no secret", !read.getUnknownMembers().containsKey("secret"));
    scenario.firstSecret = created.getSecret();
    scenario.merchant = operator.withApiKey(created.getSecret());
  }
}
