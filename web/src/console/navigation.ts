// The views of the navigation in their groups, and who may see each.
import type { Acting } from "./acting.ts";
import { texts } from "./texts.ts";
import { developers } from "./texts/developers.ts";
import { operation } from "./texts/operation.ts";

/** A view in the navigation. */
interface NavigationItem {
  /** The view's address below /console. `$publisherId` stands for the reader's own publisher: others do not have the view. */
  readonly to: string;
  readonly text: string;
  /** Kinds of callers that have the view. Absent: all. */
  readonly kinds?: readonly Acting["kind"][];
  /** Scopes of which a key needs one. Absent: none. */
  readonly scopes?: readonly string[];
  readonly onlyInSandbox?: boolean;
}

export interface NavigationGroup {
  readonly id: string;
  readonly text: string;
  readonly items: readonly NavigationItem[];
}

const { nav } = texts;
const MERCHANT_SIDE = ["operator", "merchant"] as const;
const OPERATOR = ["operator"] as const;

const GROUPS: readonly NavigationGroup[] = [
  {
    id: "money",
    text: nav.groups.money,
    items: [
      { to: "/", text: nav.home },
      { to: "/point-of-sale", text: nav.pointOfSale, kinds: MERCHANT_SIDE, scopes: ["payments.write"] },
      { to: "/payments", text: nav.payments, kinds: MERCHANT_SIDE, scopes: ["payments.read"] },
      { to: "/settlements", text: nav.settlements, kinds: MERCHANT_SIDE, scopes: ["settlement.read"] },
      { to: "/balances", text: nav.balances, scopes: ["transactions.read"] },
    ],
  },
  {
    id: "assets",
    text: nav.groups.assets,
    items: [
      { to: "/publishers/$publisherId", text: nav.publishing, scopes: ["publishers.read"] },
      { to: "/verify", text: nav.verify },
    ],
  },
  {
    id: "developers",
    text: nav.groups.developers,
    items: [
      { to: "/keys", text: nav.keys, scopes: ["merchants.read", "publishers.read", "operators.admin"] },
      { to: "/webhooks", text: nav.webhooks, scopes: ["events.read"] },
      { to: "/events", text: nav.events, scopes: ["events.read"] },
      {
        to: "/clients",
        text: developers.nav.clients,
        scopes: ["merchants.read", "publishers.read", "operators.admin"],
      },
      { to: "/requests", text: developers.nav.requests, scopes: ["audit.read"] },
      {
        to: "/sandbox",
        text: developers.nav.sandbox,
        scopes: ["sandbox.admin", "payments.write"],
        onlyInSandbox: true,
      },
    ],
  },
  {
    id: "operation",
    text: nav.groups.operation,
    items: [
      {
        to: "/service",
        text: operation.nav.service,
        kinds: OPERATOR,
        scopes: ["operators.admin", "tenants.read"],
      },
      { to: "/audit", text: developers.nav.audit, kinds: OPERATOR, scopes: ["audit.read"] },
      { to: "/merchants", text: nav.merchants, kinds: OPERATOR, scopes: ["merchants.admin", "tenants.read"] },
      {
        to: "/publishers",
        text: nav.publishers,
        kinds: OPERATOR,
        scopes: ["publishers.admin", "tenants.read"],
      },
    ],
  },
];

/** Returns what somebody may see, without the groups that have nothing for them. */
export const navigationOf = (
  { kind, may, publisherId }: Pick<Acting, "kind" | "may" | "publisherId">,
  isSandbox: boolean,
): readonly NavigationGroup[] =>
  GROUPS.map(({ items, ...group }) => ({
    ...group,
    items: items
      .filter(
        ({ to, kinds, scopes, onlyInSandbox }) =>
          (isSandbox || !onlyInSandbox) &&
          (publisherId !== undefined || !to.includes("$publisherId")) &&
          (kinds === undefined || kinds.includes(kind)) &&
          (scopes === undefined || may(...scopes)),
      )
      .map((item) => ({ ...item, to: item.to.replace("$publisherId", publisherId ?? "") })),
  })).filter(({ items }) => items.length > 0);
