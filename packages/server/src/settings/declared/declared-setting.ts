import type { z } from 'zod';

/** What a setting is about. */
export type SettingGroup =
  | 'keys'
  | 'reach'
  | 'models'
  | 'jobs'
  | 'retention'
  | 'sessions'
  | 'log'
  | 'process'
  | 'mock';

/** What its number counts. */
export type SettingUnit =
  | 'tasks'
  | 'seconds'
  | 'minutes'
  | 'hours'
  | 'days'
  | 'times'
  | 'percent'
  | 'bytes'
  | 'mebibytes';

/** Declaration of a setting: everything else that knows of a setting follows from this, except its texts. */
export interface DeclaredSetting {
  /** Reads the text of its variable; has the default. */
  readonly form: z.ZodType;
  readonly group: SettingGroup;
  readonly unit?: SettingUnit;
  /**
   * An administrator can change it while the gateway runs, because code reads it at each use. Other settings say where
   * the process listens and stores its data, or could lock all users out, and come from the environment alone.
   */
  readonly isChangeable?: true;
  /** Its value is never printed, and may come from a file named by `<NAME>_FILE`. */
  readonly isSecret?: true;
  /** A key of random bytes does; the console offers to make one. */
  readonly canBeMade?: true;
  /** The name it had before: still taken from the environment and the admin API, and the one it is stored under. */
  readonly formerly?: `FILMGATE_${string}`;
}

export interface DeclaredSettings {
  readonly [variable: `FILMGATE_${string}`]: DeclaredSetting;
}
