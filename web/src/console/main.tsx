import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { forgetReads, queries } from "./api/client.ts";
import { router } from "./router.tsx";
import { begin, onState, stateNow } from "./session/session.ts";
import { SignIn } from "./sign-in.tsx";
import { keepFocus } from "../keep-focus.ts";
import "../../../src/gateway/page.css";
import "./console.css";

document.documentElement.lang = "en";
keepFocus();
onState(() => {
  if (stateNow().is === "out") void forgetReads();
});
await begin();

function Console() {
  const state = useSyncExternalStore(onState, stateNow);
  if (state.is === "out") return <SignIn why={state.why} detail={state.detail} />;
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <Console />
  </StrictMode>,
);
