import { Link, Outlet } from "@tanstack/react-router";
import { texts } from "./texts.ts";

/** What stands around every view. */
export function Frame() {
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
      </header>
      <Outlet />
    </>
  );
}
