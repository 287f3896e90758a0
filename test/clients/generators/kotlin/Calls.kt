// The calls of ../README.md with openapi-generator's Kotlin client.
import java.io.File
import okhttp3.OkHttpClient
import okhttp3.tls.HandshakeCertificates
import okhttp3.tls.decodeCertificatePem
import org.openapitools.client.apis.EventApi
import org.openapitools.client.apis.MerchantApi
import org.openapitools.client.apis.PaymentApi
import org.openapitools.client.apis.ServerApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.infrastructure.ClientError
import org.openapitools.client.infrastructure.ClientException
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.models.CreateApiKeyRequest
import org.openapitools.client.models.CreatePaymentRequest
import org.openapitools.client.models.Event
import org.openapitools.client.models.Failure
import org.openapitools.client.models.Merchant
import org.openapitools.client.models.Payment
import org.openapitools.client.models.PaymentStatus
import org.openapitools.client.models.RegisterMerchantRequest
import org.openapitools.client.models.UpdateMerchantRequest

val url: String = System.getenv("PDA_URL")
val name: String = System.getenv("NAME")
val http: OkHttpClient = HandshakeCertificates.Builder()
    .addTrustedCertificate(File(System.getenv("PDA_CA_FILE")).readText().decodeCertificatePem())
    .build()
    .let { trust -> OkHttpClient.Builder().sslSocketFactory(trust.sslSocketFactory(), trust.trustManager).build() }

fun main() {
    val server = ServerApi(url, http).getServerInfo().data
    line("GetServerInfo", "version" to server.version, "environment" to server.environment.value)
    val (merchantId, key) = merchants(System.getenv("PDA_API_KEY"))
    payments(key, merchantId)
}

/** Sets the key of the caller. */
fun <T : ApiClient> T.by(key: String): T = apply { accessTokenProvider = { key } }

/** Returns the identifier and a key of a new merchant. */
fun merchants(operator: String): Pair<String, String> {
    val api = MerchantApi(url, http).by(operator)
    val created = api.registerMerchant(RegisterMerchantRequest(name)).data
    val merchantId = created.merchantId
    line("RegisterMerchant", *merchant(created))
    line("GetMerchant", *merchant(api.getMerchant(merchantId).data))
    val changes = UpdateMerchantRequest(name = "$name Ltd")
    line("UpdateMerchant", *merchant(api.updateMerchant(merchantId, changes, updateMask = "name").data))
    val found = api.listMerchants(namePrefix = name, pageSize = 10).data
    line("ListMerchants", "merchants" to found.items.map { mapOf(*merchant(it)) })
    val events = EventApi(url, http).by(operator).listEvents(type = "payment.failed", pageSize = 1).data
    line("ListEvents", "events" to events.items.map { mapOf(*event(it)) })
    val scopes = setOf("payments.read", "payments.write")
    val granted = api.createApiKey(merchantId, CreateApiKeyRequest("till", scopes)).data
    val key = granted.apiKey
    line("CreateApiKey", "apiKeyId" to key.apiKeyId, "name" to key.name, "scopes" to key.scopes, "status" to key.status.value)
    return merchantId to granted.secret
}

fun payments(key: String, merchantId: String) {
    val api = PaymentApi(url, http).by(key)
    val request = CreatePaymentRequest(
        merchantId = merchantId,
        amount = "12.50",
        assetType = System.getenv("ASSET_TYPE"),
        metadata = mapOf("order" to name),
    )
    val first = api.createPayment(request, idempotencyKey = "$name-1").data
    val second = api.createPayment(request, idempotencyKey = "$name-2").data
    line("CreatePayment", *payment(first))
    line("GetPayment", *payment(api.getPayment(first.paymentId).data))

    fun pending(pageToken: String? = null) =
        api.listPayments(status = PaymentStatus.PAYMENT_STATUS_PENDING, pageSize = 1, pageToken = pageToken).data
    val page = pending()
    val next = pending(page.nextPageToken)
    line("ListPayments", "payments" to (page.items + next.items).map { mapOf(*payment(it)) })
    line("CancelPayment", *payment(api.cancelPayment(second.paymentId).data))

    try {
        api.getPayment("pay_01kf05yaj0fg8rwbaz19nqs3cy")
    } catch (refused: ClientException) {
        val body = (refused.response as ClientError<*>).body as String
        val failure = checkNotNull(Serializer.moshi.adapter(Failure::class.java).fromJson(body))
        line(
            "Refusal",
            "httpStatus" to refused.statusCode,
            "errorCode" to failure.errorCode.value,
            "reason" to failure.errors.first().reason,
            "requestId" to failure.requestId,
        )
    }
}

fun merchant(m: Merchant): Array<Pair<String, Any?>> = arrayOf(
    "merchantId" to m.merchantId,
    "name" to m.name,
    "status" to m.status.value,
    "createTime" to m.createTime.toString(),
    "version" to m.version,
)

fun payment(p: Payment): Array<Pair<String, Any?>> = arrayOf(
    "paymentId" to p.paymentId,
    "merchantId" to p.merchantId,
    "amount" to p.amount,
    "status" to p.status.value,
    "createTime" to p.createTime.toString(),
    "metadata" to p.metadata,
)

fun event(e: Event): Array<Pair<String, Any?>> {
    val payment = checkNotNull(e.data.payment) { "an event of the type ${e.type}" }
    return arrayOf(
        "id" to e.id,
        "type" to e.type,
        "time" to e.time.toString(),
        "paymentId" to payment.paymentId,
        "amount" to payment.amount,
        "status" to payment.status.value,
    )
}

fun line(call: String, vararg members: Pair<String, Any?>) {
    println(Serializer.moshi.adapter(Any::class.java).toJson(mapOf("call" to call, *members)))
}
