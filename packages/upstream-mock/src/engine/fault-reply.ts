import { faultOfWord, type ReadFault } from '../faults/read-fault.ts';
import {
  jsonReply,
  type ProviderReply,
  type ProviderResponse,
  textReply,
} from '../http/provider-request.ts';
import type { Symptom } from '../job/mock-instructions.ts';
import type { MockJob } from '../job/mock-job.ts';
import { bareFaultReply, bareReply, ownReply } from '../replies/bare-reply.ts';
import type { EngineSpace } from './engine-space.ts';

/** Wait requested by a scripted 429 of a read, before scaling, in ms. */
const readWaitMs = 1_000;

/** The beginning of a response, which no client can read. */
const garbled = textReply(200, 'application/json', '{"id":"');

/** Response to a request that is no submission, as a rule or a token decides, in the wording of the API. */
export function faultReply(space: EngineSpace, fault: ReadFault, job?: MockJob): ProviderReply {
  const { clock, requestHistory } = space.world;
  switch (fault.kind) {
    case 'bare':
      return bareFaultReply(fault, clock);
    case 'garbled':
      return garbled;
    case 'error-in-200':
      return space.errorIn200();
    case 'rate_limited':
    case 'unavailable': {
      const waitMs = clock.scaled(readWaitMs);
      requestHistory.exchanges.asksToWait(waitMs);
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

/** A status read disturbed by a token of its job. */
export function disturbedReply(space: EngineSpace, job: MockJob): ProviderReply | undefined {
  if (space.world.isMissing(job)) return space.missing(job);
  const { readsAs } = job.instructions;
  if (readsAs === null || !space.world.spendReadFault(job, 'reads')) return undefined;
  return faultReply(space, faultOfWord(readsAs), job);
}

/**
 * The response to a submission with this symptom, the same whether the job was accepted or not.
 *
 * @param accepted - response to an accepted submission
 */
export function unprovenReply(
  space: EngineSpace,
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
      return space.unlisted();
    case 'error-in-200':
      return space.errorIn200();
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
