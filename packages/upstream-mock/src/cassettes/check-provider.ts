import { type AnswerDifference, answerDifferences } from './answer-differences.ts';
import { jsonIn } from './recorded-request.ts';
import { filled, type ProviderFixture } from './provider-fixture.ts';

/** What came of one row. */
export interface CheckedFixture {
  readonly name: string;
  /** Null where it was not asked, as it would buy a video. */
  readonly differences: readonly AnswerDifference[] | null;
}

export interface CheckOptions {
  readonly rows: readonly ProviderFixture[];
  /** Where the provider is; paths of rows are put behind it. */
  readonly origin: URL;
  readonly key: string;
  /** Whether rows are asked that buy a video. */
  readonly isPaidAllowed: boolean;
}

/** No account's key, here and at the mock, where it stands for one whose login has ended. */
const wrongKey = 'mk_login_expired';
const patienceMs = 60_000;

/** Asks a provider what the rows were told, each once and one after the other. Rejects when it cannot be reached. */
export async function* checkProvider(options: CheckOptions): AsyncGenerator<CheckedFixture> {
  for (const row of options.rows) {
    const { name, request } = row;
    const isAsked = options.isPaidAllowed || !request.spends;
    yield { name, differences: isAsked ? await differencesOf(row, options) : null };
  }
}

async function differencesOf(
  { request, credential, answer }: ProviderFixture,
  { origin, key }: CheckOptions,
): Promise<readonly AnswerDifference[]> {
  const given = { key: request.key === 'wrong' ? wrongKey : key };
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  for (const [name, value] of Object.entries(credential))
    if (request.key !== 'none' || !value.includes('{{key}}')) headers[name] = filled(value, given);
  const response = await fetch(origin.href.replace(/\/$/, '') + request.path, {
    method: request.method,
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceMs),
    headers,
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
  });
  const body = jsonIn(await response.text())?.value;
  const header = (name: string) => response.headers.get(name);
  return answerDifferences(answer, { status: response.status, header, body });
}
