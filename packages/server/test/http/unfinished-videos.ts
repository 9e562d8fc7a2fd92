import type { ComposeOverrides } from '../../src/compose.ts';
import { overlay } from '../fault/overlay.ts';

/** Videos that finish only on request, however long the machine takes for the steps before. */
export interface UnfinishedVideos {
  /** Wraps the ports of the gateway whose upstream makes them. */
  readonly wrapPorts: NonNullable<ComposeOverrides['wrapPorts']>;
  /** From now on the upstream reports the true status of each video. */
  finish(): void;
}

/** The upstream accepts submissions and reports each as running. */
export function unfinishedVideos(): UnfinishedVideos {
  let isOver = false;
  return {
    finish: () => {
      isOver = true;
    },
    wrapPorts: (ports) => ({
      ...ports,
      upstreams: new Map(
        [...ports.upstreams].map(([name, client]) => [
          name,
          overlay(client, {
            poll: async (asked) =>
              isOver ? client.poll(asked) : { kind: 'pending', progress: 50, retryAfterMs: null },
          }),
        ]),
      ),
    }),
  };
}
