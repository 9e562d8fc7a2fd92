import { createHash } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import { composeGateway } from '../../../src/compose.ts';
import { readSettings } from '../../../src/settings/read-settings.ts';
import { watchRoutes } from '../../http/watch-routes.ts';

/** A gateway in its own process that reports its routes, and over a third port how long its loop was blocked. */
const reading = readSettings(process.env);
if (reading.kind === 'refused') throw new Error(reading.problems.join(' '));
const { result: running, apps } = await watchRoutes(() => composeGateway(reading.settings));

setFlagsFromString('--expose-gc');
const collectGarbage = z
  .custom<() => void>((value) => typeof value === 'function')
  .parse(runInNewContext('gc'));

const loop = monitorEventLoopDelay({ resolution: 2 });
loop.enable();
let cpuBefore = process.cpuUsage();

/** Time of some passes over a text of this size, each of them part of reading any JSON body, in ms. */
function passOver(bytes: number): number {
  const text = Buffer.concat([Buffer.from('"'), Buffer.alloc(bytes, 'a'), Buffer.from('"')]);
  const began = performance.now();
  JSON.parse(text.toString('utf8'));
  createHash('sha256').update(text).digest();
  return performance.now() - began;
}

const measurements: ReadonlyMap<string, (query: URLSearchParams) => object> = new Map<
  string,
  (query: URLSearchParams) => object
>([
  [
    '/begin',
    () => {
      collectGarbage();
      cpuBefore = process.cpuUsage();
      loop.reset();
      return { residentBytes: process.memoryUsage.rss() };
    },
  ],
  [
    '/end',
    () => {
      const { user, system } = process.cpuUsage(cpuBefore);
      return { stillMs: loop.max / 1e6, cpuMs: (user + system) / 1000 };
    },
  ],
  ['/pass', (query) => ({ ms: passOver(Number(query.get('bytes'))) })],
]);

const reply: RequestListener = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const reported = measurements.get(pathname)?.(searchParams) ?? { unknown: pathname };
  response.setHeader('connection', 'close').end(JSON.stringify(reported));
};
const probe = createServer(reply).listen(0, '127.0.0.1', () => {
  const address = probe.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const { tasksUrl, localUrl } = running;
  const probeUrl = `http://127.0.0.1:${port}`;
  process.stdout.write(`${JSON.stringify({ tasksUrl, localUrl, probeUrl, apps })}\n`);
});
