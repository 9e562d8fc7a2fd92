import { type DispatchRecord, type RecordDispatchInput, StorageUnavailable } from '@filmgate/core';
import { z } from 'zod';

/** The dispatch record of a try as a script saves it; empty texts for a decision without one. */
export interface DispatchText {
  readonly correlation: string;
  readonly try: string;
  readonly dispatch: string;
}

/** The stored form. */
const facts = z.object({
  digest: z.string(),
  recordedAt: z.number(),
  sendDeadlineAt: z.number(),
});

interface DispatchFacts {
  readonly digest: string;
  readonly recordedAt: number;
  readonly sendDeadlineAt: number;
}

/** The correlation id on a separate line, then the facts. */
export function dispatchText(input: RecordDispatchInput): string {
  const { correlationId, requestDigest: digest, now: recordedAt, sendDeadlineAt } = input;
  return dispatchFactsText(correlationId, { digest, recordedAt, sendDeadlineAt });
}

/** Like `dispatchText`, for facts that are known already. */
export function dispatchFactsText(
  correlationId: string,
  { digest, recordedAt, sendDeadlineAt }: DispatchFacts,
): string {
  if (correlationId === '' || correlationId.includes('\n'))
    throw new StorageUnavailable('A correlation id must be one line.', { applied: 'no' });
  return `${correlationId}\n${JSON.stringify({ digest, recordedAt, sendDeadlineAt })}`;
}

/** Records of each try, oldest first, from all fields of a job's record. */
export function decodeDispatches(
  jobId: string,
  fields: ReadonlyMap<string, string>,
): readonly DispatchRecord[] {
  return [...fields]
    .flatMap(([field, text]) =>
      /^k\d+$/.test(field) ? [{ try: Number(field.slice(1)), text }] : [],
    )
    .toSorted((one, other) => one.try - other.try)
    .map(({ try: number, text }) => {
      const lineEnd = text.indexOf('\n');
      const { recordedAt, sendDeadlineAt } = facts.parse(JSON.parse(text.slice(lineEnd + 1)));
      const part = (name: string) => fields.get(`${name}${String(number)}`) ?? null;
      const response = { handle: part('r'), accountId: part('a'), refusal: part('x') };
      return {
        jobId,
        correlationId: text.slice(0, lineEnd),
        recordedAt,
        sendDeadlineAt,
        ...response,
      };
    });
}
