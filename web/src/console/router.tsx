// The views by their addresses below /console. Each is loaded when it is first shown.
import { createRootRoute, createRoute, createRouter, retainSearchParams } from "@tanstack/react-router";
import { lazyView, reload } from "../lazy-view.ts";
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
      <ErrorNotice error={error} onRetry={reload} />
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
  component: lazyView(() => import("./views/home.tsx"), "Home"),
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
  component: lazyView(() => import("./views/payments.tsx"), "Payments"),
});
const payment = createRoute({
  getParentRoute,
  path: "/payments/$paymentId",
  component: lazyView(() => import("./views/payment.tsx"), "PaymentView"),
});
const pointOfSale = createRoute({
  getParentRoute,
  path: "/point-of-sale",
  component: lazyView(() => import("./views/point-of-sale.tsx"), "PointOfSale"),
});
const charge = createRoute({
  getParentRoute,
  path: "/point-of-sale/$paymentId",
  component: lazyView(() => import("./views/charge.tsx"), "Charge"),
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
  component: lazyView(() => import("./views/settlements.tsx"), "Settlements"),
});
const settlement = createRoute({
  getParentRoute,
  path: "/settlements/$settlementId",
  component: lazyView(() => import("./views/settlement.tsx"), "SettlementView"),
});
const balances = createRoute({
  getParentRoute,
  path: "/balances",
  component: lazyView(() => import("./views/balances.tsx"), "Balances"),
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
  component: lazyView(() => import("./views/statement.tsx"), "StatementView"),
});
const keys = createRoute({
  getParentRoute,
  path: "/keys",
  component: lazyView(() => import("./views/keys.tsx"), "Keys"),
});
const webhooks = createRoute({
  getParentRoute,
  path: "/webhooks",
  component: lazyView(() => import("./views/webhooks.tsx"), "Webhooks"),
});
const webhook = createRoute({
  getParentRoute,
  path: "/webhooks/$webhookId",
  component: lazyView(() => import("./views/webhook.tsx"), "WebhookView"),
});
const attempt = createRoute({
  getParentRoute,
  path: "/webhooks/$webhookId/$deliveryId",
  component: lazyView(() => import("./views/attempt.tsx"), "AttemptView"),
});
const events = createRoute({
  getParentRoute,
  path: "/events",
  component: lazyView(() => import("./views/events.tsx"), "Events"),
});
const requests = createRoute({
  getParentRoute,
  path: "/requests",
  validateSearch: recordFiltersOf,
  component: lazyView(() => import("./views/developers/requests.tsx"), "Requests"),
});
const record = createRoute({
  getParentRoute,
  path: "/requests/$recordId",
  component: lazyView(() => import("./views/developers/record.tsx"), "RecordView"),
});
const audit = createRoute({
  getParentRoute,
  path: "/audit",
  validateSearch: recordFiltersOf,
  component: lazyView(() => import("./views/developers/audit.tsx"), "Audit"),
});
const clients = createRoute({
  getParentRoute,
  path: "/clients",
  component: lazyView(() => import("./views/developers/clients.tsx"), "Clients"),
});
const service = createRoute({
  getParentRoute,
  path: "/service",
  component: lazyView(() => import("./views/operation/service.tsx"), "Service"),
});
const sandbox = createRoute({
  getParentRoute,
  path: "/sandbox",
  component: lazyView(() => import("./views/developers/sandbox.tsx"), "SandboxView"),
});
const merchants = createRoute({
  getParentRoute,
  path: "/merchants",
  validateSearch: (search: Record<string, unknown>): { readonly namePrefix?: string | undefined } => ({
    namePrefix: textOf(search.namePrefix),
  }),
  component: lazyView(() => import("./views/merchants.tsx"), "Merchants"),
});
const publishers = createRoute({
  getParentRoute,
  path: "/publishers",
  component: lazyView(() => import("./views/publishers.tsx"), "Publishers"),
});
const publisher = createRoute({
  getParentRoute,
  path: "/publishers/$publisherId",
  component: lazyView(() => import("./views/publishing/overview.tsx"), "PublisherOverview"),
});
const publisherTypes = createRoute({
  getParentRoute,
  path: "/publishers/$publisherId/asset-types",
  component: lazyView(() => import("./views/publishing/asset-types.tsx"), "AssetTypes"),
});
const publisherType = createRoute({
  getParentRoute,
  path: "/publishers/$publisherId/asset-types/$assetTypeId",
  component: lazyView(() => import("./views/publishing/asset-type.tsx"), "AssetTypeView"),
});

export interface AssetFilters {
  readonly type?: string | undefined;
  readonly kind?: string | undefined;
  readonly lifecycle?: string | undefined;
}
const publisherAssets = createRoute({
  getParentRoute,
  path: "/publishers/$publisherId/assets",
  validateSearch: (search: Record<string, unknown>): AssetFilters => ({
    type: textOf(search.type),
    kind: textOf(search.kind),
    lifecycle: textOf(search.lifecycle),
  }),
  component: lazyView(() => import("./views/publishing/assets.tsx"), "Assets"),
});
const publisherAsset = createRoute({
  getParentRoute,
  path: "/publishers/$publisherId/assets/$assetId",
  component: lazyView(() => import("./views/publishing/asset.tsx"), "AssetView"),
});
const publisherIssue = createRoute({
  getParentRoute,
  path: "/publishers/$publisherId/issue",
  validateSearch: ({ type }: Record<string, unknown>): { readonly type?: string | undefined } => ({
    type: textOf(type),
  }),
  component: lazyView(() => import("./views/publishing/issue.tsx"), "Issue"),
});
const publisherIssueFile = createRoute({
  getParentRoute,
  path: "/publishers/$publisherId/issue-file",
  component: lazyView(() => import("./views/publishing/issue-file.tsx"), "IssueFile"),
});
const publisherCertificates = createRoute({
  getParentRoute,
  path: "/publishers/$publisherId/certificates",
  component: lazyView(() => import("./views/publishing/certificates.tsx"), "Certificates"),
});
const publisherIdentities = createRoute({
  getParentRoute,
  path: "/publishers/$publisherId/identities",
  component: lazyView(() => import("./views/publishing/identities.tsx"), "Identities"),
});
const verify = createRoute({
  getParentRoute,
  path: "/verify",
  validateSearch: ({ asset }: Record<string, unknown>): { readonly asset?: string | undefined } => ({
    asset: textOf(asset),
  }),
  component: lazyView(() => import("./views/publishing/verify.tsx"), "Verify"),
});

export const router = createRouter({
  basepath: "/console",
  // Inside the shell, so that the reader can go elsewhere.
  defaultErrorComponent: ({ error }) => (
    <View title={texts.errors.title}>
      <ErrorNotice error={error} onRetry={reload} />
    </View>
  ),
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
    publisher,
    publisherTypes,
    publisherType,
    publisherAssets,
    publisherAsset,
    publisherIssue,
    publisherIssueFile,
    publisherCertificates,
    publisherIdentities,
    verify,
  ]),
  scrollRestoration: true,
  defaultPreload: "intent",
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
