// What every view has around it: navigation, for whom the reader acts, and a place where results are said.
import { useQuery } from "@tanstack/react-query";
import { Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Button } from "react-aria-components";
import { callerQuery, useActing } from "./acting.ts";
import { useMerchantName, useMerchants } from "./api/merchants.ts";
import { useOwnPublisherName } from "./api/publisher.ts";
import { isSandboxQuery } from "./api/sandbox.ts";
import { onAnnounce } from "./components/announce.ts";
import { ErrorNotice } from "./components/error-notice.tsx";
import { Navigation } from "./components/navigation.tsx";
import { follow, useLive } from "./live.ts";
import { signOut } from "./session/session.ts";
import { useIssuer } from "./session/use-issuer.ts";
import { texts } from "./texts.ts";

export function Shell() {
  const caller = useQuery(callerQuery);
  if (caller.data) return <Frame />;
  return (
    <main id="content">
      {caller.error ? (
        <>
          <ErrorNotice error={caller.error} onRetry={caller.refetch} />
          <Button onPress={() => void signOut()}>{texts.session.signOut}</Button>
        </>
      ) : (
        <p role="status">{texts.loading}</p>
      )}
    </main>
  );
}

function Frame() {
  const { may } = useActing();
  const follows = may("events.read");
  const issuer = useIssuer();
  useEffect(() => (follows ? follow() : undefined), [follows]);
  return (
    <>
      <a className="skip" href="#content">
        {texts.skip}
      </a>
      <header className="top">
        <p className="brand">{texts.name}</p>
        <EnvironmentSign />
        <MerchantPicker />
        <OwnName />
        {follows && <LiveSign />}
        <p className="account">
          {issuer === null && <a href="/oauth/account">{texts.session.account}</a>}
          <Button className="small" onPress={() => void signOut()}>
            {texts.session.signOut}
          </Button>
        </p>
      </header>
      <div className="frame">
        <Navigation />
        <main id="content" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Announcements />
    </>
  );
}

/** Lists whose entries each belong to one merchant. */
const LISTS = ["/payments", "/point-of-sale", "/settlements", "/webhooks"] as const;

/** An operator acts for one merchant at a time; the choice is part of every address. */
function MerchantPicker() {
  const { merchantId } = useActing();
  const { isOperator, merchants: known } = useMerchants();
  const navigate = useNavigate();
  const path = useLocation({ select: ({ pathname }) => pathname });
  if (!isOperator) return null;
  // One of more merchants than the list has comes from the view of merchants.
  const others = merchantId && !known.some((each) => each.merchantId === merchantId) ? [merchantId] : [];
  return (
    <label className="picker">
      <span>{texts.session.actingFor}</span>
      <select
        value={merchantId ?? ""}
        title={known.find((each) => each.merchantId === merchantId)?.name}
        onChange={({ target }) =>
          void navigate({
            // A payment, say, is one merchant's: its list has those of the chosen one.
            to: LISTS.find((list) => path.startsWith(`${list}/`)) ?? ".",
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

/** For whom a merchant's or a publisher's own key acts. */
function OwnName() {
  const { kind, merchantId } = useActing();
  const merchant = useMerchantName(kind === "merchant" ? merchantId : undefined);
  const publisher = useOwnPublisherName();
  const name = merchant ?? publisher;
  return name === undefined ? null : (
    <p>
      <bdi>{name}</bdi>
    </p>
  );
}

/** Nobody should take a sandbox for the service with real value, nor the other way round. */
function EnvironmentSign() {
  const { data: isSandbox } = useQuery(isSandboxQuery);
  return isSandbox ? <p className="status warn">{texts.session.isSandbox}</p> : null;
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
  useEffect(
    () =>
      onAnnounce((next) => {
        // The same text again is a change only after none.
        setText("");
        requestAnimationFrame(() => setText(next));
      }),
    [],
  );
  useEffect(() => {
    if (text === "") return undefined;
    const timer = setTimeout(() => setText(""), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    // The attribute keeps it in reach of screen readers while a dialog hides the page.
    <p className="announcements" aria-live="polite" data-live-announcer="true">
      {text}
    </p>
  );
}
