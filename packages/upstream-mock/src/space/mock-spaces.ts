import type { MockSpace } from './mock-space.ts';
import { defaultSpace } from './space-name.ts';

export type SpaceUse =
  | { readonly kind: 'used'; readonly space: MockSpace }
  /** There are as many as there may be. */
  | { readonly kind: 'full'; readonly message: string };

/** The spaces of a mock: each is there from its first use on [mock.spaces]. */
export interface MockSpaces {
  use(name: string): SpaceUse;
  has(name: string): boolean;
  /** Those there are, the one that was used last at the end, with the real time of that use in ms since 1970. */
  all(): readonly { readonly space: MockSpace; readonly usedAt: number }[];
  /** Forgets a space and ends the connections it keeps waiting; false when there is none. The default one cannot be dropped. */
  drop(name: string): boolean;
}

export interface MockSpacesOptions {
  readonly create: (name: string) => MockSpace;
  /** Real time in ms. */
  readonly now: () => number;
  /** How long a space may be unused, in real ms; 0 = for ever. */
  readonly idleMs: number;
  /** Most spaces at once, the default one included. */
  readonly most: number;
}

interface Entry {
  readonly space: MockSpace;
  usedAt: number;
}

/** With the default one in it. */
export function createMockSpaces(options: MockSpacesOptions): MockSpaces {
  return new SpaceRegistry(options);
}

class SpaceRegistry implements MockSpaces {
  readonly #options: MockSpacesOptions;
  /** The one that was used last at the end. */
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

  /** Where a caller is kept waiting, the space is in use. */
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
  return `there are ${most} spaces, the most there can be: DELETE /_mock/s/<space> drops one, and so does leaving it unused`;
}
