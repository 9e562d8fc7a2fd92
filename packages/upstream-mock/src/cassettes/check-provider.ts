import { type ResponseDifference, responseDifferences } from './response-differences.ts';
import { jsonIn } from './recorded-request.ts';
import { unanswered } from './relay.ts';
import { filled, type ProviderFixture } from './provider-fixture.ts';

/** Result of one row. */
export interface CheckedFixture {
  readonly name: string;
  /** Null if it was not sent because it would buy a video. */
  readonly differences: readonly ResponseDifference[] | null;
}

export interface CheckOptions {
  readonly rows: readonly ProviderFixture[];
  /** The provider's name in errors. */
  readonly name: string;
  /** Origin of the provider, in front of the paths of rows. */
  readonly origin: URL;
  readonly key: string;
  /** Allows rows that buy a video. */
  readonly isPaidAllowed: boolean;
}

/** A key of no account. */
export const wrongKey = 'key-of-no-account';
const patienceMs = 60_000;

/** Sends the requests of the rows to a provider, each once and in sequence. Rejects if it cannot be reached. */
export async function* checkProvider(options: CheckOptions): AsyncGenerator<CheckedFixture> {
  for (const row of options.rows) {
    const { name, request } = row;
    const isAsked = options.isPaidAllowed || !request.spends;
    yield { name, differences: isAsked ? await differencesOf(row, options) : null };
  }
}

async function differencesOf(
  { request, credential, response: reply }: ProviderFixture,
  { name, origin, key }: CheckOptions,
): Promise<readonly ResponseDifference[]> {
  const given = { key: request.key === 'wrong' ? wrongKey : key };
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  for (const [header, value] of Object.entries(credential))
    if (request.key !== 'none' || !value.includes('{{key}}'))
      headers[header] = filled(value, given);
  const seen = await fetch(origin.href.replace(/\/$/, '') + request.path, {
    method: request.method,
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceMs),
    headers,
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
  })
    .then(async (response) => ({ response, text: await response.text() }))
    .catch((error: unknown) => {
      throw unanswered(name, origin, error);
    });
  const { status, headers: reported } = seen.response;
  const header = (wanted: string) => reported.get(wanted);
  return responseDifferences(reply, { status, header, body: jsonIn(seen.text)?.value });
}
