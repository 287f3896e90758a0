// The navigation of the site, in the form of VitePress.
import type { DefaultTheme } from "vitepress";
import { type Entry, sections } from "./contents.ts";
import { eventEntries } from "./events.ts";
import { groups } from "./operations/contract.ts";

const link = ({ text, page }: Entry) => ({ text, link: `/${page === "index" ? "" : page}` });

/** Returns the links at the top of each page. */
export function navigation(version: string): DefaultTheme.NavItem[] {
  return [
    { text: "Guides", link: "/quickstart-merchant" },
    { text: "API", link: "/api/" },
    { text: "Events", link: "/events/" },
    { text: "Errors", link: "/reference/errors" },
    { text: version, link: "/changelog" },
  ];
}

/** Returns the contents beside each page: the operations beside those of the interface, all documents beside the others. */
export function sidebar(): DefaultTheme.Sidebar {
  const documents = sections.map(({ text, entries, collapsed = false }) => ({
    text,
    collapsed,
    items: entries.map(link),
  }));
  const operations = groups.map(({ name, tags }) => ({
    text: name,
    collapsed: false,
    items: tags.map((tag) => ({
      text: tag.name,
      collapsed: true,
      items: tag.operations.map(({ name: text, page }) => link({ text, page })),
    })),
  }));
  const events = {
    text: "Events",
    items: [{ text: "Channels", link: "/events/" }, ...eventEntries.map(link)],
  };
  const all = [
    { text: "All operations", link: "/api/" },
    { text: "Overview", link: "/" },
  ];
  return {
    "/api/": [{ items: all }, ...operations],
    "/events/": [{ items: all }, events],
    "/": documents,
  };
}
