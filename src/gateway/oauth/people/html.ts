import type { Timestamp } from "../../../../gen/ts/google/protobuf/timestamp.ts";
import { escaped } from "../../html.ts";

/** Where a person sees own sessions and programs, and signs out. */
export const ACCOUNT_PATH = "/oauth/account";

/** A page without styles. `body` is markup. */
export const page = (title: string, body: string): string =>
  `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>
<body><main><h1>${escaped(title)}</h1>
${body}
</main></body>
</html>
`;

export const paragraph = (text: string): string => `<p>${escaped(text)}</p>`;
/** A button with room around it, so that a finger hits no other (WCAG 2.2, 2.5.8). */
export const button = (action: string, label: string): string =>
  `<form method="post" action="${escaped(action)}"><p><button type="submit">${escaped(label)}</button></p></form>`;

/** Returns a time to the second, in UTC. */
export const timeText = (time: Timestamp | undefined): string =>
  `${new Date(Number(time?.seconds ?? 0) * 1000).toISOString().slice(0, 19).replace("T", " ")} UTC`;

/** The page of a problem: what happened, and what to do next. */
export const errorPage = (title: string, ...texts: readonly string[]): string =>
  page(title, texts.map(paragraph).join("\n"));

/** The page of a sign-in link. Only its button uses the link, because programs that look at links press no buttons. */
export const linkPage = (action: string): string =>
  page(
    "Sign in",
    [paragraph("This link signs you in once, in this browser."), button(action, "Sign in")].join("\n"),
  );

/** Each page of somebody who is signed in leads to signing out. */
const toAccount = (): string =>
  `<p><a href="${ACCOUNT_PATH}">Your sessions and programs, and signing out</a></p>`;

/** The page after signing in. */
export const signedInPage = (hasConsole: boolean): string =>
  page(
    "You are signed in",
    [
      ...(hasConsole ? ['<p><a href="/console/">Open the console</a></p>'] : []),
      paragraph(`${hasConsole ? "Or go" : "Go"} back to your program, and let it ask for access.`),
      toAccount(),
    ].join("\n"),
  );

/** What a person is asked. */
export interface ConsentQuestion {
  readonly clientName: string;
  readonly redirectUri: string;
  readonly credentialName: string;
  readonly credentialId: string;
  /** Those that are asked for and that the credential has. */
  readonly scopes: readonly string[];
}

/** The page that asks a person to allow a program to act. */
export function consentPage(
  path: string,
  { clientName, redirectUri, credentialName, credentialId, scopes }: ConsentQuestion,
): string {
  const items = scopes.map((scope) => `<li><code>${escaped(scope)}</code></li>`).join("");
  const asked =
    scopes.length === 0
      ? [paragraph("The program asks for nothing that your key may do, so you cannot allow it.")]
      : [paragraph("It could then use these scopes:"), `<ul>${items}</ul>`, button(`${path}/allow`, "Allow")];
  return page(
    "Allow a program to act for you?",
    [
      paragraph(
        `The program "${clientName}" wants to act as your key "${credentialName}" (${credentialId}).`,
      ),
      ...asked,
      button(`${path}/refuse`, "Refuse"),
      paragraph(`The answer goes to ${redirectUri}`),
      toAccount(),
    ].join("\n"),
  );
}
