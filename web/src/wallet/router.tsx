// The views by their addresses below /wallet. Each is loaded when it is opened.
import { createRootRoute, createRoute, createRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { lazyView, reload } from "../lazy-view.ts";
import { Problem } from "./components/problem.tsx";
import { View } from "./components/view.tsx";
import { Frame } from "./frame.tsx";
import { texts } from "./texts.ts";
import { Home } from "./views/home.tsx";

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound, errorComponent: Broken });
const getParentRoute = () => root;

const home = createRoute({ getParentRoute, path: "/", component: Home });
/** `uri` is the link of a payment, or its reference. The payment page leads here. */
const pay = createRoute({
  getParentRoute,
  path: "/pay",
  validateSearch: (search: Record<string, unknown>) => ({ uri: textOf(search.uri) }),
  component: lazyView(() => import("./views/pay.tsx"), "Pay"),
});
/** `to` is the wallet that gets value. The code of a wallet leads here. */
const send = createRoute({
  getParentRoute,
  path: "/send",
  validateSearch: (search: Record<string, unknown>) => ({ to: textOf(search.to) }),
  component: lazyView(() => import("./views/send.tsx"), "Send"),
});
const receive = createRoute({
  getParentRoute,
  path: "/receive",
  component: lazyView(() => import("./views/receive.tsx"), "Receive"),
});
const assets = createRoute({
  getParentRoute,
  path: "/assets",
  component: lazyView(() => import("./views/assets.tsx"), "Assets"),
});
const asset = createRoute({
  getParentRoute,
  path: "/assets/$assetId",
  component: lazyView(() => import("./views/asset.tsx"), "AssetView"),
});
/** The claim stands behind `#`, so that no server sees it. */
const claim = createRoute({
  getParentRoute,
  path: "/claim",
  component: lazyView(() => import("./views/claim.tsx"), "ClaimView"),
});
const identities = createRoute({
  getParentRoute,
  path: "/identities",
  component: lazyView(() => import("./views/identities.tsx"), "Identities"),
});
const identity = createRoute({
  getParentRoute,
  path: "/identities/$credentialId",
  component: lazyView(() => import("./views/identity.tsx"), "IdentityView"),
});
const settings = createRoute({
  getParentRoute,
  path: "/settings",
  component: lazyView(() => import("./views/settings.tsx"), "Settings"),
});
const recover = createRoute({
  getParentRoute,
  path: "/recover",
  component: lazyView(() => import("./views/recover.tsx"), "Recover"),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    pay,
    send,
    receive,
    assets,
    asset,
    claim,
    identities,
    identity,
    settings,
    recover,
  ]),
  basepath: "/wallet",
  defaultErrorComponent: Broken,
  scrollRestoration: false,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

function NotFound() {
  return (
    <View title={texts.notFound}>
      <p>{texts.notFoundText}</p>
    </View>
  );
}

function Broken({ error }: ErrorComponentProps) {
  return (
    <View title={texts.wallet}>
      <Problem error={error} onRetry={() => void reload()} />
    </View>
  );
}
