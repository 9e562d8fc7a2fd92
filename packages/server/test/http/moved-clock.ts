import type { GatewayPorts, UpstreamClient } from '@filmgate/core';

/** A wall clock of a gateway that a test sets; the monotonic one is unaffected. */
export interface MovedClock {
  /** Difference from the machine's clock, in ms. */
  byMs: number;
  now(): number;
  /** Replaces the gateway's clock. */
  readonly wrapPorts: (ports: GatewayPorts) => GatewayPorts;
}

export function createMovedClock(byMs = 0): MovedClock {
  const moved: MovedClock = {
    byMs,
    now: () => Date.now() + moved.byMs,
    wrapPorts: (ports) => ({
      ...ports,
      clock: { ...ports.clock, now: () => moved.now() },
      upstreams: new Map(
        [...ports.upstreams].map(([endpoint, client]) => [endpoint, reportedBy(client, moved)]),
      ),
    }),
  };
  return moved;
}

/** The upstream's client reads the machine's clock: its instants are converted between the two clocks. */
function reportedBy(client: UpstreamClient, moved: MovedClock): UpstreamClient {
  return new Proxy(client, {
    get(target, name) {
      if (name === 'submit') {
        const submit: UpstreamClient['submit'] = (input) =>
          target.submit({ ...input, deadlineAt: input.deadlineAt - moved.byMs });
        return submit;
      }
      if (name === 'reconcile' && target.reconcile !== undefined) {
        const { reconcile } = target;
        const search: typeof reconcile = (input) => {
          const { from, to } = input.sentBetween;
          const sentBetween = { from: from - moved.byMs, to: to - moved.byMs };
          return Reflect.apply(reconcile, target, [{ ...input, sentBetween }]);
        };
        return search;
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function'
        ? (...given: readonly unknown[]): unknown => Reflect.apply(value, target, given)
        : value;
    },
  });
}
