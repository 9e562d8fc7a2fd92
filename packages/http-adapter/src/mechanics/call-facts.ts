import type { FastifyRequest } from 'fastify';
import type { CallFacts, CallRecord } from './call-record.ts';

/** Request decorator that holds the record of a call; there is none where no log is mounted. */
export const callRecordDecorator = 'callRecord';

/** The record of a call; undefined where calls are not logged. */
export function callRecordOf(request: FastifyRequest): CallRecord | undefined {
  if (!request.server.hasRequestDecorator(callRecordDecorator)) return undefined;
  return request.getDecorator<CallRecord | null>(callRecordDecorator) ?? undefined;
}

/** Adds facts of the call; without a request log they are forgotten. */
export function noteCall(request: FastifyRequest, facts: CallFacts): void {
  callRecordOf(request)?.note(facts);
}
