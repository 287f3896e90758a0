import { fileURLToPath } from "node:url";

/** The folder of the built documentation, which `make build/site` writes. */
export const siteFolder = fileURLToPath(new URL("../../build/site", import.meta.url));
