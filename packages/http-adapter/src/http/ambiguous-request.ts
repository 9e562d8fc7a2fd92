import type { IncomingMessage } from 'node:http';

/**
 * Returns why a request may mean one thing to a proxy before us and another to us, or undefined if it cannot: it names
 * its host more than once (RFC 9112 §3.2), or has an HTTP version whose messages have another form. Node accepts both.
 */
export function ambiguityOf({ rawHeaders, httpVersionMajor }: IncomingMessage): string | undefined {
  if (httpVersionMajor !== 1) return 'The request must use HTTP/1.1 or HTTP/1.0.';
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1 ? 'The request must have exactly one Host header.' : undefined;
}
