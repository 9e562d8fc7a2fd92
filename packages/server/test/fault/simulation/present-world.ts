import { AsyncLocalStorage } from 'node:async_hooks';
import type { Gateway, GatewayOptions, GatewayPorts } from '@filmgate/core';
import type { AdminApiDeps } from '@filmgate/http-adapter';

/** One process of one history, as its surfaces see it. */
export interface SurfaceWorld {
  readonly ports: GatewayPorts;
  readonly gateway: Gateway;
  readonly options: GatewayOptions;
  /** Whether new work is refused because the process is about to stop; absent = never. */
  readonly isDraining?: () => boolean;
  /** Whether the clock jumped, and an operator's word on it; absent = it never did. */
  readonly time?: AdminApiDeps['time'];
  /**
   * Opens a session of the administrator in the store, and gives its id; absent = by a login. A process that dies in the middle of a
   * login would keep one of the places for it, which all histories share.
   */
  readonly openAdminSession?: () => Promise<string>;
  /** Told of each request that is under way, with its response. */
  readonly onRequest?: (pending: Promise<unknown>) => void;
}

/**
 * Which world a handler works in. It goes with the request through everything that is awaited, so that requests of several
 * processes and histories may be under way on the same routes at once, and none ever reaches the ports of another.
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

/** An object whose members are those of what the present world has in its place, looked up at each use. */
export function delegate<Port extends object>(
  present: PresentWorld,
  portOf: (world: SurfaceWorld) => Port,
): Port {
  // Empty, since there is no port before there is a world: every member is found by the trap.
  return new Proxy({} as Port, {
    get(_target, name) {
      const port = portOf(present.world());
      const member: unknown = Reflect.get(port, name, port);
      if (typeof member !== 'function') return member;
      return (...input: readonly unknown[]): unknown => Reflect.apply(member, port, input);
    },
  });
}
