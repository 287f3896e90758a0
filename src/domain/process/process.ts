/** A tier whose processes are listed. */
export type ListedTier = "gateway" | "core" | "worker";

/** What a process says of itself. */
export interface ProcessReport {
  /** `prc_…`, made at the start of the process. */
  readonly processId: string;
  readonly version: string;
  /** Absent when the process does not run from a release. */
  readonly buildCommit?: string;
  /** Name of the machine, or of the container. */
  readonly host: string;
  /** By the clock of the process. */
  readonly startedAt: Date;
  /** When the certificate ends by which other tiers know the process. */
  readonly certificateExpiresAt: Date;
}

/** A process as its last report shows it. */
export interface ReportedProcess extends ProcessReport {
  readonly tier: ListedTier;
  /** By the clock of the database. */
  readonly reportedAt: Date;
  /** False when the last report is so old that the process is probably gone. */
  readonly isRunning: boolean;
}
