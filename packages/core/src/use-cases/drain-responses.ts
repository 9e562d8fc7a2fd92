import type { GatewayPorts } from '../ports/gateway-ports.ts';
import { adoptResponse } from './advance/adopt-response.ts';
import { disputeHandle } from './advance/keep-receipt.ts';
import {
  receiptInput,
  type UpstreamResponse,
  upstreamResponseSchema,
} from './advance/upstream-response.ts';
import type { StepContext } from './advance/step-context.ts';
import type { GatewayOptions } from './gateway-options.ts';

/**
 * Brings responses of providers that wait in the spool to the store, and their jobs to the next step. Called before
 * anything is claimed, and again while something is left. A response saved twice changes nothing.
 *
 * @returns how many were brought
 * @throws StorageUnavailable when the store accepts none; the rest stays in the spool
 */
export async function drainResponses(
  ports: GatewayPorts,
  options: GatewayOptions,
): Promise<number> {
  const { responseSpool, log } = ports;
  if (responseSpool === undefined) return 0;
  let brought = 0;
  for (const { ticket, text } of await responseSpool.entries()) {
    const parsed = upstreamResponseSchema.safeParse(parseJson(text));
    if (!parsed.success) {
      log.error('spooled-answer-unreadable', parsed.error, { ticket });
      continue;
    }
    await bring(ports, options, parsed.data);
    await responseSpool.remove(ticket);
    brought += 1;
  }
  if (brought > 0) log.info('spooled-answers-brought', { responses: brought });
  return brought;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function bring(
  ports: GatewayPorts,
  options: GatewayOptions,
  response: UpstreamResponse,
): Promise<void> {
  const { jobId, correlationId } = response;
  const { reader } = ports.storage;
  const outcome = await record(ports, response);
  const job = await reader.find(jobId);
  if (outcome.kind === 'contradicted' || job === undefined) {
    const error = new Error('Response rejected: the job was removed, or has another response.');
    ports.log.error('spooled-answer-refused', error, { job: jobId, ...response });
    return;
  }
  const signal = new AbortController().signal;
  const sent: StepContext = { ports, options, job: { ...job, correlationId }, claim: null, signal };
  if (outcome.kind === 'handle-taken' && response.kind === 'receipt') {
    const isOpen = job.correlationId === correlationId && isAwaited(job.state);
    if (isOpen) await disputeHandle({ ...sent, job }, response, outcome.heldBy);
    return;
  }
  await adoptResponse(sent);
}

function isAwaited(state: StepContext['job']['state']): boolean {
  return state === 'dispatching' || state === 'outcome_unknown';
}

async function record({ storage, clock }: GatewayPorts, response: UpstreamResponse) {
  const now = clock.now();
  if (response.kind === 'receipt') return storage.jobs.recordReceipt(receiptInput(response, now));
  const { kind: _, ...refusal } = response;
  return storage.jobs.recordRefusal({ ...refusal, now });
}
