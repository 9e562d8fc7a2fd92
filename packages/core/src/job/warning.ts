/** Something the request said that was understood but not used; kept with the job so that reads and replays show it too. */
export interface Warning {
  /** The field, as the caller wrote it. */
  readonly param: string;
  readonly message: string;
}
