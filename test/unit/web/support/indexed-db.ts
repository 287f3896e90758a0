// The part of IndexedDB that the console uses, in memory: one store, and transactions one after the other.

class Asked extends EventTarget {
  result: unknown;

  settle(type: string, result?: unknown): void {
    this.result = result;
    this.dispatchEvent(new Event(type));
  }
}

export class MemoryDatabase {
  readonly values = new Map<string, unknown>();
  /** Called when a transaction has ended. */
  onCommit: () => void = () => undefined;
  #last: Promise<void> = Promise.resolve();

  open(): Asked {
    const asked = new Asked();
    const database = { transaction: () => this.#transaction(), close: () => undefined };
    queueMicrotask(() => asked.settle("success", database));
    return asked;
  }

  #transaction() {
    const transaction = new EventTarget();
    const waiting: (() => void)[] = [];
    const ask = (act: () => unknown): Asked => {
      const asked = new Asked();
      waiting.push(() => asked.settle("success", act()));
      return asked;
    };
    this.#last = this.#last.then(async () => {
      for (let act = waiting.shift(); act; act = waiting.shift()) {
        act();
        await Promise.resolve();
      }
      this.onCommit();
      transaction.dispatchEvent(new Event("complete"));
    });
    const { values } = this;
    const store = {
      get: (name: string) => ask(() => values.get(name)),
      put: (value: unknown, name: string) => ask(() => void values.set(name, value)),
      delete: (name: string) => ask(() => void values.delete(name)),
      clear: () => ask(() => values.clear()),
    };
    return Object.assign(transaction, { objectStore: () => store });
  }
}
