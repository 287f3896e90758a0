import { PdaError } from "@pda/client/browser";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useMatchRoute } from "@tanstack/react-router";
import { useEffect } from "react";
import { timeText } from "../components/values.tsx";
import { lookAgain, Present, useKeyFacts, useStanding } from "../session.tsx";
import { say, texts } from "../texts.ts";

/** Warns on every view of a recovery that somebody has started. Settings has a warning of its own, by which the holder stops it. */
export function RecoveryNotice() {
  const { data } = useStanding();
  const isSettings = useMatchRoute()({ to: "/settings" }) !== false;
  if (data?.kind !== "ready" || isSettings) return null;
  return (
    <Present value={data.wallet}>
      <Notice />
    </Present>
  );
}

function Notice() {
  const client = useQueryClient();
  const { data, error } = useKeyFacts();
  // The recovery was completed: this key is none any more, and signs no further questions.
  const isRefused = error instanceof PdaError && error.status === 401;
  useEffect(() => {
    if (isRefused) void lookAgain(client);
  }, [client, isRefused]);
  if (!data || !("effectiveTime" in data)) return null;
  return (
    <div role="alert" className="notice bad">
      <p>{texts.recoveryWaits}</p>
      <p>
        {say(texts.recoveryStoppable, { time: timeText(data.effectiveTime) })}{" "}
        <Link to="/settings">{texts.recoveryToSettings}</Link>
      </p>
    </div>
  );
}
