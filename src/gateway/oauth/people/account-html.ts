import type { ListPasskeysResponse } from "../../../../gen/ts/pda/access/v1/passkey_service.ts";
import type {
  AllowedProgram,
  ListSignInSessionsResponse,
  SignInSession,
} from "../../../../gen/ts/pda/access/v1/sign_in_service.ts";
import { escaped } from "../../html.ts";
import { ACCOUNT_PATH, backToConsole, button, code, facts, page, paragraph, timeText } from "./html.ts";
import { passkeyList } from "./passkey-html.ts";
import { signInPage } from "./passkey-paths.ts";

/** What the page of a person shows. */
export interface Account {
  readonly sessionId: string;
  readonly listed: ListSignInSessionsResponse;
  /** Browsers can have passkeys for this service. */
  readonly canAddPasskeys: boolean;
  readonly hasConsole: boolean;
  readonly passkeys: ListPasskeysResponse["passkeys"];
  /** Returns the name of a program. */
  readonly nameOf: (clientId: string) => string;
}

/** The page of a person: own sessions, the programs that may act in them, passkeys, and signing out. */
export function accountHtml({
  sessionId,
  listed,
  passkeys,
  canAddPasskeys,
  hasConsole,
  nameOf,
}: Account): string {
  const { sessions, mayEndOthers, credentialId, credentialName } = listed;
  const others = sessions.filter((each) => each.sessionId !== sessionId);
  const endOthers = mayEndOthers
    ? button(`${ACCOUNT_PATH}/end-others`, "End all other sessions", "danger")
    : `<p>To end another session, <a href="${escaped(signInPage(ACCOUNT_PATH))}">confirm that it is you</a> first.</p>`;
  const current = sessions.filter((each) => each.sessionId === sessionId);
  return page(
    "Your sessions and programs",
    [
      ...(hasConsole ? [backToConsole()] : []),
      paragraph(`You are signed in as the key "${credentialName}" (${credentialId}).`),
      button(`${ACCOUNT_PATH}/sign-out`, "Sign out", "main"),
      ...current.map((each) => sessionHtml("This session", each, nameOf)),
      ...others.map((each) =>
        sessionHtml(
          "Another session",
          each,
          nameOf,
          mayEndOthers
            ? button(`${ACCOUNT_PATH}/sessions/${each.sessionId}/end`, "End this session", "danger")
            : "",
        ),
      ),
      ...(others.length > 0 ? [endOthers] : []),
      passkeyList(passkeys, canAddPasskeys),
    ].join("\n"),
  );
}

function sessionHtml(
  title: string,
  { sessionId, openTime, lastUseTime, expireTime, programs }: SignInSession,
  nameOf: Account["nameOf"],
  end = "",
): string {
  const items = programs.map((each) => `<li>${programHtml(each, nameOf)}</li>`).join("\n");
  const rows = facts([
    ["Session", code(sessionId)],
    ["Signed in", timeText(openTime)],
    ["Last used", timeText(lastUseTime)],
    ["Ends", timeText(expireTime)],
  ]);
  return [
    `<section><h2>${title}</h2>`,
    rows,
    programs.length === 0
      ? paragraph("No program may act in it.")
      : `<h3>Programs that may act in it</h3>\n<ul>\n${items}\n</ul>`,
    end,
    "</section>",
  ].join("\n");
}

const programHtml = (
  { grantId, clientId, scopes, allowTime }: AllowedProgram,
  nameOf: Account["nameOf"],
): string =>
  [
    `<h4>${escaped(nameOf(clientId))}</h4>`,
    facts([
      ["Allowed", timeText(allowTime)],
      ["Scopes", scopes.map(code).join(" ")],
    ]),
    button(`${ACCOUNT_PATH}/programs/${grantId}/revoke`, "Revoke", "danger"),
  ].join("\n");
