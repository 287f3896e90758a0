// What the browser keeps of a person who is signed in. IndexedDB takes a key of Web Crypto that cannot be read out.
const NAME = "pda-console";
const STORE = "session";

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.addEventListener("upgradeneeded", () => asked.result.createObjectStore(STORE));
    asked.addEventListener("success", () => resolve(asked.result));
    asked.addEventListener("error", () => reject(asked.error));
  });
}

/** Runs one request in a transaction of its own, and resolves when it is stored. */
async function within<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await opened();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: "strict" });
      const request = act(transaction.objectStore(STORE));
      transaction.addEventListener("complete", () => resolve(request.result));
      transaction.addEventListener("abort", () => reject(transaction.error));
    });
  } finally {
    database.close();
  }
}

/** Returns what is kept under a name; undefined when there is nothing. */
export const kept = <T>(name: string): Promise<T | undefined> =>
  within("readonly", (store) => store.get(name) as IDBRequest<T | undefined>);

/** Keeps a value in place of an earlier one. */
export const keep = async (name: string, value: unknown): Promise<void> => {
  await within("readwrite", (store) => store.put(value, name));
};

/** Forgets one value. */
export const forget = async (name: string): Promise<void> => {
  await within("readwrite", (store) => store.delete(name));
};

/** Forgets everything. */
export const forgetAll = async (): Promise<void> => {
  await within("readwrite", (store) => store.clear());
};

/** Keeps a value and forgets everything else, so that other tabs find either the earlier value or this one. @returns the earlier value */
export const keepOnly = <T>(name: string, value: T): Promise<T | undefined> =>
  within("readwrite", (store) => {
    const earlier = store.get(name) as IDBRequest<T | undefined>;
    store.clear();
    store.put(value, name);
    return earlier;
  });

/** Changes what is kept if the value under a name is as expected. No other tab writes in between. @returns the value that was found */
export const changeIf = <T>(
  name: string,
  isExpected: (value: T | undefined) => boolean,
  change: (store: IDBObjectStore) => void,
): Promise<T | undefined> =>
  within("readwrite", (store) => {
    const found = store.get(name) as IDBRequest<T | undefined>;
    found.addEventListener("success", () => {
      if (isExpected(found.result)) change(store);
    });
    return found;
  });
