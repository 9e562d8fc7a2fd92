import { AsyncLocalStorage } from 'node:async_hooks';
import type { Gateway, GatewayOptions, GatewayPorts } from '@filmgate/core';
import type { AdminApiDeps } from '@filmgate/http-adapter';

/** One process of one history, as its surfaces see it. */
export interface SurfaceWorld {
  readonly ports: GatewayPorts;
  readonly gateway: Gateway;
  readonly options: GatewayOptions;
  /** True if new work is refused because the process is about to stop; absent = never. */
  readonly isDraining?: () => boolean;
  /** Jump of the clock, and an operator's confirmation; absent = no jump. */
  readonly time?: AdminApiDeps['time'];
  /**
   * Opens a session of the administrator in the store, and returns its id; absent = by a login. A process that dies
   * during a login would occupy one of the login slots, which all histories share.
   */
  readonly openAdminSession?: () => Promise<string>;
  /** Called with each running request, and its response. */
  readonly onRequest?: (pending: Promise<unknown>) => void;
}

/**
 * World of a handler. It follows the request through every await, so that requests of several processes and histories
 * may run on the same routes at once, and none ever reaches the ports of another.
 */
export class PresentWorld {
  readonly #worlds = new AsyncLocalStorage<SurfaceWorld>();

  /** Undefined outside a request. */
  find(): SurfaceWorld | undefined {
    return this.#worlds.getStore();
  }

  /** @throws Error outside a request */
  world(): SurfaceWorld {
    const world = this.find();
    if (world === undefined) throw new Error('A surface was used outside a world.');
    return world;
  }

  within<Result>(world: SurfaceWorld, act: () => Result): Result {
    return this.#worlds.run(world, act);
  }
}

/** Returns an object whose members are those of the present world's counterpart, looked up at each use. */
export function delegate<Port extends object>(
  present: PresentWorld,
  portOf: (world: SurfaceWorld) => Port,
): Port {
  // Empty, since no port exists before a world: the trap finds every member.
  return new Proxy({} as Port, {
    get(_target, name) {
      const port = portOf(present.world());
      const member: unknown = Reflect.get(port, name, port);
      if (typeof member !== 'function') return member;
      return (...input: readonly unknown[]): unknown => Reflect.apply(member, port, input);
    },
  });
}
