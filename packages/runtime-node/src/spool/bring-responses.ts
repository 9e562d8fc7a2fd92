import {
  bringSpooledResults,
  drainResponses,
  type GatewayOptions,
  type GatewayPorts,
  StorageUnavailable,
} from '@filmgate/core';
import { type RepeatedWork, repeatWork } from '../work/repeated-work.ts';

/** Pause between two reads of the spool, in ms; an empty spool costs nothing. */
const everyMs = 5_000;

/**
 * Writes responses, and files that came in them, that a former run, or this one, could not write to their stores. If a
 * store fails, they wait.
 */
export async function bringResponses(ports: GatewayPorts, options: GatewayOptions): Promise<void> {
  const bring = async (event: string, act: () => Promise<unknown>) => {
    try {
      await act();
    } catch (error) {
      if (error instanceof StorageUnavailable) ports.log.warn(event);
      else ports.log.error(event, error);
    }
  };
  await bring('spooled-answers-wait', () => drainResponses(ports, options));
  await bring('spooled-results-wait', () => bringSpooledResults(ports));
}

/** Writes them periodically while the process runs. */
export function createResponseBringing(ports: GatewayPorts, options: GatewayOptions): RepeatedWork {
  return repeatWork(ports.clock, everyMs, () => bringResponses(ports, options));
}
