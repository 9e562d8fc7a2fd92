import { type Chance, chanceOf } from './chance.ts';
import type { Hazard } from './act.ts';
import type { Scheduler } from './scheduler.ts';
import type { AdminSurface, SurfaceResponse } from './surfaces.ts';
import type { Door } from './door.ts';

/** Parts of the world that an administrator's browser uses. */
interface Surroundings {
  readonly scheduler: Scheduler;
  readonly hazards: ReadonlySet<Hazard>;
  readonly history: { readonly seed: number };
  nodeFor(index: number): Door | null;
}

type Send = (admin: AdminSurface) => Promise<SurfaceResponse>;

interface Wish {
  /** Target of the change: a newer wish for it replaces an older one. */
  readonly target: string;
  readonly send: Send;
  /** @param attempts - number of requests so far */
  readonly reported: (response: SurfaceResponse, attempts: number) => void;
}

/** Time an administrator waits for a response before a retry, in ms. */
const patienceMs = 8_000;
const mostAttempts = 4;

/**
 * An administrator's requests over HTTP: request, effect and response, each at its own moment. Without a response, or
 * after a failure, they are repeated, at any node that is up, unless something else is wanted by then.
 */
export class AdministratorLine {
  readonly #world: Surroundings;
  readonly #chance: Chance;
  readonly #newest = new Map<string, Wish>();

  constructor(world: Surroundings) {
    this.#world = world;
    this.#chance = chanceOf(world.history.seed, 'administrator');
  }

  ask(door: Door, wish: Wish): void {
    this.#newest.set(wish.target, wish);
    this.#attempt(door, wish, { attempts: 0 });
  }

  #attempt(door: Door | null, wish: Wish, sent: { attempts: number }): void {
    const { scheduler } = this.#world;
    sent.attempts += 1;
    const state = { isReported: false };
    const isLost =
      this.#chance.befalls(0.2) &&
      this.#world.hazards.has('store-answer-lost') &&
      sent.attempts === 1;
    const [thereMs, backMs] = [this.#chance.between(0, 40), this.#chance.between(0, 40)];
    scheduler.after(thereMs, () => {
      const admin = door?.surfaces?.admin;
      if (door === null || admin === undefined || !door.process.isAlive) return false;
      door.process.hear(0, () => {
        void wish.send(admin).then((response) => {
          door.process.hear(backMs, () => {
            if (isLost || response.status >= 500 || state.isReported) return;
            state.isReported = true;
            wish.reported(response, sent.attempts);
          });
        });
      });
      return true;
    });
    scheduler.after(patienceMs, () => {
      const isWanted = this.#newest.get(wish.target) === wish;
      if (state.isReported || !isWanted || sent.attempts === mostAttempts) return false;
      this.#attempt(this.#world.nodeFor(0), wish, sent);
      return true;
    });
  }
}
