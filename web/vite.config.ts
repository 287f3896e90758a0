// The settings of Vite. The gateway serves the result: `console.html` and `wallet.html` as pages, and `assets` under /ui/.
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here("."),
  base: "/ui/",
  publicDir: false,
  plugins: [react()],
  resolve: { alias: { "@pda/client/browser": here("../clients/typescript/src/browser.ts") } },
  build: {
    outDir: here("../build/ui"),
    emptyOutDir: true,
    target: "es2022",
    // The pages' policy allows no styles and scripts in the page itself.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The licences of the packages that are part of the pages, as these licences ask for.
    license: { fileName: "licenses.md" },
    rollupOptions: { input: { console: here("console.html"), wallet: here("wallet.html") } },
  },
  // For work on the pages: `npm run dev` beside `make run`.
  server: {
    port: 5173,
    proxy: {
      "^/(api|oauth|pay|docs|\\.well-known|console/sign-in\\.json)": {
        target: "https://localhost:8443",
        secure: false,
      },
    },
  },
});
