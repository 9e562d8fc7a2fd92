import { z } from 'zod';

const anyJson = z.json();

/** A sample answer of a server under test. */
export async function fetchJson(request: {
  readonly port: number;
  readonly path: string;
  readonly key: string | undefined;
}): Promise<z.infer<typeof anyJson>> {
  const headers = { authorization: `Bearer ${request.key ?? ''}` };
  const response = await fetch(`http://127.0.0.1:${request.port}${request.path}`, { headers });
  if (!response.ok)
    throw new Error(`${request.path} answered ${response.status}: ${await response.text()}`);
  return anyJson.parse(await response.json());
}
