/** A sample answer of a server under test. */
export async function fetchJson(request: {
  readonly port: number;
  readonly path: string;
  readonly key: string | undefined;
}): Promise<unknown> {
  const headers = { authorization: `Bearer ${request.key ?? ''}` };
  const response = await fetch(`http://127.0.0.1:${request.port}${request.path}`, { headers });
  if (!response.ok)
    throw new Error(`${request.path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
