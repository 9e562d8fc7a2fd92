import * as z from 'zod';
import { jsonReply, type ProviderResponse, textReply } from '../http/provider-request.ts';
import { didYouMean } from '../input/nearest-names.ts';
import type { MockSpaces } from '../space/mock-spaces.ts';
import { defaultSpace } from '../space/space-name.ts';
import { outcomes, type Remark } from '../verdict/exceptions.ts';
import { causes, verdictCodes } from '../verdict/finding.ts';
import { printVerdict, printVerdicts } from '../verdict/print-verdict.ts';
import {
  checkClients,
  type CheckedSpace,
  type VerdictWish,
  wasCalled,
} from '../verdict/check-clients.ts';
import type { Verdict, Verdicts } from '../verdict/verdict.ts';
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
  const verdict = verdictOf(call.spaces, space, wishOf(given));
  return wantsText(call) ? plain(printVerdict(verdict)) : jsonReply(200, verdict);
});

/** The verdicts of all spaces; their outcome is the worst of them. */
export const verdictsRoute = reading('verdicts', verdictParameters, (_: string, given, call) => {
  const verdicts = verdictsOf(call.spaces, wishOf(given));
  return wantsText(call) ? plain(printVerdicts(verdicts)) : jsonReply(200, verdicts);
});

function wantsText({ accept }: ControlCall): boolean {
  return accept.includes('text/plain');
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

/** The verdict of a space, with remarks about others that a reader may mean. */
function verdictOf(spaces: MockSpaces, space: CheckedSpace, wish: VerdictWish): Verdict {
  const { verdict } = checkClients(space, wish);
  const remarks = [
    ...verdict.remarks,
    ...formerSpace(spaces, space),
    ...otherSpaces(spaces, space),
  ];
  return { ...verdict, remarks };
}

function formerSpace(spaces: MockSpaces, { name }: CheckedSpace): readonly Remark[] {
  const dropped = spaces.dropped.get(name);
  if (dropped === undefined) return [];
  const why = `an earlier space of this name was dropped at ${new Date(dropped.at).toISOString()}; its outcome was ${dropped.outcome}`;
  return [{ code: 'dropped-space', why }];
}

function otherSpaces(spaces: MockSpaces, { name }: CheckedSpace): readonly Remark[] {
  const others = spaces.all().length - 1;
  if (name !== defaultSpace || others === 0) return [];
  const why = `this is the default space alone, and there ${others === 1 ? 'is 1 other' : `are ${others} others`}: GET /_mock/verdicts, or verdict --all, has all`;
  return [{ code: 'other-spaces', why }];
}

function plain(text: string): ProviderResponse {
  return textReply(200, 'text/plain; charset=utf-8', text);
}
