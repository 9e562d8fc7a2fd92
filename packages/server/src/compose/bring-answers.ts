import { drainAnswers, StorageUnavailable } from '@filmgate/core';
import type { GatewayServices } from './gateway-services.ts';

/** How often the spool is looked at for answers nobody offers any more, in ms; an empty one costs nothing. */
const everyMs = 5_000;

/** Brings answers of upstreams that a former run, or this one, could not bring to the store. A store that fails is asked later. */
export async function bringAnswers({ composed, options }: GatewayServices): Promise<void> {
  try {
    await drainAnswers(composed.ports, options);
  } catch (error) {
    const event = 'spooled-answers-wait';
    if (error instanceof StorageUnavailable) composed.ports.log.warn(event);
    else composed.ports.log.error(event, error);
  }
}

/** Brings them for as long as the process runs. */
export function answersWork(services: GatewayServices) {
  const { clock } = services.composed.ports;
  const stopping = new AbortController();
  let loop = Promise.resolve();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await clock.sleep(everyMs, stopping.signal);
      await bringAnswers(services);
    }
  };
  return {
    start: () => {
      loop = run();
    },
    stop: () => {
      stopping.abort();
      return loop;
    },
  };
}
