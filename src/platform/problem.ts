import { AdvisedError } from "../files/advised.ts";

/** A problem of this machine. */
export class PlatformError extends AdvisedError {}
