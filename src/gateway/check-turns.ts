import { overloaded } from "../rpc/overload.ts";
import { networkOf } from "../rpc/quota/network.ts";

/** Checks of one network address at once: more than the core judges together, so that a busy caller loses nothing. */
const RUNNING_MAX = 128;
/** Checks of one address that wait for their turn. */
const WAITING_MAX = 2_048;

/** The checks of one address. */
interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Gives the checks of credentials their turns, by the address from which the credentials come. Nobody is known before the check, so no quota
 * of a caller counts yet. Without turns one stranger with many wrong credentials would take all places at the core from everybody else.
 */
export class CheckTurns {
  readonly #lines = new Map<string, Line>();

  /** Runs a check when its turn comes. @throws Failure UNAVAILABLE when too many checks of the address wait */
  async run<T>(address: string, check: () => Promise<T>): Promise<T> {
    const network = networkOf(address);
    const line = this.#lines.get(network) ?? { running: 0, waiting: [] };
    this.#lines.set(network, line);
    if (line.running < RUNNING_MAX) line.running += 1;
    else if (line.waiting.length >= WAITING_MAX) throw overloaded();
    // The check that ends hands over its place.
    else await new Promise<void>((begin) => line.waiting.push(begin));
    try {
      return await check();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else line.running -= 1;
      if (line.running === 0) this.#lines.delete(network);
    }
  }
}
