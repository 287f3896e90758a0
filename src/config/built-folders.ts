import { fileURLToPath } from "node:url";

/** The folder of the built documentation, which `make build/site` writes. */
export const siteFolder = fileURLToPath(new URL("../../build/site", import.meta.url));
/** The folder of the built console and wallet, which `make build/ui` writes. */
export const uiFolder = fileURLToPath(new URL("../../build/ui", import.meta.url));
