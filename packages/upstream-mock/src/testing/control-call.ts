import * as z from 'zod';

/** One call to a control route of a space. */
export interface ControlCall {
  /** Query parameters; those without a value are left out. */
  readonly query?: { readonly [name: string]: string | number | boolean | undefined };
  /** Posted as JSON; absent = GET, or `method`. */
  readonly body?: unknown;
  readonly method?: 'GET' | 'DELETE';
  /** Wanted media type; default JSON. A text is returned as it is. */
  readonly accept?: 'application/json' | 'text/plain';
}

/**
 * Calls a control route of a space at a mock of this version, by the path below that of the space.
 *
 * @throws Error with the mock's message if it refuses
 */
export type CallControl = <Reply>(path: string, call?: ControlCall) => Promise<Reply>;

/** @param base - URL of the control routes, without a slash at the end */
export function createControl(
  base: string,
  send: typeof fetch,
  token: string | undefined,
): CallControl {
  return async <Reply>(
    path: string,
    { query = {}, body, method = 'GET', accept = 'application/json' }: ControlCall = {},
  ) => {
    const url = new URL(`${base}/${path}`);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const headers = {
      accept,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const sent = body === undefined ? { method } : { method: 'POST', body: JSON.stringify(body) };
    const response = await send(url, { ...sent, headers });
    const text = await response.text();
    if (!response.ok) {
      const { error } = refusalSchema.parse(JSON.parse(text));
      throw new Error(`The mock refused ${path}: ${error.message}`);
    }
    // The mock has this version, so its responses match its types.
    return z.custom<Reply>().parse(accept === 'text/plain' ? text : JSON.parse(text));
  };
}

const refusalSchema = z.object({ error: z.object({ message: z.string() }) });
