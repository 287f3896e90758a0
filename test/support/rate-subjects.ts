import { RateSubjects } from "../../src/services/access/quotas.ts";

/** Pseudonyms of callers for services that run without a core. */
export const rateSubjects = new RateSubjects(Buffer.alloc(32, 7));
