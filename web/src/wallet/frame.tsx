import { Link, Outlet } from "@tanstack/react-router";
import { useOtherTabs } from "./session.tsx";
import { texts } from "./texts.ts";
import { RecoveryNotice } from "./views/recovery-notice.tsx";

/** What stands around every view. */
export function Frame() {
  useOtherTabs();
  return (
    <>
      <header>
        <a className="skip" href="#content">
          {texts.skip}
        </a>
        <p className="sandbox">{texts.sandboxNote}</p>
        <nav aria-label={texts.navigation}>
          <Link to="/" activeOptions={{ exact: true }}>
            {texts.home}
          </Link>
          <Link to="/assets">{texts.assets}</Link>
          <Link to="/identities">{texts.identities}</Link>
          <Link to="/settings">{texts.settings}</Link>
        </nav>
        <RecoveryNotice />
      </header>
      <Outlet />
    </>
  );
}
