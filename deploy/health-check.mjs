import { argv, env, exit, stdout } from 'node:process';

/**
 * Asks both listeners of the gateway on this machine whether they are ready, for container engines and scripts.
 * Exits with 0 when both are, with 1 otherwise, and says what it found.
 *
 *     node deploy/health-check.mjs            ready to serve
 *     node deploy/health-check.mjs healthz    alive, even while it drains
 */

const responseTimeoutMs = 5_000;

/** Node resolves a name to any address; a listener bound to one address is reached by that one. */
const everyAddress = new Set(['0.0.0.0', '::', '[::]']);
const host = env['FILMGATE_HOST'] ?? '127.0.0.1';
const called = everyAddress.has(host) ? '127.0.0.1' : host;
const inUrl = called.includes(':') && !called.startsWith('[') ? `[${called}]` : called;
const question = argv[2] ?? 'readyz';

/**
 * @param {string} port
 * @returns {Promise<boolean>}
 */
async function isWell(port) {
  const url = `http://${inUrl}:${port}/${question}`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(responseTimeoutMs) });
    stdout.write(`${url} ${response.status} ${(await response.text()).trim()}\n`);
    return response.ok;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    stdout.write(`${url} ${cause instanceof Error ? cause.message : String(cause)}\n`);
    return false;
  }
}

const ports = [env['FILMGATE_LOCAL_PORT'] ?? '8787', env['FILMGATE_TASKS_PORT'] ?? '8788'];
const responses = await Promise.all(ports.map(isWell));
exit(responses.every(Boolean) ? 0 : 1);
