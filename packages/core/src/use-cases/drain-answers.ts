import type { GatewayPorts } from '../ports/gateway-ports.ts';
import { adoptAnswer } from './advance/adopt-answer.ts';
import { disputeHandle } from './advance/keep-receipt.ts';
import {
  receiptInput,
  type UpstreamAnswer,
  upstreamAnswerSchema,
} from './advance/upstream-answer.ts';
import type { Work } from './advance/work.ts';
import type { GatewayOptions } from './gateway-options.ts';

/**
 * Brings answers of upstreams that wait in the spool to the store, and the jobs they belong to on their way. Called before
 * anything is claimed, and again while something is left. An answer the store takes twice changes nothing.
 *
 * @returns how many were brought
 * @throws StorageUnavailable when the store takes none; what is left stays where it is
 */
export async function drainAnswers(ports: GatewayPorts, options: GatewayOptions): Promise<number> {
  const { answerSpool, log } = ports;
  if (answerSpool === undefined) return 0;
  let brought = 0;
  for (const { ticket, text } of await answerSpool.entries()) {
    const parsed = upstreamAnswerSchema.safeParse(parseJson(text));
    if (!parsed.success) {
      log.error('spooled-answer-unreadable', parsed.error, { ticket });
      continue;
    }
    await bring(ports, options, parsed.data);
    await answerSpool.remove(ticket);
    brought += 1;
  }
  if (brought > 0) log.info('spooled-answers-brought', { answers: brought });
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
  answer: UpstreamAnswer,
): Promise<void> {
  const { jobId, correlationId } = answer;
  const { reader } = ports.storage;
  const outcome = await record(ports, answer);
  const job = await reader.find(jobId);
  if (outcome.kind === 'contradicted' || job === undefined) {
    const error = new Error('The store takes no such answer: the job is gone, or has another one.');
    ports.log.error('spooled-answer-refused', error, { job: jobId, ...answer });
    return;
  }
  const signal = new AbortController().signal;
  const sent: Work = { ports, options, job: { ...job, correlationId }, claim: null, signal };
  if (outcome.kind === 'handle-taken' && answer.kind === 'receipt') {
    const isOpen = job.correlationId === correlationId && isAwaited(job.state);
    if (isOpen) await disputeHandle({ ...sent, job }, answer, outcome.heldBy);
    return;
  }
  await adoptAnswer(sent);
}

function isAwaited(state: Work['job']['state']): boolean {
  return state === 'dispatching' || state === 'outcome_unknown';
}

async function record({ storage, clock }: GatewayPorts, answer: UpstreamAnswer) {
  const now = clock.now();
  if (answer.kind === 'receipt') return storage.jobs.recordReceipt(receiptInput(answer, now));
  const { kind: _, ...refusal } = answer;
  return storage.jobs.recordRefusal({ ...refusal, now });
}
