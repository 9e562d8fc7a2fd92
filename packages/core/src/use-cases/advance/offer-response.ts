import { StorageUnavailable } from '../../ports/storage-unavailable.ts';
import type { UpstreamResponse } from './upstream-response.ts';
import type { StepResult, StepContext } from './step-context.ts';

/** Total time and interval in which a response is offered to a store that does not accept it, in ms. */
const offerForMs = 10 * 60_000;
const offerEveryMs = 500;

/**
 * Offers a provider's response, the only proof that work was paid or was not done, to the store until it is saved. A
 * failing store is tried many times; from the first failure on, spool and log have it, in case the process ends.
 */
export async function offerResponse(
  { ports }: Pick<StepContext, 'ports'>,
  response: UpstreamResponse,
  save: (isFirst: boolean) => Promise<StepResult>,
): Promise<StepResult> {
  const giveUpAt = ports.clock.monotonicMs() + offerForMs;
  let ticket: string | undefined;
  for (let failures = 0; ; failures += 1) {
    try {
      const result = await save(failures === 0);
      if (ticket !== undefined) await leaveSpool(ports, ticket);
      return result;
    } catch (error) {
      if (Number.isInteger(Math.log2(failures + 1)))
        ports.log.error(`${response.kind}-not-saved-yet`, error, {
          job: response.jobId,
          ...response,
        });
      if (failures === 0) ticket = await spool(ports, response);
      const isOver = ports.clock.monotonicMs() > giveUpAt;
      if (!(error instanceof StorageUnavailable) || isOver) throw error;
      await ports.clock.sleep(offerEveryMs);
    }
  }
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
