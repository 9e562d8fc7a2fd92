import * as z from 'zod';

/** One call to a control route of a space. */
export interface ControlCall {
  /** Path below that of the space. */
  readonly path: string;
  /** Query parameters; those without a value are left out. */
  readonly query?: { readonly [name: string]: string | number | boolean | undefined };
  /** Posted as JSON; absent = GET, or `method`. */
  readonly body?: unknown;
  readonly method?: 'GET' | 'DELETE';
  /** Wanted media type; default JSON. */
  readonly accept?: 'application/json' | 'text/plain';
}

/** The control routes of a space. */
export interface SpaceControl {
  /** URL, without a slash at the end. */
  readonly base: string;
  /** The `fetch` for these calls. */
  readonly fetch: typeof fetch;
  /** Token of these routes; absent = none. */
  readonly token?: string | undefined;
}

/**
 * Calls a control route of a mock of this version.
 *
 * @throws Error with the mock's message if it refuses
 */
export async function callControl<Reply>(control: SpaceControl, call: ControlCall): Promise<Reply> {
  return responseSchema<Reply>().parse(JSON.parse(await readControl(control, call)));
}

/**
 * Calls a control route, and returns its response as text.
 *
 * @throws Error with the mock's message if it refuses
 */
export async function readControl(
  { base, fetch: send, token }: SpaceControl,
  { path, query = {}, body, method = 'GET', accept = 'application/json' }: ControlCall,
): Promise<string> {
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
  if (!response.ok) throw new Error(`The mock refused ${path}: ${messageOf(text)}`);
  return text;
}

/** The mock has this version, so its responses match its types. */
function responseSchema<Reply>() {
  return z.custom<Reply>((value) => typeof value === 'object');
}

const refusalSchema = z.object({ error: z.object({ message: z.string() }) });

function messageOf(text: string): string {
  return refusalSchema.parse(JSON.parse(text)).error.message;
}
