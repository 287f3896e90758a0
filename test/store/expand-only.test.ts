// The expand-only rule: the version that is landed works on while the migrations of the next one are applied, and afterwards. So a
// migration may add, and what it adds must be nothing that the landed version meets. Whatever is not known to be harmless is refused.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { lastOffline } from "../../src/store/migrate/journal.ts";
import { nameOf, upgradeStarts } from "../support/landed.ts";

const folder = join(import.meta.dirname, "../../src/store/migrations");
/** The landed version: the oldest one that upgrades start from. */
const landed = nameOf(upgradeStarts.at(-1)!);

/**
 * Tables that the landed version reads with `select *` or `returning *` in prepared statements: a column more and each of its connections
 * fails with "cached plan must not change result type" until it is closed. Such a column goes into a table beside them until the
 * landed version names its columns.
 */
const starred = new Set(
  `api_key asset asset_type device holder_key identity_issuer issuance_item issuance_job ledger_transaction merchant_device merchant_key
   ownership ownership_entry ownership_transfer publisher refund revocation_list settlement settlement_intervention signing_key
   status_list_seed ticket ticket_redemption wallet_recovery wallet_statement`.split(/\s+/),
);

/** What is refused by rule and was agreed to, with the reason. */
const agreed: readonly (readonly [statement: string, reason: string])[] = [
  [
    "alter table signing_key drop constraint signing_key_purpose, add constraint signing_key_purpose check ",
    "the check that takes its place in the same statement takes all that the former one did; the landed version publishes the further key, too",
  ],
  [
    "create trigger take_device_key before insert on device ",
    "a chip's key stays with the publisher that bound it first, also while the landed version works; it refuses nothing else",
  ],
  [
    "alter table settlement_intervention drop constraint settlement_intervention_action, add constraint settlement_intervention_action check ",
    "the check that takes its place in the same statement takes all that the former one did",
  ],
  [
    "alter table signing_key drop constraint signing_key_purpose, add constraint signing_key_purpose check ",
    "the check that takes its place in the same statement takes all that the former one did, and the landed version signs with its own purposes only",
  ],
  [
    "alter table outbox drop constraint outbox_one_tenant, add constraint outbox_one_tenant check ",
    "the check that takes its place in the same statement takes all that the former one did; the outbox is almost empty, so its rows are checked at once",
  ],
];

/** Statements of a script; what is between dollar quotes or in a string is not looked into. */
function statementsOf(text: string): string[] {
  const hidden = text
    .replaceAll(/--.*$/gm, "")
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "'body'")
    .replaceAll(/'(?:[^']|'')*'/g, "'text'");
  return hidden
    .split(";")
    .map((statement) => statement.replaceAll(/\s+/g, " ").trim().toLowerCase())
    .filter((statement) => statement !== "");
}

/** What is between commas that are in no parentheses. */
function partsOf(list: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const letter of list) {
    if (letter === "(") depth += 1;
    if (letter === ")") depth -= 1;
    if (letter === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}

/** What one action of `alter table` on a table of the landed version does that it must not; undefined when it is harmless. */
function faultOfAction(table: string, action: string): string | undefined {
  if (/^validate constraint \w+$/.test(action)) return undefined;
  if (action.startsWith("add constraint "))
    return action.endsWith(" not valid") && /^add constraint \w+ (check|foreign key) /.test(action)
      ? undefined
      : "a constraint is added NOT VALID, as check or foreign key, and validated by the next migration";
  if (action.startsWith("add column ")) {
    if (starred.has(table)) return `${landed} reads ${table} with "*": put the column into a table beside it`;
    if (/ (references|unique|primary key|check|constraint|generated) ?/.test(action))
      return "a column with a constraint reads or locks the whole table: add it plain, then the constraint NOT VALID";
    if (/ not null/.test(action) && !/ default ('text'|-?\d+|true|false)( |$)/.test(action))
      return "the landed version does not fill it: a column is nullable or has a constant default";
    if (/ default /.test(action) && !/ default ('text'|-?\d+|true|false|now\(\))( |$|::)/.test(action))
      return "only a constant default is added without rewriting the table";
    return undefined;
  }
  return `not known to be harmless: "${action}"`;
}

/** Why a migration is not expand-only; empty when it is. @param made tables of earlier ones that the landed version does not know */
function faultsOf(text: string, made = new Set<string>()): string[] {
  const statements = statementsOf(text).filter((each) => !agreed.some(([known]) => each.startsWith(known)));
  for (const each of statements) {
    const table = /^create (?:unlogged )?table (\w+) \(/.exec(each)?.[1];
    if (table !== undefined) made.add(table);
  }
  const altered = new Set<string>();
  const faults: string[] = [];
  for (const statement of statements) {
    if (/\bconcurrently\b/.test(statement)) {
      if (statements.length > 1) faults.push("an index that is built concurrently is the whole migration");
      if (!/^create (unique )?index concurrently if not exists \w+ on \w+ /.test(statement))
        faults.push('it begins with "create index concurrently if not exists", so that it can be done again');
      if (statement.startsWith("create unique "))
        faults.push("a unique index refuses what the landed version may still write");
      continue;
    }
    const [, table = "", actions = ""] = /^alter table (\w+) (.*)$/.exec(statement) ?? [];
    if (table !== "") {
      if (made.has(table)) continue;
      altered.add(table);
      for (const action of partsOf(actions)) {
        const fault = faultOfAction(table, action);
        if (fault !== undefined) faults.push(fault);
      }
      continue;
    }
    const on =
      /^create (?:unique )?index \w+ on (\w+) /.exec(statement)?.[1] ??
      /^create (?:constraint )?trigger \w+ .*? on (\w+) /.exec(statement)?.[1] ??
      /^insert into (\w+) /.exec(statement)?.[1];
    if (on !== undefined) {
      if (!made.has(on)) faults.push(`the landed version uses ${on}: "${statement.slice(0, 60)}"`);
      continue;
    }
    const dropped = /^drop table ([\w, ]+)$/.exec(statement)?.[1]?.split(", ");
    if (dropped?.every((name) => made.has(name))) continue;
    const parent = /^create table \w+ partition of (\w+) default$/.exec(statement)?.[1];
    if (parent !== undefined && made.has(parent)) continue;
    // The names of the tables are texts, which the statements no longer have.
    const grown = [...text.matchAll(/make_partitions\('(\w+)'/g)].map(([, name = ""]) => name);
    if (/^select make_partitions\('text', \d+\)$/.test(statement) && grown.every((name) => made.has(name)))
      continue;
    if (!/^(create (unlogged )?table \w+ \(|create (sequence|function|view) |comment on )/.test(statement))
      faults.push(`not known to be harmless: "${statement.slice(0, 60)}"`);
  }
  if (altered.size > 1)
    faults.push(`locks several tables at once, ${[...altered].join(", ")}: one for each migration`);
  if (altered.size > 0 && statements.some((each) => each.startsWith("insert ")))
    faults.push("fills a table while it holds the lock of another: two migrations");
  if (statements.some((each) => /validate constraint/.test(each)) && statements.length > 1)
    faults.push("a constraint is validated in a migration of its own, without the lock of adding it");
  return faults;
}

describe("the expand-only rule", () => {
  const newer = readdirSync(folder)
    .filter((name) => name.endsWith(".sql") && name.replace(".sql", "") > lastOffline)
    .sort();
  it(`holds for every migration since ${landed}`, () => {
    const made = new Set<string>();
    const faults = newer.flatMap((name) =>
      faultsOf(readFileSync(join(folder, name), "utf8"), made).map((fault) => `${name}: ${fault}`),
    );
    expect(faults).to.deep.equal([]);
  });

  for (const text of [
    "alter table payment drop column nonce;",
    "drop table tag;",
    "create table t (n int); drop table t, tag;",
    "alter table payment rename column nonce to number;",
    "alter table payment rename to payments;",
    "alter table payment alter column amount type numeric(40, 0);",
    "alter table payment alter column wallet_id set not null;",
    "alter table payment alter column version drop default;",
    "alter table payment add column note text not null;",
    "alter table payment add column at timestamptz default clock_timestamp();",
    "alter table payment add column note text check (note <> '');",
    "alter table payment add column other uuid references payment;",
    "alter table device add column note text;",
    "alter table payment add constraint c check (amount > 0);",
    "alter table payment add constraint c unique (nonce);",
    "alter table payment add constraint c check (amount > 0) not valid; alter table payment validate constraint c;",
    "alter table payment drop constraint payment_amount;",
    "alter table payment add column a int, drop column nonce;",
    "create index i on payment (nonce);",
    "create index concurrently i on payment (nonce);",
    "create index concurrently if not exists i on payment (nonce); create table t (n int);",
    "create unique index concurrently if not exists i on payment (nonce);",
    "drop index payment_reference;",
    "create trigger t before insert on payment for each row execute function f();",
    "create or replace function f() returns int language sql as $$ select 1 $$;",
    "drop view ledger_entry;",
    "update payment set version = 2;",
    "delete from idempotency;",
    "insert into payment select * from payment;",
    "lock table payment in exclusive mode;",
    "truncate idempotency;",
    "alter table payment add column a int; alter table wallet_balance add column b int;",
    "create table t (n int); alter table payment add column a int; insert into t select 1;",
  ])
    it(`refuses: ${text}`, () => {
      expect(faultsOf(text)).not.to.deep.equal([]);
    });

  for (const text of [
    `-- Notes beside payments; drop nothing.
     create table payment_note (payment_id uuid primary key, note text not null check (note <> ''), foreign key (payment_id) references x);
     create unique index payment_note_text on payment_note (note);
     create trigger append_only before update or delete on payment_note for each statement execute function refuse_change();
     insert into payment_note select payment_id, 'a; drop table b' from payment;`,
    "create table t (n int); insert into t values (1); drop table t;",
    "alter table payment add column note text;",
    "alter table payment add column a int not null default 0, add column b boolean not null default false;",
    "alter table payment add constraint c check (a > 0) not valid;",
    "alter table payment validate constraint c;",
    "-- for lists\ncreate index concurrently if not exists i on payment (nonce) where nonce is not null;",
    "create function f() returns trigger language plpgsql as $$ begin drop table x; end $$;",
  ])
    it(`takes: ${text.slice(0, 70).split("\n")[0]}`, () => {
      expect(faultsOf(text)).to.deep.equal([]);
    });
});
