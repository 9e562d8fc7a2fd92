import type { z } from 'zod';

/** Subject of a setting. */
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
  /** Parses the text of its variable; has the default. */
  readonly form: z.ZodType;
  readonly group: SettingGroup;
  readonly unit?: SettingUnit;
  /**
   * True if an administrator can change the setting while the gateway runs, because code reads it at each use. Other
   * settings configure listeners and storage, or could lock all users out, and come from the environment alone.
   */
  readonly isChangeable?: true;
  /** True if its value is never printed, and may come from a file named by `<NAME>_FILE`. */
  readonly isSecret?: true;
  /** True if a key of random bytes is valid; the console offers to generate one. */
  readonly canBeMade?: true;
  /** Former name: still accepted from the environment and the admin API, and used in the store. */
  readonly formerly?: `FILMGATE_${string}`;
  /** True for a variable that many programs read: also read in lower case, and unset if empty. */
  readonly isShared?: true;
}

export interface DeclaredSettings {
  readonly [variable: `FILMGATE_${string}` | `${string}_PROXY`]: DeclaredSetting;
}
