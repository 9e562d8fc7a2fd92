import type { MockSpace } from './mock-space.ts';
import { defaultSpace } from './space-name.ts';

export type SpaceUse =
  | { readonly kind: 'used'; readonly space: MockSpace }
  /** The maximum number of spaces is reached. */
  | { readonly kind: 'full'; readonly message: string };

/** The spaces of a mock, each created at its first use [mock.spaces]. */
export interface MockSpaces {
  use(name: string): SpaceUse;
  has(name: string): boolean;
  /** Existing spaces, most recently used last, with the real time of that use in ms since 1970. */
  all(): readonly { readonly space: MockSpace; readonly usedAt: number }[];
  /** Drops a space and ends its waiting calls; false if there is none. The default one cannot be dropped. */
  drop(name: string): boolean;
}

export interface MockSpacesOptions {
  readonly create: (name: string) => MockSpace;
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

/** Contains the default space from the start. */
export function createMockSpaces(options: MockSpacesOptions): MockSpaces {
  return new SpaceRegistry(options);
}

class SpaceRegistry implements MockSpaces {
  readonly #options: MockSpacesOptions;
  /** Most recently used last. */
  readonly #entries = new Map<string, Entry>();

  constructor(options: MockSpacesOptions) {
    this.#options = options;
    this.#add(defaultSpace);
  }

  use(name: string): SpaceUse {
    this.#dropIdle();
    const known = this.#entries.get(name);
    if (known !== undefined) {
      known.usedAt = this.#options.now();
      this.#entries.delete(name);
      this.#entries.set(name, known);
      return { kind: 'used', space: known.space };
    }
    const { most } = this.#options;
    return this.#entries.size < most
      ? { kind: 'used', space: this.#add(name) }
      : { kind: 'full', message: fullMessage(most) };
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  all() {
    this.#dropIdle();
    return [...this.#entries.values()];
  }

  drop(name: string): boolean {
    if (name === defaultSpace) return false;
    const entry = this.#entries.get(name);
    if (entry === undefined) return false;
    this.#entries.delete(name);
    entry.space.callbacks.close();
    void entry.space.hung.endAll();
    return true;
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
