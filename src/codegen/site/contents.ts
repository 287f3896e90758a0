// The contents of the site: which page stands where in its navigation.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { documents, pageOf } from "./documents.ts";
import { root } from "./folders.ts";

/** A page in the navigation. */
export interface Entry {
  readonly text: string;
  /** The page, below `/docs/`. */
  readonly page: string;
}

/** Pages under one heading. */
export interface Section {
  readonly text: string;
  readonly entries: readonly Entry[];
  /** The navigation shows the entries on demand, because they are many. */
  readonly collapsed?: boolean;
}

const section = (text: string, pages: Readonly<Record<string, string>>): Section => ({
  text,
  entries: Object.entries(pages).map(([page, title]) => ({ page, text: title })),
});

/** The pages of alerts, by their own headings: one for each alert. */
const runbooks = documents(root)
  .filter((file) => file.startsWith("docs/runbooks/") && !file.endsWith("/README.md"))
  .map((file): Entry => {
    const text = /^# (.*)$/m.exec(readFileSync(join(root, file), "utf8"))?.[1] ?? file;
    return { text, page: pageOf(file) as string };
  });

/** The sections of the hand-written pages, in the order of the navigation. Every document of the tree is in one of them. */
export const sections: readonly Section[] = [
  section("Start", {
    index: "Overview",
    "quickstart-merchant": "Quick start: merchant",
    "quickstart-publisher": "Quick start: publisher",
    "quickstart-grpc": "Quick start: gRPC",
    glossary: "Glossary",
  }),
  section("Guides", {
    "guides/merchant": "Payments of a merchant",
    "guides/console": "The console",
    "guides/payment-page": "A payment page",
    "guides/sandbox-wallet": "The sandbox wallet",
    "guides/events": "Receive events",
    "guides/going-live": "Going live",
    "guides/shop": "Running a shop",
    "guides/point-of-sale": "Tap to pay",
    "guides/reconciliation": "Reconciliation",
    "guides/tickets": "Tickets",
    "guides/digital-identities": "Digital identities",
    "guides/offline-verification": "Offline verification",
    issuing: "Issuing many assets",
  }),
  section("Concepts", {
    trust: "Trust",
    ownership: "Ownership",
    devices: "Devices",
    wallets: "Wallets",
    networks: "Networks",
    versioning: "Versions",
    architecture: "Architecture",
  }),
  section("Reference", {
    "reference/authentication": "Authentication",
    "reference/scopes": "Scopes",
    permissions: "Permissions",
    "reference/errors": "Errors",
    "reference/idempotency": "Idempotency",
    "reference/pagination": "Pagination",
    "reference/limits": "Limits",
    "reference/settings": "Settings",
    interface: "Published interface",
    decisions: "Decisions",
    changelog: "Changelog",
  }),
  section("Clients", {
    clients: "Your own client",
    "clients/libraries": "Client libraries",
    "clients/typescript": "TypeScript",
    "clients/go": "Go",
    "clients/python": "Python",
    "clients/java": "Java",
    protos: "Protos",
  }),
  section("Operation", {
    operations: "Operations",
    "command-line": "Command line",
    audit: "Audit log",
    compromise: "A key in the wrong hands",
    "data-and-keys": "Data and keys",
    performance: "Performance",
  }),
  {
    text: "Alerts",
    entries: [{ text: "All alerts", page: "runbooks/README" }, ...runbooks],
    collapsed: true,
  },
  section("Security", {
    security: "Report a weakness",
    "threat-model": "Threat model",
    asvs: "OWASP ASVS",
    fapi: "FAPI 2.0",
  }),
  section("Development", {
    contributing: "Contributing",
    releasing: "Releasing",
    dependencies: "Dependencies",
  }),
];
