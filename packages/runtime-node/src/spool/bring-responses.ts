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
/** Longest pause before files that could not be brought are tried again, in ms: a try reads and writes them whole. */
const longestPauseMs = 600_000;

/**
 * Writes responses, and files that came in them, that a former run, or this one, could not write to their stores. If a
 * store fails, they wait.
 */
export async function bringResponses(ports: GatewayPorts, options: GatewayOptions): Promise<void> {
  await bring(ports, 'spooled-answers-wait', () => drainResponses(ports, options));
  await bringFiles(ports);
}

async function bring<Result>(
  { log }: Pick<GatewayPorts, 'log'>,
  event: string,
  act: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof StorageUnavailable) log.warn(event);
    else log.error(event, error);
    return undefined;
  }
}

/** Returns true if none stays. */
async function bringFiles(ports: GatewayPorts): Promise<boolean> {
  return (await bring(ports, 'spooled-results-wait', () => bringSpooledResults(ports))) === true;
}

/** Writes them periodically while the process runs; files that stay are tried ever more rarely. */
export function createResponseBringing(ports: GatewayPorts, options: GatewayOptions): RepeatedWork {
  const { clock } = ports;
  let pauseMs = everyMs;
  let filesFrom = 0;
  return repeatWork(clock, everyMs, async () => {
    await bring(ports, 'spooled-answers-wait', () => drainResponses(ports, options));
    if (clock.monotonicMs() < filesFrom) return;
    pauseMs = (await bringFiles(ports)) ? everyMs : Math.min(longestPauseMs, 2 * pauseMs);
    filesFrom = clock.monotonicMs() + pauseMs;
  });
}
