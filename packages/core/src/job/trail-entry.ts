import type { JsonValue } from '../json/json-value.ts';

/** One line of a job's event trail: what happened and why, for the person who has to explain a bill. */
export interface TrailEntry {
  readonly at: number;
  /** Kebab-case word: `accepted`, `account-chosen`, `account-refused`, `marked`, `receipt`, `money`, `poll-failed`… */
  readonly what: string;
  readonly detail: { readonly [key: string]: JsonValue };
}
