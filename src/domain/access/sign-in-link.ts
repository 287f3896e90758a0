import { createHash, randomBytes } from "node:crypto";

/** A link may be opened for this time. */
export const LINK_MINUTES = 10;

/** Most sessions of a person, which are those of one credential. */
export const SESSIONS_MAX = 5;

/** Returns a new secret for a link: 256 random bits, base64url. */
export const newLinkSecret = (): string => randomBytes(32).toString("base64url");

/** Returns the stored hash. A plain SHA-256 suffices, because the secret has 256 random bits. */
export const hashOfSecret = (secret: string): Buffer => createHash("sha256").update(secret).digest();
