/** A step of a job's trail, or a line written by a former release. */
export interface TrailRow {
  readonly entry: number;
  readonly job: number;
  readonly previous: number | null;
  readonly at: number;
  readonly what: string;
  /** JSON; null in a former line about money. */
  readonly detail: string | null;
  /** Money of a step as JSON (`packMoney`); null in a line of a former release, with its money in the columns below. */
  readonly money: string | null;
  readonly ledger: string | null;
  readonly move: string | null;
  readonly amount: number | null;
  readonly account_id: string | null;
}
