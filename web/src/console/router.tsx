// The views by their addresses below /console. Each is loaded when it is first shown.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  retainSearchParams,
} from "@tanstack/react-router";
import { recordFiltersOf } from "./api/requests.ts";
import { ErrorNotice } from "./components/error-notice.tsx";
import { View } from "./components/view.tsx";
import { Shell } from "./shell.tsx";
import { texts } from "./texts.ts";

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

interface Chosen {
  readonly merchant?: string | undefined;
}

const root = createRootRoute({
  component: Shell,
  validateSearch: ({ merchant }: Record<string, unknown>): Chosen => ({ merchant: textOf(merchant) }),
  search: { middlewares: [retainSearchParams(["merchant"])] },
  errorComponent: ({ error }) => (
    <main id="content">
      <ErrorNotice error={error} onRetry={() => location.reload()} />
    </main>
  ),
  notFoundComponent: () => (
    <View title={texts.errors.noView}>
      <p>{texts.errors.noViewNext}</p>
    </View>
  ),
});
const getParentRoute = () => root;

const home = createRoute({
  getParentRoute,
  path: "/",
  component: lazyRouteComponent(() => import("./views/home.tsx"), "Home"),
});

export interface PaymentFilters {
  readonly q?: string | undefined;
  readonly status?: string | undefined;
  readonly assetType?: string | undefined;
  /** Days, `2026-11-27`, in the reader's own zone. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}
const payments = createRoute({
  getParentRoute,
  path: "/payments",
  validateSearch: (search: Record<string, unknown>): PaymentFilters => ({
    q: textOf(search.q),
    status: textOf(search.status),
    assetType: textOf(search.assetType),
    from: textOf(search.from),
    to: textOf(search.to),
  }),
  component: lazyRouteComponent(() => import("./views/payments.tsx"), "Payments"),
});
const payment = createRoute({
  getParentRoute,
  path: "/payments/$paymentId",
  component: lazyRouteComponent(() => import("./views/payment.tsx"), "PaymentView"),
});
const pointOfSale = createRoute({
  getParentRoute,
  path: "/point-of-sale",
  component: lazyRouteComponent(() => import("./views/point-of-sale.tsx"), "PointOfSale"),
});
const charge = createRoute({
  getParentRoute,
  path: "/point-of-sale/$paymentId",
  component: lazyRouteComponent(() => import("./views/charge.tsx"), "Charge"),
});

interface SettlementFilters {
  readonly settlementStatus?: string | undefined;
}
const settlements = createRoute({
  getParentRoute,
  path: "/settlements",
  validateSearch: (search: Record<string, unknown>): SettlementFilters => ({
    settlementStatus: textOf(search.settlementStatus),
  }),
  component: lazyRouteComponent(() => import("./views/settlements.tsx"), "Settlements"),
});
const settlement = createRoute({
  getParentRoute,
  path: "/settlements/$settlementId",
  component: lazyRouteComponent(() => import("./views/settlement.tsx"), "SettlementView"),
});
const balances = createRoute({
  getParentRoute,
  path: "/balances",
  component: lazyRouteComponent(() => import("./views/balances.tsx"), "Balances"),
});

interface StatementPeriod {
  readonly account?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}
const statement = createRoute({
  getParentRoute,
  path: "/balances/$assetType",
  validateSearch: (search: Record<string, unknown>): StatementPeriod => ({
    account: textOf(search.account),
    from: textOf(search.from),
    to: textOf(search.to),
  }),
  component: lazyRouteComponent(() => import("./views/statement.tsx"), "StatementView"),
});
const keys = createRoute({
  getParentRoute,
  path: "/keys",
  component: lazyRouteComponent(() => import("./views/keys.tsx"), "Keys"),
});
const webhooks = createRoute({
  getParentRoute,
  path: "/webhooks",
  component: lazyRouteComponent(() => import("./views/webhooks.tsx"), "Webhooks"),
});
const webhook = createRoute({
  getParentRoute,
  path: "/webhooks/$webhookId",
  component: lazyRouteComponent(() => import("./views/webhook.tsx"), "WebhookView"),
});
const attempt = createRoute({
  getParentRoute,
  path: "/webhooks/$webhookId/$deliveryId",
  component: lazyRouteComponent(() => import("./views/attempt.tsx"), "AttemptView"),
});
const events = createRoute({
  getParentRoute,
  path: "/events",
  component: lazyRouteComponent(() => import("./views/events.tsx"), "Events"),
});
const requests = createRoute({
  getParentRoute,
  path: "/requests",
  validateSearch: recordFiltersOf,
  component: lazyRouteComponent(() => import("./views/developers/requests.tsx"), "Requests"),
});
const record = createRoute({
  getParentRoute,
  path: "/requests/$recordId",
  component: lazyRouteComponent(() => import("./views/developers/record.tsx"), "RecordView"),
});
const audit = createRoute({
  getParentRoute,
  path: "/audit",
  validateSearch: recordFiltersOf,
  component: lazyRouteComponent(() => import("./views/developers/audit.tsx"), "Audit"),
});
const clients = createRoute({
  getParentRoute,
  path: "/clients",
  component: lazyRouteComponent(() => import("./views/developers/clients.tsx"), "Clients"),
});
const service = createRoute({
  getParentRoute,
  path: "/service",
  component: lazyRouteComponent(() => import("./views/operation/service.tsx"), "Service"),
});
const sandbox = createRoute({
  getParentRoute,
  path: "/sandbox",
  component: lazyRouteComponent(() => import("./views/developers/sandbox.tsx"), "SandboxView"),
});
const merchants = createRoute({
  getParentRoute,
  path: "/merchants",
  validateSearch: (search: Record<string, unknown>): { readonly namePrefix?: string | undefined } => ({
    namePrefix: textOf(search.namePrefix),
  }),
  component: lazyRouteComponent(() => import("./views/merchants.tsx"), "Merchants"),
});
const publishers = createRoute({
  getParentRoute,
  path: "/publishers",
  component: lazyRouteComponent(() => import("./views/publishers.tsx"), "Publishers"),
});

export const router = createRouter({
  basepath: "/console",
  routeTree: root.addChildren([
    home,
    payments,
    payment,
    pointOfSale,
    charge,
    settlements,
    settlement,
    balances,
    statement,
    keys,
    webhooks,
    webhook,
    attempt,
    events,
    requests,
    record,
    audit,
    clients,
    sandbox,
    service,
    merchants,
    publishers,
  ]),
  scrollRestoration: true,
  defaultPreload: "intent",
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
