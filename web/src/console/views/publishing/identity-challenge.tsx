// A challenge that the holder of a digital identity answers.
import { Button } from "react-aria-components";
import { keyed, useIntent } from "../../../intent.ts";
import { api } from "../../api/client.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Copyable, Time } from "../../components/values.tsx";
import { verifying } from "../../texts/verify.ts";

export function IdentityChallenge() {
  const challenge = useIntent(
    async (_: "identity", key) =>
      (await api().POST("/api/v1/verification/identities/challenges", { params: keyed(key), body: {} })).data,
  );
  return (
    <details className="panel">
      <summary>{verifying.challengeTitle}</summary>
      <p>{verifying.challengeText}</p>
      <ErrorNotice error={challenge.error} />
      <Button isDisabled={challenge.isPending} onPress={() => challenge.start("identity")}>
        {challenge.isPending ? verifying.challenging : verifying.challenge}
      </Button>
      {challenge.data && (
        <dl className="facts" role="status">
          <dt>{verifying.nonce}</dt>
          <dd>
            <Copyable text={challenge.data.nonce} label={verifying.nonce} />
          </dd>
          <dt>{verifying.audience}</dt>
          <dd>
            <Copyable text={challenge.data.audience} label={verifying.audience} />
          </dd>
          <dt>{verifying.ends}</dt>
          <dd>
            <Time at={challenge.data.expireTime} />
          </dd>
        </dl>
      )}
    </details>
  );
}
