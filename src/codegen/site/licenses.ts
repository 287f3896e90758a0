// The licences of the packages whose code is in the built pages, which must travel with them: licenses.md. Vite 8 writes the same for the
// console and the wallet (web/vite.config.ts), and the bill of materials reads both.
import { join } from "node:path";
import plugin from "rollup-plugin-license";
import { siteFolder } from "../../config/built-folders.ts";

/** The package is the function itself; its types say that it is a member `default`. */
const license = plugin as unknown as typeof plugin.default;

/** A plugin that writes a section for each package: a heading with its name, version and licence (SPDX), then the text of the licence. */
export const licenses = () => ({
  ...license({
    thirdParty: {
      output: {
        file: join(siteFolder, "licenses.md"),
        template: (packages) =>
          [
            "# Licenses",
            ...packages
              .toSorted((a, b) => (a.name ?? "").localeCompare(b.name ?? "", "en"))
              .map((each) => {
                if (!each.licenseText) throw new Error(`the package ${each.name} has no text of its licence`);
                return `## ${each.name} - ${each.version} (${each.license})\n\n${each.licenseText.trim()}`;
              }),
          ].join("\n\n"),
      },
    },
  }),
  // VitePress also builds the pages' code for itself, to render them.
  apply: (_: unknown, { isSsrBuild }: { readonly isSsrBuild?: boolean }) => isSsrBuild !== true,
});
