import { type PersonalityName, personalityNames } from '../../../src/wires/personality-names.ts';
import { startMockServer } from '../../../src/server/mock-server.ts';
import type { LedgerView } from '../../../src/state/ledger.ts';
import { beginning } from '../open-world.ts';
import { limitedAccounts } from '../limited-accounts.ts';
import { readLedger } from '../read-ledger.ts';

/** A whole response; `body` undefined where it is no JSON. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
}

export interface WireCall {
  readonly method?: string;
  /** Below the personality's prefix. */
  readonly path: string;
  /** Sent as the provider has it; null = no credential. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** True to read the target of a redirect; otherwise the redirect is read. */
  readonly follows?: boolean;
  /** Sent as JSON, unless it is text already. */
  readonly body?: unknown;
}

/** A mock with every provider API, on a clock that is stopped until it is advanced. */
export interface PersonalityServer {
  readonly url: string;
  /** Calls the mock without a connection. */
  readonly fetch: typeof fetch;
  /** ms since 1970. */
  now(): number;
  advance(ms: number): void;
  call(name: PersonalityName, call: WireCall): Promise<WireResponse>;
  ledger(contains?: string): Promise<LedgerView>;
  describeAccount(settings: object): Promise<void>;
  close(): Promise<void>;
}

/** `real`: on the real clock instead, for clients that wait by themselves; everything takes a twentieth of its time. */
export async function openPersonalityServer(
  clock: 'still' | 'real' = 'still',
): Promise<PersonalityServer> {
  let now = beginning;
  const server = await startMockServer({
    host: '127.0.0.1',
    port: 0,
    speed: clock === 'still' ? 1 : 20,
    seed: 'seed',
    control: true,
    personalities: personalityNames,
    accounts: limitedAccounts,
    now: () => (clock === 'still' ? now : Date.now()),
  });
  const { url } = server;
  return {
    url,
    fetch: server.fetch,
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
    call: (name, call) => callWire(`${url}/${name}${call.path}`, { ...call, wire: name }),
    ledger: async (contains = '') => {
      const response = await fetch(`${url}/_mock/ledger?contains=${encodeURIComponent(contains)}`);
      return readLedger(await response.json());
    },
    describeAccount: async (settings) => {
      const body = JSON.stringify(settings);
      const response = await fetch(`${url}/_mock/accounts`, { method: 'POST', body });
      if (!response.ok) throw new Error(await response.text());
    },
    close: () => server.close(),
  };
}

/** The credential header of each provider. */
export function credentialOf(wire: PersonalityName, key: string): Readonly<Record<string, string>> {
  const forms: Partial<Record<PersonalityName, Readonly<Record<string, string>>>> = {
    fal: { authorization: `Key ${key}:secret` },
    runway: { authorization: `Bearer ${key}`, 'x-runway-version': '2024-11-06' },
    dashscope: { authorization: `Bearer ${key}`, 'x-dashscope-async': 'enable' },
    google: { 'x-goog-api-key': key },
    vidu: { authorization: `Token ${key}` },
  };
  return forms[wire] ?? { authorization: `Bearer ${key}` };
}

/** Sends a call to a whole URL; `wire`: the provider whose form its key has. */
export async function callWire(
  url: string,
  call: Omit<WireCall, 'path'> & { readonly wire?: PersonalityName },
): Promise<WireResponse> {
  const { key = 'key-1', body, wire = 'openai-videos' } = call;
  const isBytes = typeof body === 'string' || body instanceof Uint8Array;
  const text = isBytes ? body : JSON.stringify(body);
  const response = await fetch(url, {
    method: call.method ?? (body === undefined ? 'GET' : 'POST'),
    redirect: call.follows === true ? 'follow' : 'manual',
    headers: { ...(key !== null && credentialOf(wire, key)), ...call.headers },
    ...(text !== undefined && { body: text }),
  });
  const received = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text: received,
    body: json(received),
  };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
