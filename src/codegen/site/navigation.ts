// The navigation of the site, in the form of VitePress.
import type { DefaultTheme } from "vitepress";
import { type Entry, sections } from "./contents.ts";

const link = ({ text, page }: Entry) => ({ text, link: `/${page === "index" ? "" : page}` });

/** Returns the links at the top of each page. */
export function navigation(version: string): DefaultTheme.NavItem[] {
  return [
    { text: "Guides", link: "/quickstart-merchant" },
    { text: "Errors", link: "/reference/errors" },
    { text: version, link: "/changelog" },
  ];
}

/** Returns the contents beside each page. */
export function sidebar(): DefaultTheme.Sidebar {
  return sections.map(({ text, entries }) => ({ text, collapsed: false, items: entries.map(link) }));
}
