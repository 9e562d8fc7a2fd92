/** An owner's credits: spent, promised, and possibly spent; their sum never passes the limit (I4). */
export interface QuotaUsage {
  /** Credits settled for delivered videos. */
  readonly used: number;
  readonly reserved: number;
  /** Credits of jobs whose outcome is unknown. */
  readonly held: number;
  /** null = unlimited; 0 allows nothing. */
  readonly limit: number | null;
}
