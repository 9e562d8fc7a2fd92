import type { ComposeOverrides } from '../../src/compose.ts';
import { overlay } from '../fault/overlay.ts';

/** Videos that are not finished before a test says so, however long the machine takes for what comes before. */
export interface UnfinishedVideos {
  /** For the gateway whose upstream makes them. */
  readonly wrapPorts: NonNullable<ComposeOverrides['wrapPorts']>;
  /** From now on the upstream says how each video stands. */
  finish(): void;
}

/** The upstream takes submissions and says of each that it goes on. */
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
