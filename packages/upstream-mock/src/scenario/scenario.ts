import type { RuleConditions } from '../rules/rule.ts';
import type { RuleWhen, SpaceRule } from '../testing/space-rules.ts';
import type { ClockMode } from '../world/clock-setting.ts';
import type { MockAccountSettings } from '../world/mock-account.ts';
import type { ChaosProfile } from './chaos.ts';

/** A rule, as `POST /_mock/rules` takes it. */
export type ScenarioRule = SpaceRule & { readonly when: RuleWhen };

/** One thing that happens in a space: exactly one of `rule`, `removeRule` and `account` is given. */
export interface ScenarioStep {
  /** ms from the start of the space, or an instant in ISO 8601. */
  readonly at: number | string;
  /** Is made; one of its name gives way. */
  readonly rule?: ScenarioRule;
  /** Name of the rule that is removed. */
  readonly removeRule?: string;
  /** What of an account changes. */
  readonly account?: { readonly key: string } & Partial<MockAccountSettings>;
}

/** How every space of a mock begins, and what happens in it by its clock [mock.scenario]. */
export interface Scenario {
  readonly $schema?: string;
  readonly seed?: string;
  readonly clock?: {
    /** `real`, `scaled(20)`, `frozen` or `skip`. */
    readonly mode?: string;
    /** Instant in ISO 8601. */
    readonly set?: string;
  };
  /** What account keys start as. */
  readonly accounts?: { readonly [key: string]: Partial<MockAccountSettings> };
  readonly rules?: readonly ScenarioRule[];
  readonly timeline?: readonly ScenarioStep[];
  /** Faults drawn for each submission; `seed` is that of the space unless given. */
  readonly chaos?: { readonly profile: ChaosProfile; readonly seed?: string };
}

/** A rule of a scenario that may be played. */
export interface ReadRule {
  readonly name?: string | undefined;
  readonly when: RuleConditions;
  readonly then: { readonly fault: string };
  readonly times?: number | undefined;
}

interface ReadStep {
  /** ms from the start of the space, or on this instant in ms since 1970. */
  readonly at: number | { readonly on: number };
  readonly rule?: ReadRule | undefined;
  readonly removeRule?: string | undefined;
  readonly account?: ({ readonly key: string } & Partial<MockAccountSettings>) | undefined;
}

/** A scenario that may be played: what a space needs of it. */
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
