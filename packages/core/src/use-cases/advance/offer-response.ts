import type { Clock } from '../../ports/clock.ts';
import { StorageUnavailable } from '../../ports/storage-unavailable.ts';
import type { UpstreamResponse } from './upstream-response.ts';
import type { StepResult, StepContext } from './step-context.ts';

/** Minimum time, and interval, for which something is offered to a store that does not accept it, in ms. */
const offerForMs = 10 * 60_000;
const offerEveryMs = 500;

/** Something that exists nowhere else, offered to a store. */
interface Offer<Result> {
  readonly save: (isFirst: boolean) => Promise<Result>;
  /** Called after each failure, with the number of failures before; `isWorthALine` for ever fewer of them. */
  readonly onFailure: (error: unknown, failures: number, isWorthALine: boolean) => Promise<void>;
  /** Its abort starts the time of the offer; absent = the first failure does. */
  readonly signal?: AbortSignal;
}

/**
 * Offers something to a store until it is saved.
 *
 * @throws the last failure, if it is not the store's, or the offer is over
 */
export async function offer<Result>(
  clock: Clock,
  { save, onFailure, signal }: Offer<Result>,
): Promise<Result> {
  let endsAt: number | undefined;
  for (let failures = 0; ; failures += 1) {
    try {
      return await save(failures === 0);
    } catch (error) {
      await onFailure(error, failures, Number.isInteger(Math.log2(failures + 1)));
      if (signal?.aborted !== false) endsAt ??= clock.monotonicMs() + offerForMs;
      const isOver = endsAt !== undefined && clock.monotonicMs() > endsAt;
      if (!(error instanceof StorageUnavailable) || isOver) throw error;
      await clock.sleep(offerEveryMs);
    }
  }
}

/**
 * Offers a provider's response, the only proof that work was paid or was not done, to the store until it is saved. A
 * failing store is tried many times; from the first failure on, spool and log have it, in case the process ends.
 */
export async function offerResponse(
  { ports }: Pick<StepContext, 'ports'>,
  response: UpstreamResponse,
  save: (isFirst: boolean) => Promise<StepResult>,
): Promise<StepResult> {
  let ticket: string | undefined;
  const onFailure = async (error: unknown, failures: number, isWorthALine: boolean) => {
    if (isWorthALine)
      ports.log.error(`${response.kind}-not-saved-yet`, error, {
        job: response.jobId,
        ...response,
      });
    if (failures === 0) ticket = await spool(ports, response);
  };
  const result = await offer(ports.clock, { save, onFailure });
  if (ticket !== undefined) await leaveSpool(ports, ticket);
  return result;
}

async function spool(
  ports: StepContext['ports'],
  response: UpstreamResponse,
): Promise<string | undefined> {
  const { responseSpool, log } = ports;
  if (responseSpool === undefined) return undefined;
  try {
    const kept = await responseSpool.keep(JSON.stringify(response));
    if (kept.kind === 'kept') return kept.ticket;
    log.error('answer-not-spooled', new Error('The spool is full.'), { job: response.jobId });
  } catch (error) {
    log.error('answer-not-spooled', error, { job: response.jobId });
  }
  return undefined;
}

/** An entry that stays is recorded once more, which changes nothing. */
async function leaveSpool(
  { responseSpool, log }: StepContext['ports'],
  ticket: string,
): Promise<void> {
  try {
    await responseSpool?.remove(ticket);
  } catch (error) {
    log.error('spool-not-emptied', error);
  }
}
