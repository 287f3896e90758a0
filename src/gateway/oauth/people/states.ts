import { type Adapter, type AdapterPayload, errors, Provider } from "oidc-provider";
import { exchangeOf } from "../../exchange.ts";
import { nothingStored } from "../clients.ts";
import type { SignInCore } from "./core.ts";
import { INTERACTION_SECONDS } from "./settings.ts";

/** What the library remembers of people's sign-ins, by the names of its models. */
export const REMEMBERED: ReadonlySet<string> = new Set([
  "AuthorizationCode",
  "Grant",
  "Interaction",
  "PushedAuthorizationRequest",
  "RefreshToken",
  "Session",
]);

const ID_LENGTH_MAX = 128;
/** Far above every need, and far enough below what the core keeps: the question to the person repeats the request. */
const REQUEST_BYTES_MAX = 8_192;
/**
 * A pushed request is remembered for as long as its person may take to sign in and to answer, so that a second answer finds that the code was
 * given. The library judges the end of the request itself.
 */
const PUSHED_LONGER_SECONDS = 2 * INTERACTION_SECONDS;

/** Lets the library remember something by the core. Exactly one caller consumes it, through whichever gateway. */
export const states = (core: SignInCore, kind: string): Adapter => ({
  ...nothingStored,
  async upsert(id, payload, lifetimeSeconds = 1) {
    const { grantId } = payload;
    // A grant belongs to itself, so that it ends with everything that follows from it.
    const grant = kind === "Grant" ? id : grantId;
    const stored = Buffer.from(JSON.stringify(payload));
    const isPushed = kind === "PushedAuthorizationRequest";
    if (isPushed && stored.length > REQUEST_BYTES_MAX)
      throw new errors.InvalidRequest("the authorisation request is too long");
    await core.putState({
      kind,
      id,
      payload: stored,
      lifetimeSeconds: Math.max(1, Math.ceil(lifetimeSeconds)) + (isPushed ? PUSHED_LONGER_SECONDS : 0),
      ...(grant === undefined ? {} : { grantId: grant }),
    });
  },
  async find(id): Promise<AdapterPayload | undefined> {
    if (id.length === 0 || id.length > ID_LENGTH_MAX) return undefined;
    const found = await core.getState(kind, id);
    // The library would give a code for a request that it does not find.
    if (!found && kind === "PushedAuthorizationRequest")
      throw new errors.InvalidRequestUri("the request_uri is unknown or has expired");
    if (!found || (found.consumed && kind === "Session")) return undefined;
    return { ...JSON.parse(Buffer.from(found.payload).toString()), consumed: found.consumed || undefined };
  },
  async consume(id) {
    if (await core.consumeState(kind, id)) return;
    throw kind === "PushedAuthorizationRequest"
      ? new errors.InvalidRequestUri("the request_uri was used before")
      : new errors.InvalidGrant("it was used before");
  },
  // The library stores a session again at the end of each request. One that is only consumed stays ended then.
  async destroy(id) {
    if (kind === "Session") await core.consumeState(kind, id);
    else await core.deleteState(kind, id);
  },
  // The library asks for this within a request.
  revokeByGrantId: (grantId) => core.endGrant(grantId, exchangeOf(Provider.ctx?.res as never)),
});
