import { DpopNonces } from "../../../src/services/access/dpop-nonces.ts";
import { Issuers } from "../../../src/services/access/oauth/issuers.ts";
import { RegisteredKeys } from "../../../src/services/access/registered-keys.ts";
import { spendOnce } from "../../../src/services/access/spend-once.ts";
import type { TokenCheck } from "../../../src/services/access/token.ts";
import type { Store } from "../../../src/store/store.ts";
import { rateSubjects } from "../../support/rate-subjects.ts";
import { publicUrl } from "./names.ts";

/** Checks JWTs as the core does, but keeps no keys, so that what happens to a key counts at once. */
export const tokenCheck = (store: Store): TokenCheck => ({
  store,
  rateSubjects,
  issuers: new Issuers([], { publicUrl, signingOf: (tenantId) => store.reserved.signingOf(tenantId) }),
  keys: new RegisteredKeys(store, 0),
  spend: spendOnce(store),
  nonces: new DpopNonces(Buffer.alloc(32), true),
  publicUrl,
});
