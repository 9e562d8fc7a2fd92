import type { RuleConditions } from './rule.ts';
import type { RuleWhen, SpaceRule } from './written-rule.ts';
import type { ClockMode } from '../job/clock-setting.ts';
import type { MockAccountSettings } from '../job/mock-account.ts';
import type { ChaosProfile } from './chaos.ts';

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

/** A validated rule of a scenario. */
export interface ReadRule {
  readonly name?: string | undefined;
  readonly when: RuleConditions;
  readonly then: { readonly fault: string };
  readonly times?: number | undefined;
}

interface ReadStep {
  /** ms from the start of the space, or an instant in ms since 1970. */
  readonly at: number | { readonly on: number };
  readonly rule?: ReadRule | undefined;
  readonly removeRule?: string | undefined;
  readonly account?: ({ readonly key: string } & Partial<MockAccountSettings>) | undefined;
}

/** A validated scenario. */
export interface ReadScenario {
  readonly seed?: string | undefined;
  readonly clock?:
    | { readonly mode?: ClockMode | undefined; readonly set?: number | undefined }
    | undefined;
  readonly rules?: readonly ReadRule[] | undefined;
  readonly timeline?: readonly ReadStep[] | undefined;
  readonly chaos?:
    | { readonly profile: ChaosProfile; readonly seed?: string | undefined }
    | undefined;
}
