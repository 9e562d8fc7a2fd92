import { type DispatchRecord, type RecordDispatchInput, StorageUnavailable } from '@filmgate/core';
import { z } from 'zod';

/** The mark of a try as a script saves it; empty texts for a decision without one. */
export interface DispatchText {
  readonly correlation: string;
  readonly try: string;
  readonly mark: string;
}

const facts = z.object({
  digest: z.string(),
  markedAt: z.number(),
  sendDeadlineAt: z.number(),
});

/** The correlation id on a line of its own, then the facts. */
export function dispatchText(input: RecordDispatchInput): string {
  const { correlationId, requestDigest: digest, now: markedAt, sendDeadlineAt } = input;
  return markFacts(correlationId, { digest, markedAt, sendDeadlineAt });
}

/** The same of facts that are known already. */
export function markFacts(correlationId: string, kept: z.infer<typeof facts>): string {
  if (correlationId === '' || correlationId.includes('\n'))
    throw new StorageUnavailable('A correlation id is one line.', { applied: 'no' });
  return `${correlationId}\n${JSON.stringify(kept)}`;
}

/** What was written about each try, oldest first, from all fields of a job's record. */
export function readMarks(
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
      const { markedAt, sendDeadlineAt } = facts.parse(JSON.parse(text.slice(lineEnd + 1)));
      const part = (name: string) => fields.get(`${name}${String(number)}`) ?? null;
      const answer = { handle: part('r'), accountId: part('a'), refusal: part('x') };
      return { jobId, correlationId: text.slice(0, lineEnd), markedAt, sendDeadlineAt, ...answer };
    });
}
