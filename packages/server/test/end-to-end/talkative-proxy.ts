import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { OperatorEndpoint } from '../http/personality-endpoints.ts';

/** A provider that puts into each of its messages secrets, and everything that it received and sent. */
export interface TalkativeProxy {
  readonly url: string;
  /** Credentials received: keys and signed tokens. */
  readonly credentials: ReadonlySet<string>;
  /** Signatures of the URLs received at which it may call back. */
  readonly noticeTokens: ReadonlySet<string>;
  /** Signatures of the links it sent. */
  readonly signatures: ReadonlySet<string>;
  close(): Promise<void>;
}

/** Fields with messages of providers for people. */
const messageFields: ReadonlySet<string> = new Set(['message', 'detail']);

/** Starts it in front of a mock that speaks the protocols of providers. */
export async function startTalkativeProxy(
  mockUrl: string,
  endpoints: readonly OperatorEndpoint[],
): Promise<TalkativeProxy> {
  const [credentials, signatures] = [new Set<string>(), new Set<string>()];
  const noticeTokens = new Set<string>();
  const server = createServer((incoming, outgoing) => {
    const token = credentialIn(incoming);
    if (token !== '') credentials.add(token);
    const own = new Set<string>();
    noteTokens(incoming, own);
    const onward = request(mockUrl + (incoming.url ?? ''), {
      method: incoming.method,
      headers: incoming.headers,
      agent: false,
    });
    onward.on('error', () => outgoing.destroy());
    onward.on('response', (response) => {
      pass(response, outgoing, (text) => {
        const links = `${text} ${response.headers.location ?? ''}`;
        for (const [, found] of links.matchAll(/signature=([0-9a-f]+)/g))
          if (found !== undefined) signatures.add(found);
        for (const found of own) noticeTokens.add(found);
        return talkative(
          text,
          [token, ...secretsOf(token, endpoints), ...[...own].map((one) => `job~${one}`)],
          signatures,
        );
      }).catch(() => outgoing.destroy());
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    credentials,
    signatures,
    noticeTokens,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns the credential of a request, without the name of its scheme. */
function credentialIn({ headers }: IncomingMessage): string {
  const shown = headers.authorization ?? headers['x-goog-api-key'] ?? headers['x-api-key'] ?? '';
  return String(shown).replace(/^(?:Bearer|Key|Token) /, '');
}

/** Collects the signatures of the notice URLs in path and body of a request. */
function noteTokens(incoming: IncomingMessage, tokens: Set<string>): void {
  const note = (text: string): void => {
    for (const [, found] of text.matchAll(/\/notices\/[\w.~]+~([\w-]{43})/g))
      if (found !== undefined) tokens.add(found);
  };
  note(decodeURIComponent(incoming.url ?? ''));
  let body = '';
  incoming.on('data', (piece: Buffer) => {
    body += piece.toString('latin1');
  });
  incoming.on('end', () => note(body));
}

async function pass(
  response: IncomingMessage,
  outgoing: ServerResponse,
  change: (text: string) => string,
): Promise<void> {
  const bytes = await buffer(response);
  const isText = !(response.headers['content-type'] ?? '').startsWith('video/');
  const { 'content-length': _length, 'transfer-encoding': _coding, ...headers } = response.headers;
  outgoing.writeHead(response.statusCode ?? 500, headers);
  outgoing.end(isText ? change(bytes.toString()) : bytes);
}

/** Secrets that the provider knows of the account with this credential. */
function secretsOf(token: string, endpoints: readonly OperatorEndpoint[]): readonly string[] {
  const endpoint = endpoints.find(({ secrets }) =>
    Object.values(secrets).some(
      (secret) => token === secret || Buffer.from(token, 'base64').toString().includes(secret),
    ),
  );
  return Object.values(endpoint?.secrets ?? {});
}

function talkative(
  text: string,
  secrets: readonly string[],
  signatures: ReadonlySet<string>,
): string {
  const links = [...secrets, ...signatures].map(
    (secret) => `https://films.example.com/f.mp4?signature=${secret}`,
  );
  const gossip = ` to ${[...secrets, ...links].join(' or ')}`;
  try {
    const said: unknown = JSON.parse(text);
    return JSON.stringify(said, (name, value: unknown) =>
      messageFields.has(name) && typeof value === 'string' ? value + gossip : value,
    );
  } catch {
    return text + gossip;
  }
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}
