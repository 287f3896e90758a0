import { fileURLToPath } from "node:url";

const below = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** The tree. */
export const root = below(".");
/** The pages that VitePress reads. Below the tree, because they need its packages. */
export const pagesFolder = below("build/site-pages");
