import { z } from 'zod';
import { jsonReply, type ProviderResponse } from '../wire/provider-request.ts';
import type { MockAccountSettings } from '../world/mock-account.ts';
import { advanceProblem } from '../world/mock-clock.ts';
import type { MockWorld } from '../world/mock-world.ts';
import { showJournal, showLedger } from './evidence-routes.ts';
import { knownFields, readQuery } from './strict-input.ts';

/** A hundred years: enough for every test, and short enough that instants stay dates. */
const longestAdvanceMs = 100 * 365 * 24 * 3_600_000;

const advanceSchema = knownFields({ ms: z.number().nonnegative().max(longestAdvanceMs) });

const accountSchema = knownFields({
  key: z.string().min(1),
  credits: z.number().int().nonnegative().optional(),
  concurrency: z.number().int().nonnegative().optional(),
  rate: knownFields({
    submissions: z.number().int().positive(),
    windowMs: z.number().positive(),
  })
    .nullable()
    .optional(),
  login: z.enum(['valid', 'expired', 'banned']).optional(),
});

/** It can be sent without a body, too. */
const resetSchema = knownFields({}).nullable();

/** The routes a test asks for the truth and moves time by [mock.control-routes]. */
export function handleControl(
  world: MockWorld,
  request: { readonly method: string; readonly path: string; readonly body: unknown },
): ProviderResponse {
  const url = new URL(request.path, 'http://mock.invalid');
  const { searchParams } = url;
  switch (`${request.method} ${url.pathname}`) {
    case 'GET /_mock/ledger':
      return showLedger(world, searchParams);
    case 'GET /_mock/journal':
      return showJournal(world, searchParams);
    case 'POST /_mock/reset':
      return withoutQuery(searchParams) ?? reset(world, request.body);
    case 'POST /_mock/clock/advance':
      return withoutQuery(searchParams) ?? advance(world, request.body);
    case 'POST /_mock/accounts':
      return withoutQuery(searchParams) ?? describeAccount(world, request.body);
    default:
      return jsonReply(404, { error: { kind: 'not_found', message: 'no such resource' } });
  }
}

/** Refuses what is said in the URL where only the body is read. */
function withoutQuery(given: URLSearchParams): ProviderResponse | undefined {
  const query = readQuery(given, {});
  return query.kind === 'refused' ? invalid(query.message) : undefined;
}

function reset(world: MockWorld, body: unknown): ProviderResponse {
  const parsed = resetSchema.safeParse(body);
  if (!parsed.success) return invalid(z.prettifyError(parsed.error));
  world.reset();
  return jsonReply(200, { reset: true });
}

function advance(world: MockWorld, body: unknown): ProviderResponse {
  const parsed = advanceSchema.safeParse(body);
  if (!parsed.success) return invalid(z.prettifyError(parsed.error));
  const message = advanceProblem(world.clock, parsed.data.ms);
  if (message !== undefined) return invalid(message);
  world.advanceClock(parsed.data.ms);
  return jsonReply(200, { now: new Date(world.clock.now()).toISOString() });
}

function describeAccount(world: MockWorld, body: unknown): ProviderResponse {
  const parsed = accountSchema.safeParse(body);
  if (!parsed.success) return invalid(z.prettifyError(parsed.error));
  const { key, ...given } = parsed.data;
  const before = world.account(key);
  const settings: MockAccountSettings = {
    credits: given.credits ?? before.credits,
    concurrency: given.concurrency ?? before.concurrency,
    rate: given.rate === undefined ? before.rate : given.rate,
    login: given.login ?? before.login,
  };
  world.describeAccount(key, settings);
  const standing = { credits_left: world.creditsOf(key), in_flight: world.inFlight(key) };
  return jsonReply(200, { key, ...settings, ...standing });
}

function invalid(message: string): ProviderResponse {
  return jsonReply(400, { error: { kind: 'invalid', message } });
}
