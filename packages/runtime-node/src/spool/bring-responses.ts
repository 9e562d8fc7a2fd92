import {
  drainResponses,
  type GatewayOptions,
  type GatewayPorts,
  StorageUnavailable,
} from '@filmgate/core';
import { type RepeatedWork, repeatWork } from '../work/repeated-work.ts';

/** Pause between two reads of the spool, in ms; an empty spool costs nothing. */
const everyMs = 5_000;

/** Writes responses that a former run, or this one, could not write to the store. If the store fails, they wait. */
export async function bringResponses(ports: GatewayPorts, options: GatewayOptions): Promise<void> {
  try {
    await drainResponses(ports, options);
  } catch (error) {
    const event = 'spooled-answers-wait';
    if (error instanceof StorageUnavailable) ports.log.warn(event);
    else ports.log.error(event, error);
  }
}

/** Writes them periodically while the process runs. */
export function createResponseBringing(ports: GatewayPorts, options: GatewayOptions): RepeatedWork {
  return repeatWork(ports.clock, everyMs, () => bringResponses(ports, options));
}
