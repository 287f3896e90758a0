// What somebody sees who is not signed in.
import { useState } from "react";
import { Button } from "react-aria-components";
import { ErrorNotice } from "./components/error-notice.tsx";
import { View } from "./components/view.tsx";
import { type State, signIn } from "./session/session.ts";
import { texts } from "./texts.ts";

type Out = Extract<State, { readonly is: "out" }>;

export function SignIn({ why, detail }: Pick<Out, "why" | "detail">) {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const { session } = texts;
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
        {why !== undefined && (
          <p className="notice" role="status">
            {session[why]} {detail}
            {why === "goesOn" && <a href="/oauth/account">{session.account}</a>}
          </p>
        )}
        <p>{session.intro}</p>
        <p>{session.afterwards}</p>
        <ErrorNotice error={error} />
        <Button className="main" isDisabled={isBusy} onPress={start}>
          {isBusy ? session.signingIn : session.signIn}
        </Button>
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
      </View>
    </main>
  );
}
