import { readFileSync } from "node:fs";
import type { Passkey } from "../../../../gen/ts/pda/access/v1/passkey_service.ts";
import { escaped } from "../../html.ts";
import {
  ACCOUNT_PATH,
  button,
  code,
  facts,
  link,
  newLinkHelp,
  page,
  paragraph,
  timeText,
  toAccount,
} from "./html.ts";
import {
  ADD_PASSKEY_PAGE,
  ADD_PASSKEY_PATH,
  SIGN_IN_DONE,
  SIGN_IN_OPTIONS,
  SIGN_IN_USE,
} from "./passkey-paths.ts";

/** What runs in the pages of passkeys, and what their policy allows by its digest. */
export const SCRIPT = readFileSync(new URL("passkey.js", import.meta.url), "utf8").trim();

/** The page on which a person signs in by a passkey, or proves to be there again. */
export function passkeyPage({
  isSupported,
  credentialName,
  next = SIGN_IN_DONE,
}: {
  readonly isSupported: boolean;
  /** The key of a person who is signed in already. */
  readonly credentialName?: string;
  readonly next?: string | undefined;
}): string {
  const isAgain = credentialName !== undefined;
  return page(
    isAgain ? "Confirm that it is you" : "Sign in",
    [
      ...(isAgain ? [paragraph(`You are signed in as the key "${credentialName}".`)] : []),
      ...(isSupported
        ? ceremony({
            kind: "get",
            label: isAgain ? "Confirm with a passkey" : "Sign in with a passkey",
            begin: SIGN_IN_OPTIONS,
            finish: SIGN_IN_USE,
            next,
          })
        : []),
      paragraph("Without a passkey, open a sign-in link in this browser, and let the program ask again."),
      newLinkHelp(),
      ...(isAgain
        ? [
            paragraph(
              "When your key has passkeys, only a passkey confirms what could move money or change who may act. If you have lost all of them, ask the operator to remove them: pda sign-in passkeys remove.",
            ),
            toAccount(),
          ]
        : []),
    ].join("\n"),
  );
}

/** The page on which a person adds a passkey. */
export const addPasskeyPage = (credentialName: string): string =>
  page(
    "Add a passkey",
    [
      paragraph(
        `The passkey signs you in as the key "${credentialName}", and as the keys that replace this key.`,
      ),
      ...ceremony({
        kind: "create",
        label: "Add a passkey",
        begin: ADD_PASSKEY_PAGE,
        finish: ADD_PASSKEY_PATH,
        next: ACCOUNT_PATH,
        fields:
          '<p><label for="name">Name, such as the device that has it</label> <input id="name" name="name" required maxlength="63" autocomplete="off"></p>',
      }),
      link(ACCOUNT_PATH, "Back"),
    ].join("\n"),
  );

/** The passkeys on the page of a person. */
export function passkeyList(passkeys: readonly Passkey[], canAdd: boolean): string {
  const items = passkeys.map(({ passkeyId, name, createTime, lastUseTime }) => {
    const rows = facts([
      ["Passkey", code(passkeyId)],
      ["Added", timeText(createTime)],
      ["Last used", lastUseTime ? timeText(lastUseTime) : "never"],
    ]);
    const remove = button(`${ADD_PASSKEY_PATH}/${passkeyId}/remove`, "Remove", "danger");
    return `<li><h3>${escaped(name)}</h3>\n${rows}\n${remove}</li>`;
  });
  return [
    "<section><h2>Passkeys</h2>",
    passkeys.length === 0 ? paragraph("You have no passkey.") : `<ul>\n${items.join("\n")}\n</ul>`,
    canAdd
      ? link(ADD_PASSKEY_PAGE, "Add a passkey")
      : paragraph("This service has an address without a name, for which browsers have no passkeys."),
    "</section>",
  ].join("\n");
}

function ceremony(of: {
  readonly kind: "get" | "create";
  readonly label: string;
  readonly begin: string;
  readonly finish: string;
  readonly next: string;
  readonly fields?: string;
}): string[] {
  const data = Object.entries({ ceremony: of.kind, begin: of.begin, finish: of.finish, next: of.next });
  const attributes = data.map(([name, value]) => `data-${name}="${escaped(value)}"`).join(" ");
  return [
    `<form ${attributes} hidden>${of.fields ?? ""}<p><button type="submit" class="main">${of.label}</button></p></form>`,
    `<p id="unknown">This browser cannot use passkeys here: it is too old, or runs no scripts. Use a newer one${of.kind === "get" ? ", or a sign-in link" : ""}.</p>`,
    '<p id="said" role="status"></p>',
    `<script>${SCRIPT}</script>`,
  ];
}
