import * as z from 'zod';
import { jsonReply, textReply } from '../http/provider-request.ts';
import { didYouMean } from '../input/nearest-names.ts';
import type { MockSpaces } from '../space/mock-spaces.ts';
import { defaultSpace } from '../space/space-name.ts';
import { outcomes, type Remark } from '../verdict/exceptions.ts';
import { causes, verdictCodes } from '../verdict/finding.ts';
import { printVerdict, printVerdicts } from '../verdict/print-verdict.ts';
import { checkClients, type VerdictWish, wasCalled } from '../verdict/check-clients.ts';
import type { Verdicts } from '../verdict/verdict.ts';
import { type ControlCall, reading } from './control-route.ts';

const longest = 1_000;

const flag = z.enum(['true', 'false']).transform((word) => word === 'true');

/** A word of a closed list; the refusal of another one names the nearest. */
function oneOf<Word extends string>(known: readonly Word[]) {
  const error = ({ input }: { readonly input?: unknown }) =>
    `${String(input)} is unknown: ${didYouMean(String(input), known)}`;
  return z.string().trim().pipe(z.enum(known, { error }));
}

/** Words separated by commas. */
function listOf<Word>(word: z.ZodType<Word, string>) {
  return z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(word));
}

/** An expected code, with its number after a colon. */
const expectedCode = z
  .string()
  .transform((text) => {
    const [code = '', count = null, ...others] = text.split(':');
    return { code, count: others.length > 0 ? '' : count };
  })
  .pipe(
    z.object({
      code: oneOf(verdictCodes),
      count: z
        .string()
        .regex(/^[1-9]\d{0,5}$/, 'a number follows the colon, as in paid-twice:2')
        .transform(Number)
        .nullable(),
    }),
  );

/** Parameters of a verdict: what the test states about its space, and its exceptions [mock.verdict.exceptions]. */
const verdictParameters = {
  jobs: z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .optional(),
  single_test: flag.optional(),
  strict: flag.optional(),
  ignore: listOf(oneOf(verdictCodes)).optional(),
  expect: listOf(expectedCode).optional(),
  by: listOf(oneOf(causes)).optional(),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,3}$/)
    .transform(Number)
    .refine((count) => count <= longest, `at most ${longest}`)
    .optional(),
};

type VerdictQuery = z.output<z.ZodObject<typeof verdictParameters, z.core.$strict>>;

function wishOf({ jobs, ignore = [], expect = [], by = [...causes], ...given }: VerdictQuery) {
  return {
    ...(jobs !== undefined && { jobs }),
    isSingleTest: given.single_test ?? false,
    isStrict: given.strict ?? false,
    ignore,
    expect: new Map(expect.map(({ code, count }) => [code, count])),
    by: new Set(by),
    limit: given.limit ?? longest,
  } satisfies VerdictWish;
}

export const verdictRoute = reading('verdict', verdictParameters, (space, given, call) => {
  const { verdict } = checkClients(space, wishOf(given));
  const remarks = [...verdict.remarks, ...remarksOn(call.spaces, space.name)];
  return replyIn(call, { ...verdict, remarks }, printVerdict);
});

/** The verdicts of all spaces; their outcome is the worst of them. */
export const verdictsRoute = reading('verdicts', verdictParameters, (_: string, given, call) =>
  replyIn(call, verdictsOf(call.spaces, wishOf(given)), printVerdicts),
);

/** A verdict as the caller wants it: as text for a person, or as JSON. */
function replyIn<Given>({ accept }: ControlCall, given: Given, print: (given: Given) => string) {
  return accept.includes('text/plain')
    ? textReply(200, 'text/plain; charset=utf-8', print(given))
    : jsonReply(200, given);
}

function verdictsOf(spaces: MockSpaces, wish: VerdictWish): Verdicts {
  const all = spaces.all().map(({ space }) => space);
  // Most tests never call the default space.
  const called = all.filter((space) => space.name !== defaultSpace || wasCalled(space));
  const checked = (called.length === 0 ? all : called).map(
    (space) => checkClients(space, wish).verdict,
  );
  const dropped = [...spaces.dropped.values()].map(({ at, ...one }) => ({
    ...one,
    at: new Date(at).toISOString(),
  }));
  const ranks = [...checked, ...dropped].map(({ outcome }) => outcomes.indexOf(outcome));
  const outcome = outcomes[Math.max(0, ...ranks)] ?? 'clean';
  return { outcome, spaces: checked, dropped };
}

/** Remarks about spaces that a reader of the verdict on this one may mean. */
function remarksOn(spaces: MockSpaces, name: string): readonly Remark[] {
  const remarks: Remark[] = [];
  const dropped = spaces.dropped.get(name);
  if (dropped !== undefined) {
    const why = `an earlier space of this name was dropped at ${new Date(dropped.at).toISOString()}; its outcome was ${dropped.outcome}`;
    remarks.push({ code: 'dropped-space', why });
  }
  const others = spaces.all().length - 1;
  if (name === defaultSpace && others > 0) {
    const why = `this is the default space alone, and there ${others === 1 ? 'is 1 other' : `are ${others} others`}: GET /_mock/verdicts, or verdict --all, has all`;
    remarks.push({ code: 'other-spaces', why });
  }
  return remarks;
}
