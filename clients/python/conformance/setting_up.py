"""Steps of the operator: publisher, asset type, merchants, keys."""

from pda_client import CONTRACT_VERSION, PdaClient, iterate
from pda_client.models import MerchantStatus, RefundPolicyInput
from scenario import World, same, step, true


@step("server-info")
def server_info(world: World) -> None:
    with PdaClient(world.url) as public:
        same(public.get_server_info().version, CONTRACT_VERSION, "version")


@step("register-publisher")
def register_publisher(world: World) -> None:
    world.publisher = world.operator.register_publisher(name=f"Mint {world.suffix}")
    same(world.operator.get_publisher(world.publisher.publisher_id), world.publisher, "publisher")


@step("define-asset-type")
def define_asset_type(world: World) -> None:
    publisher_id = world.publisher.publisher_id
    world.asset_type = world.operator.define_asset_type(
        publisher_id,
        asset_type=f"PY{world.suffix.upper()}",
        name="Conformance dollar",
        decimals=6,
        networks=world.operator.get_sandbox().network_assets[:1],
        refund_policy=RefundPolicyInput(refundable=True, window_seconds=str(30 * 86_400)),
    )
    same(world.asset_type.decimals, 6, "decimals")
    same(world.operator.get_asset_type(publisher_id, world.asset_type.asset_type_id), world.asset_type, "asset type")


@step("register-merchants")
def register_merchants(world: World) -> None:
    world.merchants = [
        world.operator.register_merchant(name=f"Shop {world.suffix} {number}", website="https://shop.example")
        for number in range(3)
    ]


@step("list-all-pages")
def list_all_pages(world: World) -> None:
    pages = 0

    def count(*_: object) -> None:
        nonlocal pages
        pages += 1

    world.operator.http.event_hooks = {"request": [count]}
    try:
        found = [each.merchant_id for each in iterate(world.operator.list_merchants, page_size=2)]
    finally:
        world.operator.http.event_hooks = {}
    for merchant in world.merchants:
        same(found.count(merchant.merchant_id), 1, f"occurrences of {merchant.merchant_id}")
    true(pages > 1, f"more than one page, got {pages}")


@step("update-and-clear")
def update_and_clear(world: World) -> None:
    before = world.merchants[0]
    merchant_id = before.merchant_id
    changed = world.operator.update_merchant(
        merchant_id, support_url="https://shop.example/help", update_mask="supportUrl"
    )
    same(changed.support_url, "https://shop.example/help", "support_url")
    same((changed.name, changed.website), (before.name, before.website), "the other members")
    world.operator.update_merchant(merchant_id, update_mask="supportUrl")
    cleared = world.operator.get_merchant(merchant_id)
    same(cleared.support_url, None, "support_url when cleared")
    same((cleared.name, cleared.website), (before.name, before.website), "the other members when cleared")


@step("create-api-key")
def create_api_key(world: World) -> None:
    merchant_id = world.merchants[0].merchant_id
    scopes = [
        "payments.read",
        "payments.write",
        "transactions.read",
        "refunds.read",
        "refunds.write",
        "events.read",
        "merchants.read",
        "settlement.read",
    ]
    world.api_key = world.operator.create_api_key(merchant_id, name="Till", scopes=scopes)
    true(len(world.api_key.secret) > 20, "a secret")
    true(world.api_key.secret not in repr(world.api_key), "no secret in repr")
    read = world.operator.get_api_key(merchant_id, world.api_key.api_key.api_key_id)
    true(world.api_key.secret not in str(read.to_dict()), "no secret when the key is read again")
    world.merchant = world.client(PdaClient(world.url, api_key=world.api_key.secret))


@step("empty-bodies")
def empty_bodies(world: World) -> None:
    merchant_id = world.merchants[1].merchant_id
    same(world.operator.suspend_merchant(merchant_id).status, MerchantStatus.SUSPENDED, "status")
    same(world.operator.resume_merchant(merchant_id).status, MerchantStatus.ACTIVE, "status")
