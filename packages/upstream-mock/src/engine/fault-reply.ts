import { faultOfWord, type ReadFault } from '../faults/read-fault.ts';
import type { RuledRead } from '../faults/ruled-op.ts';
import {
  jsonReply,
  type ProviderReply,
  type ProviderResponse,
  textReply,
} from '../http/provider-request.ts';
import type { Symptom } from '../job/mock-instructions.ts';
import type { MockJob } from '../job/mock-job.ts';
import { bareFaultReply, bareReply, ownReply } from '../faults/bare-reply.ts';
import { type ReadSubject, ruleRead } from '../state/rule-read.ts';
import type { WireSpace } from './wire-call.ts';

/** Wait requested by a scripted 429 of a read, before scaling, in ms. */
const readWaitMs = 1_000;

/** The beginning of a response, which no client can read. */
const garbled = textReply(200, 'application/json', '{"id":"');

/** Response of a rule to a request that is no submission; call it before anything is done. */
export function ruledReply(
  space: WireSpace,
  op: Exclude<RuledRead, 'cancel'>,
  subject: Omit<ReadSubject, 'wire'>,
): ProviderReply | undefined {
  const fault = ruleRead(space.world, op, { ...subject, wire: space.wire });
  return fault === undefined ? undefined : faultReply(space, fault, subject.job);
}

/** Response to a read of a job that a rule or its tokens disturb this time. */
export function disturbedRead(space: WireSpace, job: MockJob): ProviderReply | undefined {
  const { world } = space;
  // Also if it was looked up by its own id.
  world.requestHistory.exchanges.asks('status', job.id);
  const ruled = ruledReply(space, 'status', { account: job.account, job });
  if (ruled !== undefined) return ruled;
  if (world.jobs.isMissing(job)) return space.missing(job);
  const { readsAs } = job.instructions;
  if (readsAs === null || !world.jobs.spendReadFault(job, 'reads')) return undefined;
  return faultReply(space, faultOfWord(readsAs), job);
}

/** Cancels or deletes a job by `act`, unless a rule makes it fail, before or after it takes effect. */
export async function ruledEnd(
  space: WireSpace,
  job: MockJob,
  act: () => Promise<ProviderReply>,
): Promise<ProviderReply> {
  const { account } = job;
  const fault = ruleRead(space.world, 'cancel', { account, wire: space.wire, job });
  if (fault === undefined) return await act();
  if (fault.isDone === true) await act();
  return faultReply(space, fault, job);
}

/** A fault in the wording of the API. */
function faultReply(space: WireSpace, fault: ReadFault, job?: MockJob): ProviderReply {
  const { clock, requestHistory } = space.world;
  switch (fault.kind) {
    case 'bare':
      return bareFaultReply(fault, clock);
    case 'garbled':
      return garbled;
    case 'error-in-200':
      return space.unproven('error-in-200');
    case 'rate_limited':
    case 'unavailable': {
      const waitMs = clock.scaled(readWaitMs);
      requestHistory.exchanges.note({ waitMs });
      return space.refuseAs(fault.kind, waitMs);
    }
    case 'login':
    case 'forbidden':
      return space.refuseAs(fault.kind, null);
    case 'own':
      return ownReply;
    case 'missing':
    case 'gone':
    case 'tokens':
      return job === undefined ? space.refuseAs('invalid', null) : space.missing(job);
  }
}

/**
 * The response to a submission with this symptom, the same whether the job was accepted or not.
 *
 * @param accepted - response to an accepted submission
 */
export function unprovenReply(
  space: WireSpace,
  { symptom, job }: { readonly symptom: Symptom; readonly job: MockJob },
  accepted: () => ProviderResponse,
): ProviderReply {
  const { hangMs, cutTo } = job.instructions;
  switch (symptom) {
    case 'garbled':
      return garbled;
    // A rule replaces the body of its own response.
    case 'own':
    case 'wrong-id':
      return accepted();
    case 'cut': {
      const reply = accepted();
      const { length } = reply.body;
      return { ...reply, cutAfter: Math.min(cutTo ?? Math.floor(length / 2), length - 1) };
    }
    case 'unlisted-code':
      return space.unproven('unlisted');
    case 'error-in-200':
      return space.unproven('error-in-200');
    case 'no-id':
      return withoutId(accepted(), job.id);
    case 'lost':
    case 'hang':
    case '408':
    case '409':
    case '413':
    case '429':
    case '500':
    case '502':
    case '503':
    case '504':
    case 'html':
      return bareReply(
        symptom,
        hangMs === null ? null : job.acceptedAt + space.world.clock.scaled(hangMs),
      );
  }
}

/** The same response without any field or header that names the job. */
function withoutId(response: ProviderResponse, id: string): ProviderResponse {
  const value: unknown = JSON.parse(Buffer.from(response.body).toString('utf8'));
  const { body } = jsonReply(response.status, strip(value, id));
  const headers = Object.entries(response.headers ?? {}).filter(([, text]) => !text.includes(id));
  return { ...response, headers: Object.fromEntries(headers), body };
}

function strip(value: unknown, id: string): unknown {
  if (Array.isArray(value)) return value.map((item) => strip(item, id));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, field]) => !String(field).includes(id));
  return Object.fromEntries(fields.map(([name, field]) => [name, strip(field, id)]));
}
