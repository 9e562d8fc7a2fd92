import type { IncomingMessage } from 'node:http';

/** Returns the headers of a call that a relay passes on: those of its connection and its length are its own. */
export function headersOf({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  const own = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive'];
  const passed = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && !own.includes(name) ? [[name, value] as const] : [],
  );
  return Object.fromEntries(passed);
}
