import { Agent, request } from 'undici';

const connections = 64;

/** Sends one GET over a few connections that are kept open, as a provider is polled. */
export function askOverHttp(port: number): () => Promise<void> {
  const agent = new Agent({ connections });
  const url = `http://127.0.0.1:${port}/`;
  return async () => {
    const { body } = await request(url, { dispatcher: agent });
    await body.dump();
  };
}
