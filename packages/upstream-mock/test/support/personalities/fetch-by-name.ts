import { once } from 'node:events';
import { type IncomingMessage, request as sendRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';

/**
 * A `fetch` whose calls all reach the server at `url`, under their original host name, as with a name server or a
 * proxy. The platform's own `fetch` does not allow that.
 */
export function fetchByName(url: string): typeof fetch {
  return async (wanted, init) => {
    const call = new Request(wanted, init);
    const { host, pathname, search } = new URL(call.url);
    const { method, signal } = call;
    const headers = { ...Object.fromEntries(call.headers), host };
    const sent = sendRequest(`${url}${pathname}${search}`, { method, headers, signal });
    sent.end(new Uint8Array(await call.arrayBuffer()));
    const [response]: IncomingMessage[] = await once(sent, 'response');
    if (response === undefined) throw new Error('There was no response.');
    const reported = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
    const status = response.statusCode ?? 500;
    return new Response(await buffer(response), { status, headers: Object.fromEntries(reported) });
  };
}
