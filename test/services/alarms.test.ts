import { randomUUID } from "node:crypto";
import { expect } from "chai";
import pg from "pg";
import {
  type Alarm,
  AlarmSeverity,
  type ListAlarmsResponse,
} from "../../gen/ts/pda/operator/v1/alarm_service.ts";
import { tenantScopes } from "../../src/domain/access/scope.ts";
import { newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import { alarmService } from "../../src/services/operator/index.ts";
import { importRootCrl } from "../../src/services/revocation/root-crl.ts";
import type { Store } from "../../src/store/store.ts";
import { asMerchant, operator, type ServiceHarness } from "../support/service.ts";
import { holderKey } from "../support/fixtures.ts";
import { Books } from "./support/books.ts";
import { Registry } from "./support/registry.ts";

const { ALARM_SEVERITY_PAGE, ALARM_SEVERITY_TICKET } = AlarmSeverity;
const secondsOf = ({ sinceTime }: Alarm): number => Number(sinceTime?.seconds);
const nowSeconds = (): number => Date.now() / 1000;

describe("the operator's alarms", function () {
  this.timeout(60_000);
  let books: Books;
  let registry: Registry;
  let alarms: ServiceHarness;
  let sql: pg.Client;
  before(async () => {
    registry = await Registry.start({ offline: true });
    books = await Books.open();
    // This service has the key of the root.
    alarms = books.harness.beside(() => alarmService({ trust: registry.issuing, ledgerCheckSeconds: 3_600 }));
    sql = new pg.Client({ connectionString: books.harness.url });
    await sql.connect();
  });
  after(async () => {
    await sql?.end();
    for (const each of [alarms, books, registry]) await each?.[Symbol.asyncDispose]();
  });

  const transact: Store["transact"] = (work) => books.harness.store.transact(work);
  const raised = async (of = alarms): Promise<Alarm[]> =>
    (await of.call<ListAlarmsResponse>("ListAlarms", {})).items;
  const only = async (name: string): Promise<Alarm> => {
    const items = await raised();
    expect(items.map((alarm) => alarm.name)).to.deep.equal([name]);
    return items[0] as Alarm;
  };
  const none = async () => expect(await raised()).to.deep.equal([]);

  it("are none in a new installation", none);

  it("have the ledger that was not checked for three hours, also before its first check", async () => {
    await sql.query(
      "update schema_migration_online set applied_at = now() - interval '4 hours' where name like '%_ledger_check'",
    );
    const alarm = await only("LedgerNotChecked");
    expect(alarm).to.deep.include({
      severity: ALARM_SEVERITY_TICKET,
      summary: "The ledger is not checked",
      reason: undefined,
      resourceIds: [],
      resourceCount: 0n,
      runbookPath: "/docs/runbooks/ledger-not-checked",
    });
    expect(secondsOf(alarm)).to.be.closeTo(nowSeconds() - 3_600, 60);
    await transact((tx) => tx.ledgerChecks.keep([]));
    await none();
    await sql.query("update ledger_check set checked_at = now() - interval '179 minutes'");
    await none();
    await sql.query("update ledger_check set checked_at = now() - interval '181 minutes'");
    await only("LedgerNotChecked");
    await using daily = books.harness.beside(() =>
      alarmService({ trust: registry.issuing, ledgerCheckSeconds: 86_400 }),
    );
    expect(
      (await raised(daily)).map(({ name }) => name),
      "where it is checked once a day",
    ).to.deep.equal([]);
    await transact((tx) => tx.ledgerChecks.keep([]));
    await none();
  });

  it("have each rule that the ledger violates, with what is at fault, from every core", async () => {
    const rule = { title: "A rule", examined: 9 };
    const [first, second] = [newId("account"), newId("account")];
    const told = [`${first} is wrong`, `${first} is wrong again`, `${second} is wrong`];
    await transact((tx) =>
      tx.ledgerChecks.keep([
        { ...rule, name: "legs", violations: 1, told: told.slice(2) },
        { ...rule, name: "balances", violations: 30, told },
        { ...rule, name: "fine", violations: 0, told: [] },
      ]),
    );
    const items = await raised();
    expect(items.map(({ name, reason }) => [name, reason])).to.deep.equal([
      ["LedgerViolated", "balances"],
      ["LedgerViolated", "legs"],
    ]);
    expect(items[0]).to.deep.include({
      severity: ALARM_SEVERITY_PAGE,
      resourceIds: [first, second],
      resourceCount: 30n,
      sinceTime: undefined,
      runbookPath: "/docs/runbooks/ledger-violated",
    });
    expect(items[0]?.nextStep).to.include("pda ledger verify");
    await using other = books.harness.beside(() =>
      alarmService({ trust: registry.issuing, ledgerCheckSeconds: 3_600 }),
    );
    expect(await raised(other)).to.deep.equal(items);
    await transact((tx) => tx.ledgerChecks.keep([]));
    await none();
  });

  it("have the settlements that wait, by reason, with the next step that the command has, and those that are stuck", async () => {
    await books.pay(100n);
    const first = await books.settle();
    await books.turnPage();
    await books.pay(100n);
    const second = await books.settle();
    await none();
    const ids = [first, second].map((settlement) => settlement?.settlementId as string);
    const uuid = (at: number) => uuidOf("settlement", ids[at] as string);
    const fail = (at: number, reason: string | null) =>
      sql.query("update settlement set last_error = $2 where settlement_id = $1", [uuid(at), reason]);
    await fail(0, "INSUFFICIENT_BALANCE");
    await fail(1, "SIGNER_CHANGED");
    const items = await raised();
    expect(items.map(({ name, severity, reason }) => [name, severity, reason])).to.deep.equal([
      ["SettlementFundsShort", ALARM_SEVERITY_PAGE, "INSUFFICIENT_BALANCE"],
      ["SettlementSignerDisputed", ALARM_SEVERITY_PAGE, "SIGNER_CHANGED"],
    ]);
    expect(items[0]).to.deep.include({ resourceIds: [ids[0]], resourceCount: 1n, sinceTime: undefined });
    expect(items[0]?.nextStep).to.match(/^The signer does not hold enough of the asset\./);
    expect(items[1]?.nextStep).to.include("pda settlement resolve --adopt-signer <network>");
    // A ticket comes after the pages, although its name is before theirs.
    await fail(0, "INVALID_ACCOUNT");
    expect((await raised()).map(({ name }) => name)).to.deep.equal([
      "SettlementSignerDisputed",
      "SettlementFailing",
    ]);
    await fail(1, "INVALID_ACCOUNT");
    const failing = await only("SettlementFailing");
    expect(failing).to.deep.include({ resourceIds: ids, resourceCount: 2n });
    await fail(0, null);
    await fail(1, "REASON_OF_A_LATER_VERSION");
    expect((await only("SettlementFailing")).nextStep).to.equal(
      "The worker tries again by itself; see the worker's log",
    );
    // The transfer before it is not final yet, as often on a network that lets a signer prepare only so many ahead.
    await fail(1, "SEQUENCE_NOT_READY");
    await none();
    await fail(1, null);
    await none();
    await sql.query(
      "update settlement set created_at = now() - interval '2 hours' where settlement_id = $1",
      [uuid(1)],
    );
    const stuck = await only("SettlementStuck");
    expect(stuck).to.deep.include({ resourceIds: [ids[1]], resourceCount: 1n });
    expect(secondsOf(stuck)).to.be.closeTo(nowSeconds() - 3_600, 60);
    await sql.query("update settlement set created_at = now() where settlement_id = $1", [uuid(1)]);
    await none();
  });

  it("have events that get no place in the log, in real time although the clock of the sandbox is ahead", async () => {
    const advance = () => books.harness.store.sequencer.advance(100);
    await advance();
    await sql.query("update business_clock set offset_seconds = 864000, advanced_at = now()");
    const occur = async (minutesAgo: number) => {
      const occurredAt = new Date(
        (await books.harness.store.read.clock.now()).getTime() - minutesAgo * 60_000,
      );
      const event = { type: "payment.completed", subject: newId("payment"), occurredAt } as const;
      const tenant = { merchantId: books.merchantId };
      await transact((tx) => tx.outbox.append([{ ...event, tenant, data: Buffer.alloc(0) }]));
    };
    await occur(4);
    await none();
    await advance();
    await occur(6);
    const alarm = await only("EventOrderStopped");
    expect(alarm.severity).to.equal(ALARM_SEVERITY_PAGE);
    expect(secondsOf(alarm)).to.be.closeTo(nowSeconds() - 60, 20);
    await advance();
    await none();
  });

  /** Enabled endpoints of the merchant. */
  const endpoints = async (count: number): Promise<string[]> => {
    const ids = Array.from({ length: count }, () => newId("webhook"));
    const settings = {
      url: "https://shop.example/hooks",
      description: "",
      eventTypes: ["payment.completed"],
      thin: false,
      ordered: false,
      concurrency: 10,
      publicKeySignature: false,
      httpSignature: false,
    } as const;
    const { merchantId } = books;
    await transact(async (tx) => {
      for (const id of ids) {
        await tx.webhooks.insert(id, { merchantId }, settings);
        await tx.webhooks.enable(id);
      }
    });
    return ids;
  };

  it("have webhook endpoints that no worker takes: the first 20, and the number of all", async () => {
    const ids = await endpoints(25);
    const due = (seconds: number) =>
      sql.query("update webhook_cursor set due_at = business_now() - make_interval(secs => $1)", [seconds]);
    await due(5);
    await none();
    await due(40);
    const alarm = await only("WebhookDeliveryLate");
    expect(alarm).to.deep.include({ resourceIds: ids.slice(0, 20), resourceCount: 25n });
    expect(secondsOf(alarm)).to.be.closeTo(nowSeconds() - 30, 10);
    await transact((tx) => tx.webhookLeases.claim(randomUUID(), [], 24));
    expect(await only("WebhookDeliveryLate")).to.have.property("resourceCount", 1n);
    await transact((tx) => tx.webhookLeases.claim(randomUUID(), [], 24));
    await none();
    await sql.query("update webhook_cursor set lease_until = now() - interval '1 second'");
    await only("WebhookDeliveryLate");
    await sql.query("update webhook_cursor set due_at = null, lease_owner = null, lease_until = null");
    await none();
  });

  it("have more than two webhook endpoints that the service disabled within an hour", async () => {
    const ids = await endpoints(4);
    const disable = (id: string, reason: "GONE" | "FAILING") =>
      transact(async (tx) => {
        const webhook = await tx.webhooks.get({ kind: "all" }, id);
        return tx.webhookDisabler.disable(uuidOf("webhook", id), webhook?.version ?? 0, reason);
      });
    await disable(ids[0] as string, "FAILING");
    await disable(ids[1] as string, "GONE");
    await none();
    await disable(ids[2] as string, "FAILING");
    const alarm = await only("WebhookEndpointsDisabled");
    expect(alarm).to.deep.include({
      severity: ALARM_SEVERITY_TICKET,
      resourceIds: ids.slice(0, 3),
      resourceCount: 3n,
    });
    expect(secondsOf(alarm)).to.be.closeTo(nowSeconds(), 20);
    expect(alarm.nextStep).to.include("pda webhooks enable");
    await sql.query(
      "update webhook set updated_at = updated_at - interval '61 minutes' where webhook_id = $1",
      [uuidOf("webhook", ids[0] as string)],
    );
    await none();
    await disable(ids[3] as string, "FAILING");
    await only("WebhookEndpointsDisabled");
    await transact((tx) => tx.webhooks.enable(ids[3] as string));
    await none();
  });

  it("have a relay whose stream lacks an event of more than a minute", async () => {
    const owner = randomUUID();
    const place = await transact((tx) => tx.relays.claim("nats", owner, true));
    const recorded = async (ago: string) => {
      await sql.query("update event_log set last_position = last_position + 1");
      await sql.query(
        `insert into event (tenant_id, position, event_id, merchant_id, type, subject, occurred_at, data, recorded_at)
          select $1, last_position, gen_random_uuid(), $1, 'payment.completed', 'pay', now(), '', now() - $2::interval from event_log`,
        [uuidOf("merchant", books.merchantId), ago],
      );
    };
    await none();
    await recorded("30 seconds");
    await none();
    if (!place) throw new Error("the relay has no place");
    const next = { ...place, position: place.position + 1n };
    await transact((tx) => tx.relays.advance("nats", owner, place, next));
    await recorded("3 minutes");
    const alarm = await only("RelayLagging");
    expect(alarm).to.deep.include({ resourceIds: ["nats"], resourceCount: 1n });
    expect(secondsOf(alarm)).to.be.closeTo(nowSeconds() - 120, 20);
    const last = { ...next, position: next.position + 1n };
    await transact((tx) => tx.relays.advance("nats", owner, next, last));
    await none();
  });

  it("have a recovery that its holder vetoed, without the wallet", async () => {
    const [recoveryId, { walletId }] = [newId("recovery"), books];
    const now = await books.harness.store.read.clock.now();
    const later = (days: number) => new Date(now.getTime() + days * 86_400_000);
    const { jwk, thumbprint } = holderKey();
    const recovery = await transact((tx) =>
      tx.recoveries.insert(
        {
          recoveryId,
          walletId,
          oldThumbprint: holderKey().thumbprint,
          newThumbprint: thumbprint,
          newKey: jwk,
          createdAt: now,
          effectiveAt: later(3),
          expiresAt: later(10),
        },
        Buffer.alloc(32),
      ),
    );
    await none();
    await transact((tx) => tx.recoveries.end(recovery, "vetoed"));
    const alarm = await only("WalletRecoveryVetoed");
    expect(alarm).to.deep.include({ resourceIds: [recoveryId], resourceCount: 1n });
    expect(secondsOf(alarm)).to.be.closeTo(nowSeconds(), 20);
    expect(
      JSON.stringify(alarm, (_, value) => (typeof value === "bigint" ? `${value}` : value)),
    ).not.to.include(walletId);
    await sql.query("update business_clock set offset_seconds = offset_seconds + 3700, advanced_at = now()");
    await none();
  });

  it("have the end of the root's revocation list while the key of the root is offline", async () => {
    await using offline = registry.harness.beside(() =>
      alarmService({ trust: registry.trust, ledgerCheckSeconds: 3_600 }),
    );
    const names = async () => (await raised(offline)).map(({ name }) => name);
    expect(await names()).to.deep.equal(["RootListExpires", "RootListExpiresSoon"]);
    const imported = async (number: bigint, days: number) => {
      const thisUpdate = new Date(Math.floor(nowSeconds()) * 1000 - 1000);
      const nextUpdate = new Date(thisUpdate.getTime() + days * 86_400_000);
      const { der } = registry.issuing.issueRootCrl({ number, revoked: [], thisUpdate, nextUpdate });
      await importRootCrl(registry.harness.store, [registry.trust.root], der);
    };
    await imported(1n, 1);
    expect(await names()).to.deep.equal(["RootListExpires", "RootListExpiresSoon"]);
    await imported(2n, 5);
    const [soon, ...more] = await raised(offline);
    expect(more).to.deep.equal([]);
    expect(soon?.name).to.equal("RootListExpiresSoon");
    expect(secondsOf(soon as Alarm)).to.be.closeTo(nowSeconds() - 5 * 86_400, 20);
    await imported(3n, 30);
    expect(await names()).to.deep.equal([]);
  });

  it("are shown to credentials that only the operator can have", async () => {
    const scopes = [...tenantScopes.merchant, ...tenantScopes.publisher];
    const as = asMerchant(newId("merchant"), scopes);
    expect((await alarms.failure("ListAlarms", {}, { as })).entry).to.equal("PERMISSION_DENIED");
    for (const scope of ["operators.admin", "tenants.read"]) {
      const scoped = { ...operator, scopes: [scope] };
      expect((await alarms.call<ListAlarmsResponse>("ListAlarms", {}, { as: scoped })).items).to.deep.equal(
        [],
      );
    }
  });
});
