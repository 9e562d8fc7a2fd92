/** One HTTP/1.1 request. */
export interface RequestParts {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly host: string;
  readonly headers: { readonly [name: string]: string };
  /** ASCII. */
  readonly body: string;
}

/** A request with keep-alive as it goes over the wire; its length is stated where it has a body. */
export function requestText({ method, path, host, headers, body }: RequestParts): string {
  const all = body === '' ? headers : { ...headers, 'content-length': String(body.length) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}\r\n${body}`;
}
