export type CallHeaders = Readonly<Record<string, string>>;

/** A client's view of a call: `lost` if the connection ended without a response. */
export interface WireResponse {
  readonly status: number | 'lost';
  readonly body: unknown;
  readonly text: string;
}

/** One call, which a client of the simplest kind makes: no repeats, no redirects. */
export async function send(
  url: string,
  given: { readonly method?: string; readonly body?: unknown; readonly headers: CallHeaders },
): Promise<WireResponse> {
  const { body, headers } = given;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  try {
    const response = await fetch(url, {
      method: given.method ?? (body === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers,
      ...(text !== undefined && { body: text }),
    });
    const received = await response.text();
    return { status: response.status, body: json(received), text: received };
  } catch {
    return { status: 'lost', body: undefined, text: '' };
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
