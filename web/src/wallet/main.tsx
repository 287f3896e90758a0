import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { keepFocus } from "../keep-focus.ts";
import "../../../src/gateway/page.css";
import { router } from "./router.tsx";
import "./wallet.css";

// The client of the service repeats what can be repeated, and tells soon when it cannot be reached.
const queries = new QueryClient({
  defaultOptions: {
    // Keys and clients are among the answers: they are not compared member by member.
    queries: { retry: false, networkMode: "always", staleTime: 2_000, structuralSharing: false },
    mutations: { retry: false, networkMode: "always" },
  },
});

keepFocus();
createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
