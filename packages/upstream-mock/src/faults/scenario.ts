import type { ChaosProfile } from './chaos.ts';
import type { RuleWhen, SpaceRule } from './written-rule.ts';
import type { MockAccountSettings } from '../job/mock-account.ts';

/** A rule, as in `POST /_mock/rules`. */
export type ScenarioRule = SpaceRule & { readonly when: RuleWhen };

/** One step of a timeline: exactly one of `rule`, `removeRule` and `account` is set. */
export interface ScenarioStep {
  /** ms from the start of the space, or an instant in ISO 8601. */
  readonly at: number | string;
  /** Rule to add; replaces one of the same name. */
  readonly rule?: ScenarioRule;
  /** Name of the rule to remove. */
  readonly removeRule?: string;
  /** Changes to an account. */
  readonly account?: { readonly key: string } & Partial<MockAccountSettings>;
}

/** Initial state of every space of a mock, and a timeline by its clock [mock.scenario]. */
export interface Scenario {
  readonly $schema?: string;
  readonly seed?: string;
  readonly clock?: {
    /** `real`, `scaled(20)` or `frozen`. */
    readonly mode?: string;
    /** Instant in ISO 8601. */
    readonly set?: string;
  };
  /** Initial state of account keys. */
  readonly accounts?: { readonly [key: string]: Partial<MockAccountSettings> };
  readonly rules?: readonly ScenarioRule[];
  readonly timeline?: readonly ScenarioStep[];
  /** Faults drawn for each submission; `seed` defaults to that of the space. */
  readonly chaos?: { readonly profile: ChaosProfile; readonly seed?: string };
}
