// What somebody sees who is not signed in.
import { useEffect, useState } from "react";
import { Button } from "react-aria-components";
import { ErrorNotice } from "./components/error-notice.tsx";
import { View } from "./components/view.tsx";
import { authorizationServer } from "./session/server.ts";
import { type State, signIn } from "./session/session.ts";
import { useIssuer } from "./session/use-issuer.ts";
import { fill, texts } from "./texts.ts";
import { signInTexts } from "./texts/sign-in.ts";

type Out = Pick<Extract<State, { readonly is: "out" }>, "why" | "detail">;

export function SignIn({ why, detail }: Out) {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const issuer = useIssuer();
  const { session } = texts;
  const isLeaving = why === "leaving";
  const start = () => {
    setBusy(true);
    setError(null);
    signIn().catch((reason: unknown) => {
      setError(reason);
      setBusy(false);
    });
  };
  return (
    <main id="content" className="sign-in">
      <View title={session.title}>
        {issuer ? (
          <Elsewhere issuer={issuer} why={why} detail={detail} />
        ) : (
          <>
            {why !== undefined && (
              <p className="notice" role="status">
                {why === "refused" ? signInTexts.refusedHere : session[why]} {detail}
                {why === "goesOn" && <a href="/oauth/account">{session.account}</a>}
              </p>
            )}
            <p>{session.intro}</p>
            <p>{session.afterwards}</p>
          </>
        )}
        <ErrorNotice error={error} />
        <Button className="main" isDisabled={isBusy || isLeaving} onPress={start}>
          {isBusy ? session.signingIn : session.signIn}
        </Button>
        {issuer === null && <NoLink />}
      </View>
    </main>
  );
}

/** Signing in at another server than the service's own. */
function Elsewhere({ issuer, why, detail }: Out & { readonly issuer: string }) {
  const name = issuer.replace("https://", "");
  const say = (text: string) => fill(text, { issuer: name });
  return (
    <>
      {why !== undefined && (
        <p className="notice" role="status">
          {why === "signedOut" || why === "leaving" ? texts.session[why] : say(signInTexts[why])} {detail}{" "}
          {why === "goesOn" && <EndSession />}
        </p>
      )}
      <p>{say(signInTexts.intro)}</p>
      <p>{signInTexts.none}</p>
    </>
  );
}

/** Only a page of the server itself ends the session there. */
function EndSession() {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    authorizationServer().then(
      ({ endSession, clientId }) => {
        if (endSession === undefined) return;
        const page = new URL(endSession);
        page.searchParams.set("client_id", clientId);
        setAddress(String(page));
      },
      () => undefined,
    );
  }, []);
  return address === undefined ? signInTexts.endThere : <a href={address}>{signInTexts.endSession}</a>;
}

function NoLink() {
  const { session } = texts;
  return (
    <>
      <h2>{session.noLink}</h2>
      <p>
        {session.sandbox.split("{command}")[0]}
        <code>pda up</code>
        {session.sandbox.split("{command}")[1]}
      </p>
      <p>
        {session.elsewhere.split("{command}")[0]}
        <code>pda sign-in link --key key_…</code>
        {session.elsewhere.split("{command}")[1]}
      </p>
    </>
  );
}
