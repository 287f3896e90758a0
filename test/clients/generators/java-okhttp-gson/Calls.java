// The calls of ../README.md with openapi-generator's Java client on OkHttp and Gson.
import com.google.gson.Gson;
import java.io.FileInputStream;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.EventApi;
import org.openapitools.client.api.MerchantApi;
import org.openapitools.client.api.PaymentApi;
import org.openapitools.client.api.ServerApi;
import org.openapitools.client.model.*;

class Calls {
  static final String NAME = System.getenv("NAME");
  static final Gson JSON = new Gson();

  public static void main(String[] args) throws Exception {
    ServerInfo server = new ServerApi(as(null)).getServerInfo().getData();
    line("GetServerInfo", map("version", server.getVersion(), "environment", server.getEnvironment().getValue()));
    ApiClient operator = as(System.getenv("PDA_API_KEY"));
    MerchantApi api = new MerchantApi(operator);
    String merchantId = merchants(api);
    EventList events = new EventApi(operator).listEvents("payment.failed", 1, null).getData();
    line("ListEvents", map("events", events.getItems().stream().map(Calls::event).toList()));
    var scopes = new LinkedHashSet<>(List.of("payments.read", "payments.write"));
    CreatedApiKey granted =
        api.createApiKey(merchantId, new CreateApiKeyRequest().name("till").scopes(scopes), null).getData();
    ApiKey key = granted.getApiKey();
    line("CreateApiKey", map("apiKeyId", key.getApiKeyId(), "name", key.getName(),
        "scopes", key.getScopes(), "status", key.getStatus().getValue()));
    payments(as(granted.getSecret()), merchantId);
  }

  /** Returns the client of a caller. */
  static ApiClient as(String key) throws Exception {
    ApiClient client = new ApiClient().setBasePath(System.getenv("PDA_URL"));
    try (InputStream root = new FileInputStream(System.getenv("PDA_CA_FILE"))) {
      client.setSslCaCert(root);
    }
    if (key != null) client.setBearerToken(key);
    return client;
  }

  static String merchants(MerchantApi api) throws Exception {
    Merchant created = api.registerMerchant(new RegisterMerchantRequest().name(NAME), null).getData();
    String merchantId = created.getMerchantId();
    line("RegisterMerchant", merchant(created));
    line("GetMerchant", merchant(api.getMerchant(merchantId).getData()));
    var changes = new UpdateMerchantRequest().name(NAME + " Ltd");
    line("UpdateMerchant", merchant(api.updateMerchant(merchantId, changes, "name", null, null).getData()));
    MerchantList found = api.listMerchants(10, null, null, NAME).getData();
    line("ListMerchants", map("merchants", found.getItems().stream().map(Calls::merchant).toList()));
    return merchantId;
  }

  static void payments(ApiClient client, String merchantId) throws Exception {
    PaymentApi api = new PaymentApi(client);
    CreatePaymentRequest request = new CreatePaymentRequest().merchantId(merchantId).amount("12.50")
        .assetType(System.getenv("ASSET_TYPE")).metadata(Map.of("order", NAME));
    Payment first = api.createPayment(request, NAME + "-1").getData();
    Payment second = api.createPayment(request, NAME + "-2").getData();
    line("CreatePayment", payment(first));
    line("GetPayment", payment(api.getPayment(first.getPaymentId()).getData()));

    PaymentList page = pending(api, null);
    PaymentList next = pending(api, page.getNextPageToken());
    line("ListPayments", map("payments",
        Stream.concat(page.getItems().stream(), next.getItems().stream()).map(Calls::payment).toList()));
    line("CancelPayment", payment(api.cancelPayment(second.getPaymentId(), null, null).getData()));

    try {
      api.getPayment("pay_01kf05yaj0fg8rwbaz19nqs3cy");
    } catch (ApiException refused) {
      Failure failure = Failure.fromJson(refused.getResponseBody());
      line("Refusal", map("httpStatus", refused.getCode(), "errorCode", failure.getErrorCode().getValue(),
          "reason", failure.getErrors().get(0).getReason(), "requestId", failure.getRequestId()));
    }
  }

  static PaymentList pending(PaymentApi api, String pageToken) throws ApiException {
    return api.listPayments(null, PaymentStatus.PAYMENT_STATUS_PENDING, 1, pageToken, null, null, null, null, null, null)
        .getData();
  }

  static Map<String, Object> merchant(Merchant m) {
    return map("merchantId", m.getMerchantId(), "name", m.getName(), "status", m.getStatus().getValue(),
        "createTime", m.getCreateTime().toString(), "version", m.getVersion());
  }

  static Map<String, Object> payment(Payment p) {
    return map("paymentId", p.getPaymentId(), "merchantId", p.getMerchantId(), "amount", p.getAmount(),
        "status", p.getStatus().getValue(), "createTime", p.getCreateTime().toString(), "metadata", p.getMetadata());
  }

  static Map<String, Object> event(Event e) {
    Payment payment = e.getData().getPayment();
    return map("id", e.getId(), "type", e.getType(), "time", e.getTime().toString(),
        "paymentId", payment.getPaymentId(), "amount", payment.getAmount(), "status", payment.getStatus().getValue());
  }

  static Map<String, Object> map(Object... namesAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int at = 0; at < namesAndValues.length; at += 2) map.put((String) namesAndValues[at], namesAndValues[at + 1]);
    return map;
  }

  static void line(String call, Map<String, Object> members) throws Exception {
    members.put("call", call);
    System.out.println(JSON.toJson(members));
  }
}
