/** What the services ask of the networks; the adapter behind it is nobody else's business. */
export interface Networks {
  /** The networks that are served, CAIP-2. */
  list(): Promise<readonly string[]>;
  /** Why an account (CAIP-10) cannot be paid, or undefined when it can. */
  accountProblem(account: string): Promise<string | undefined>;
  /** Why an asset (CAIP-19) cannot be used with so many fraction digits, or undefined when it can. */
  assetProblem(asset: string, decimals: number): Promise<string | undefined>;
}
