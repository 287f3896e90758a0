// What every view has around it: navigation, for whom the reader acts, and a place where results are said.
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "react-aria-components";
import { callerQuery, useActing } from "./acting.ts";
import { api } from "./api/client.ts";
import { onAnnounce } from "./components/announce.ts";
import { ErrorNotice } from "./components/error-notice.tsx";
import { follow, useLive } from "./live.ts";
import { signOut } from "./session/session.ts";
import { texts } from "./texts.ts";

export function Shell() {
  const caller = useQuery(callerQuery);
  if (caller.data) return <Frame />;
  return (
    <main id="content">
      {caller.error ? (
        <ErrorNotice error={caller.error} onRetry={caller.refetch} />
      ) : (
        <p role="status">{texts.loading}</p>
      )}
    </main>
  );
}

function Frame() {
  const { may } = useActing();
  const follows = may("events.read");
  useEffect(() => (follows ? follow() : undefined), [follows]);
  return (
    <>
      <a className="skip" href="#content">
        {texts.skip}
      </a>
      <header className="top">
        <p className="brand">{texts.name}</p>
        <MerchantPicker />
        <LiveSign />
        <p className="account">
          <a href="/oauth/account">{texts.session.account}</a>
          <Button className="small" onPress={() => void signOut().catch(() => undefined)}>
            {texts.session.signOut}
          </Button>
        </p>
      </header>
      <Navigation />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <Announcements />
    </>
  );
}

/** Views of the reader: those whose data the key may read. */
function Navigation() {
  const { may, kind, publisherId } = useActing();
  const { nav } = texts;
  const isMerchantSide = kind === "operator" || kind === "merchant";
  return (
    <nav aria-label={nav.label} className="views">
      <ul>
        <Item to="/">{nav.home}</Item>
        {isMerchantSide && may("payments.write") && <Item to="/point-of-sale">{nav.pointOfSale}</Item>}
        {isMerchantSide && may("payments.read") && <Item to="/payments">{nav.payments}</Item>}
        {isMerchantSide && may("settlement.read") && <Item to="/settlements">{nav.settlements}</Item>}
        {may("transactions.read") && <Item to="/balances">{nav.balances}</Item>}
        {may("merchants.read", "publishers.read", "operators.admin") && <Item to="/keys">{nav.keys}</Item>}
        {may("events.read") && <Item to="/webhooks">{nav.webhooks}</Item>}
        {may("events.read") && <Item to="/events">{nav.events}</Item>}
        {kind === "operator" && may("merchants.admin", "tenants.read") && (
          <Item to="/merchants">{nav.merchants}</Item>
        )}
        {kind === "operator" && may("publishers.admin", "tenants.read") && (
          <Item to="/publishers">{nav.publishers}</Item>
        )}
        {publisherId !== undefined && may("publishers.read") && (
          <Item to={`/publishers/${publisherId}`}>{nav.publishing}</Item>
        )}
        <Item to="/verify">{nav.verify}</Item>
      </ul>
    </nav>
  );
}

function Item({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <li>
      <Link to={to} activeOptions={{ exact: to === "/", includeSearch: false }}>
        {children}
      </Link>
    </li>
  );
}

/** An operator acts for one merchant at a time; the choice is part of every address. */
function MerchantPicker() {
  const { kind, merchantId, may } = useActing();
  const navigate = useNavigate();
  const isOperator = kind === "operator" && may("merchants.admin", "tenants.read");
  const merchants = useQuery({
    queryKey: ["merchants", "picker"],
    enabled: isOperator,
    queryFn: async () =>
      (await api().GET("/api/v1/merchants", { params: { query: { pageSize: 200 } } })).data.items,
  });
  if (!isOperator) return null;
  const known = merchants.data ?? [];
  // One of more merchants than the list has comes from the view of merchants.
  const others = merchantId && !known.some((each) => each.merchantId === merchantId) ? [merchantId] : [];
  return (
    <label className="picker">
      <span>{texts.session.actingFor}</span>
      <select
        value={merchantId ?? ""}
        onChange={({ target }) =>
          void navigate({
            to: ".",
            search: (before) => ({ ...before, merchant: target.value === "" ? undefined : target.value }),
          })
        }
      >
        <option value="">{texts.session.allMerchants}</option>
        {known.map((each) => (
          <option key={each.merchantId} value={each.merchantId}>
            {each.name}
          </option>
        ))}
        {others.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}

function LiveSign() {
  const { isOpen } = useLive();
  return (
    <p className="live" data-live={isOpen}>
      {isOpen ? texts.session.live : texts.session.notLive}
    </p>
  );
}

/** How long a result stays in sight. */
const SHOWN_MS = 6_000;

function Announcements() {
  const [text, setText] = useState("");
  useEffect(() => onAnnounce(setText), []);
  useEffect(() => {
    if (text === "") return undefined;
    const timer = setTimeout(() => setText(""), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p className="announcements" aria-live="polite">
      {text}
    </p>
  );
}
