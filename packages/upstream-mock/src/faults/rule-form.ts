import * as z from 'zod';
import { bodiless } from '../http/altered-reply.ts';
import { readPattern } from '../input/bounded-pattern.ts';
import { instant, knownFields } from '../input/strict-input.ts';
import { longestAdvanceMs } from '../job/clock-form.ts';
import { latestInstant } from '../job/clock-setting.ts';
import { durationMs } from './fault-value.ts';
import { ruledOps } from './ruled-op.ts';

const text = z.string().min(1).max(1_000);
const count = z.int().min(1).max(1_000_000);
export const ruleName = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]{0,63}$/, '1 to 64 letters, digits, . - _');

const pattern = text.transform((written, context) => {
  const read = readPattern(written);
  if (read.kind === 'read') return read.pattern;
  context.addIssue(read.message);
  return z.NEVER;
});

const headerName = z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,100}$/, 'the name of a header');

/** Headers that describe the bytes of a response, which the mock sets. */
const ownHeaders = /^(?:content-length|transfer-encoding|connection|keep-alive|upgrade)$/i;

const whenSchema = knownFields({
  op: z.enum(ruledOps).optional(),
  route: text.optional(),
  method: z
    .string()
    .regex(/^[A-Z]{1,20}$/, 'a method in capital letters, as GET')
    .optional(),
  header: z
    .record(
      headerName,
      z.union([z.string(), knownFields({ matches: pattern }).transform(({ matches }) => matches)]),
    )
    .optional(),
  nth: count.optional(),
  attempt: count.optional(),
  key: text.optional(),
  contains: text.optional(),
  matches: pattern.optional(),
  model: text.optional(),
  account: text.optional(),
  personality: text.optional(),
  between: knownFields({ from: instant.optional(), to: instant.optional() })
    .transform(({ from = 0, to = latestInstant }) => ({ from, to }))
    .refine(({ from, to }) => from < to, 'from must be before to')
    .optional(),
});

const delay = z.union(
  [
    z.number().min(0).max(longestAdvanceMs),
    z.string().transform((written, context) => {
      const ms = durationMs(written);
      if (ms !== undefined) return ms;
      context.addIssue('a time');
      return z.NEVER;
    }),
  ],
  { error: 'ms, or a time with its unit, as 1s' },
);

/** Maximum length of a body as JSON, in characters. */
const longestBody = 64 * 1024;

const thenSchema = knownFields({
  // Brackets would end the list of tokens early.
  fault: text.regex(/^[^[\]]*$/, 'tokens must be written without brackets').optional(),
  status: z.int().min(200).max(599).optional(),
  headers: z
    .record(
      headerName,
      z.string().regex(/^[\t\x20-\x7e\x80-\xff]{0,1000}$/, 'the value of a header'),
    )
    .refine((headers) => !Object.keys(headers).some((name) => ownHeaders.test(name)), {
      error: 'content-length and headers of the connection are set by the mock',
    })
    .optional(),
  body: z
    .unknown()
    .refine((body) => (JSON.stringify(body) ?? '').length <= longestBody, 'at most 64 kB')
    .optional(),
  delay: delay.optional(),
  cut: z.int().min(0).max(100_000_000).optional(),
  accepted: z.boolean().optional(),
})
  .refine(
    ({ accepted: _accepted, ...then }) => Object.values(then).some((value) => value !== undefined),
    'one of fault, status, headers, body, delay and cut',
  )
  .refine(
    ({ status, body }) => body === undefined || status === undefined || !bodiless.has(status),
    { path: ['body'], error: 'this status has no body' },
  );

/** A rule in requests. */
export const ruleSchema = knownFields({
  name: ruleName.optional(),
  when: whenSchema,
  then: thenSchema,
  times: count.optional(),
});

/** A rule as read from a request or a scenario. */
export type ReadRule = z.output<typeof ruleSchema>;

/** Conditions of a rule, all of which must be true. Those of a read are about its job. */
export type RuleConditions = ReadRule['when'];

/** Outcome of a rule: tokens or the name of a fault, changes to the response, or both. */
export type RuleOutcome = ReadRule['then'];
