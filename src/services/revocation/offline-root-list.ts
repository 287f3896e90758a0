import type { Logger } from "../../logger.ts";
import type { Readers, Store } from "../../store/store.ts";
import { listIdOfRoot, type TrustAuthority } from "../authority/trust-authority.ts";

const lookMs = 60_000;

/**
 * The end of the CRL of the present root, as monitoring shows it: `none` when the core has the root's key and makes the list on request,
 * `missing` when the key is offline and no list was imported.
 */
export type RootListEnd = Date | "missing" | "none";

export interface OfflineRootListOptions {
  readonly store: Pick<Store, "read">;
  readonly trust: Pick<TrustAuthority, "root" | "signsFor">;
  readonly log: Logger;
  /** Called with each end that was read. */
  readonly onEnd: (end: RootListEnd) => void;
}

/** Reads the end of the CRL of the present root. */
export async function rootListEnd(
  read: Pick<Readers, "revocationLists">,
  trust: Pick<TrustAuthority, "root" | "signsFor">,
): Promise<RootListEnd> {
  if (trust.signsFor(trust.root)) return "none";
  const list = await read.revocationLists.get(listIdOfRoot(trust.root));
  return list?.nextUpdate ?? "missing";
}

/** Follows the end of a list that only a person can renew, because the key of the root is offline. */
export class OfflineRootList implements Disposable {
  readonly #options: OfflineRootListOptions;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: OfflineRootListOptions) {
    this.#options = options;
  }

  /** Reads the end once. */
  async look(): Promise<void> {
    const { store, trust, onEnd } = this.#options;
    onEnd(await rootListEnd(store.read, trust));
  }

  /** Reads the end now and once a minute. */
  follow(): void {
    const look = () => {
      this.look().catch((error: unknown) => {
        this.#options.log.warn({ err: error }, "the end of the root's revocation list could not be read");
      });
    };
    look();
    this.#timer ??= setInterval(look, lookMs).unref();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
