<?php
// The calls of ../README.md with openapi-generator's PHP client.
namespace OpenAPI\Client;

use OpenAPI\Client\Model;

// Guzzle from Composer, or from Debian's php-guzzlehttp-guzzle where there is no package index.
$vendor = __DIR__ . '/../client/vendor/autoload.php';
require file_exists($vendor) ? $vendor : 'GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class): void {
    $file = __DIR__ . '/../client/lib/' . str_replace('\\', '/', substr($class, strlen('OpenAPI\\Client\\'))) . '.php';
    if (file_exists($file)) {
        require $file;
    }
});

$name = getenv('NAME');
$http = new \GuzzleHttp\Client(['verify' => getenv('PDA_CA_FILE')]);

/** Returns the configuration of a caller. */
function caller(?string $key): Configuration
{
    return (new Configuration())->setHost(getenv('PDA_URL'))->setAccessToken($key ?? '');
}

function line(string $call, array $members): void
{
    echo json_encode(['call' => $call] + $members), "\n";
}

function merchant(Model\Merchant $m): array
{
    return ['merchantId' => $m->getMerchantId(), 'name' => $m->getName(), 'status' => $m->getStatus(),
        'createTime' => $m->getCreateTime()->format(DATE_RFC3339_EXTENDED), 'version' => $m->getVersion()];
}

function payment(Model\Payment $p): array
{
    return ['paymentId' => $p->getPaymentId(), 'merchantId' => $p->getMerchantId(), 'amount' => $p->getAmount(),
        'status' => $p->getStatus(), 'createTime' => $p->getCreateTime()->format(DATE_RFC3339_EXTENDED),
        'metadata' => $p->getMetadata()];
}

function event(Model\Event $e): array
{
    $p = $e->getData()->getPayment();
    return ['id' => $e->getId(), 'type' => $e->getType(), 'time' => $e->getTime()->format(DATE_RFC3339_EXTENDED),
        'paymentId' => $p->getPaymentId(), 'amount' => $p->getAmount(), 'status' => $p->getStatus()];
}

$server = (new Api\ServerApi($http, caller(null)))->getServerInfo()->getData();
line('GetServerInfo', ['version' => $server->getVersion(), 'environment' => $server->getEnvironment()]);

$api = new Api\MerchantApi($http, caller(getenv('PDA_API_KEY')));
$created = $api->registerMerchant(new Model\RegisterMerchantRequest(['name' => $name]))->getData();
$merchantId = $created->getMerchantId();
line('RegisterMerchant', merchant($created));
line('GetMerchant', merchant($api->getMerchant($merchantId)->getData()));
$changes = new Model\UpdateMerchantRequest(['name' => "$name Ltd"]);
line('UpdateMerchant', merchant($api->updateMerchant($merchantId, $changes, 'name')->getData()));
$found = $api->listMerchants(page_size: 10, name_prefix: $name)->getData();
line('ListMerchants', ['merchants' => array_map(merchant(...), $found->getItems())]);
$events = (new Api\EventApi($http, caller(getenv('PDA_API_KEY'))))->listEvents(type: 'payment.failed', page_size: 1);
line('ListEvents', ['events' => array_map(event(...), $events->getData()->getItems())]);
$scopes = ['payments.read', 'payments.write'];
$granted = $api->createApiKey(
    $merchantId,
    new Model\CreateApiKeyRequest(['name' => 'till', 'scopes' => $scopes])
)->getData();
$key = $granted->getApiKey();
line('CreateApiKey', ['apiKeyId' => $key->getApiKeyId(), 'name' => $key->getName(), 'scopes' => $key->getScopes(),
    'status' => $key->getStatus()]);

$api = new Api\PaymentApi($http, caller($granted->getSecret()));
$request = new Model\CreatePaymentRequest(['merchant_id' => $merchantId, 'amount' => '12.50',
    'asset_type' => getenv('ASSET_TYPE'), 'metadata' => ['order' => $name]]);
$first = $api->createPayment($request, "$name-1")->getData();
$second = $api->createPayment($request, "$name-2")->getData();
line('CreatePayment', payment($first));
line('GetPayment', payment($api->getPayment($first->getPaymentId())->getData()));
$page = $api->listPayments(status: Model\PaymentStatus::PAYMENT_STATUS_PENDING, page_size: 1)->getData();
$next = $api->listPayments(
    status: Model\PaymentStatus::PAYMENT_STATUS_PENDING,
    page_size: 1,
    page_token: $page->getNextPageToken()
)->getData();
line('ListPayments', ['payments' => array_map(payment(...), [...$page->getItems(), ...$next->getItems()])]);
line('CancelPayment', payment($api->cancelPayment($second->getPaymentId())->getData()));

try {
    $api->getPayment('pay_01kf05yaj0fg8rwbaz19nqs3cy');
} catch (ApiException $refused) {
    $failure = $refused->getResponseObject();
    line('Refusal', ['httpStatus' => $refused->getCode(), 'errorCode' => $failure->getErrorCode(),
        'reason' => $failure->getErrors()[0]->getReason(), 'requestId' => $failure->getRequestId()]);
}
