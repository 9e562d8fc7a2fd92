import { nearestNames } from '../input/nearest-names.ts';
import type { MockSpace } from './mock-space.ts';
import { defaultSpace } from './space-name.ts';

export type SpaceUse =
  | { readonly kind: 'used'; readonly space: MockSpace }
  /** The maximum number of spaces is reached. */
  | { readonly kind: 'full'; readonly message: string };

/** A space that no longer exists. */
export interface DroppedSpace {
  readonly space: string;
  /** Outcome of its verdict. */
  readonly outcome: SpaceOutcome;
  /** Real time in ms since 1970. */
  readonly at: number;
}

export type SpaceOutcome = 'clean' | 'undecided' | 'found';

/** A space that is read, and so never created. */
export type FoundMockSpace =
  | { readonly kind: 'known'; readonly space: MockSpace }
  | { readonly kind: 'dropped'; readonly dropped: DroppedSpace }
  /** `near`: names of spaces that may be meant. */
  | { readonly kind: 'unknown'; readonly near: readonly string[] };

export interface MockSpacesOptions {
  readonly create: (name: string) => MockSpace;
  /** Outcome of a space that is about to be dropped. */
  readonly outcomeOf: (space: MockSpace) => SpaceOutcome;
  /** Real time in ms since 1970. */
  readonly now: () => number;
  /** Idle time after which a space is dropped, in real ms; 0 = never. */
  readonly idleMs: number;
  /** Maximum spaces, including the default one. */
  readonly most: number;
}

interface Entry {
  readonly space: MockSpace;
  usedAt: number;
}

/** Maximum dropped spaces that are remembered. */
const mostDropped = 10_000;

/** The spaces of a mock, each created at its first use; the default one exists from the start [mock.spaces]. */
export class MockSpaces {
  readonly #options: MockSpacesOptions;
  /** Most recently used last. */
  readonly #entries = new Map<string, Entry>();
  readonly #dropped = new Map<string, DroppedSpace>();

  constructor(options: MockSpacesOptions) {
    this.#options = options;
    this.#add(defaultSpace);
  }

  use(name: string): SpaceUse {
    const found = this.find(name);
    if (found.kind === 'known') return { kind: 'used', space: found.space };
    const { most } = this.#options;
    return this.#entries.size < most
      ? { kind: 'used', space: this.#add(name) }
      : { kind: 'full', message: fullMessage(most) };
  }

  find(name: string): FoundMockSpace {
    this.#dropIdle();
    const known = this.#entries.get(name);
    if (known !== undefined) {
      known.usedAt = this.#options.now();
      this.#entries.delete(name);
      this.#entries.set(name, known);
      return { kind: 'known', space: known.space };
    }
    const dropped = this.#dropped.get(name);
    if (dropped !== undefined) return { kind: 'dropped', dropped };
    return { kind: 'unknown', near: nearestNames(name, this.#entries.keys()) };
  }

  /** The spaces dropped last of their names, the latest last; without those that too many others followed. */
  get dropped(): ReadonlyMap<string, DroppedSpace> {
    return this.#dropped;
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Existing spaces, most recently used last, with the real time of that use in ms since 1970. */
  all(): readonly Readonly<Entry>[] {
    this.#dropIdle();
    return [...this.#entries.values()];
  }

  /** Drops a space and ends its waiting calls. Returns false for an unknown space, and for the default one. */
  drop(name: string): boolean {
    if (name === defaultSpace) return false;
    const entry = this.#entries.get(name);
    if (entry === undefined) return false;
    this.#entries.delete(name);
    this.#remember(entry.space);
    entry.space.callbacks.close();
    void entry.space.hung.endAll();
    return true;
  }

  #remember(space: MockSpace): void {
    const { outcomeOf, now } = this.#options;
    const dropped = { space: space.name, outcome: outcomeOf(space), at: now() };
    this.#dropped.delete(space.name);
    this.#dropped.set(space.name, dropped);
    const [oldest] = this.#dropped.keys();
    if (this.#dropped.size > mostDropped && oldest !== undefined) this.#dropped.delete(oldest);
  }

  #add(name: string): MockSpace {
    const space = this.#options.create(name);
    this.#entries.set(name, { space, usedAt: this.#options.now() });
    return space;
  }

  /** A space with a waiting call is in use. */
  #dropIdle(): void {
    const { idleMs, now } = this.#options;
    if (idleMs === 0) return;
    const unusedSince = now() - idleMs;
    for (const [name, { space, usedAt }] of this.#entries) {
      if (usedAt > unusedSince) return;
      if (space.hung.size === 0) this.drop(name);
    }
  }
}

function fullMessage(most: number): string {
  return `there are ${most} spaces, the maximum: DELETE /_mock/s/<space> drops one, and so does its idle timeout`;
}
