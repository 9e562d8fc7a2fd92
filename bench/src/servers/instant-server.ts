import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { programArgument, programParent } from '../harness/child-program.ts';
import { addApiUser, serviceKey, startGatewayOn } from '../world/bench-gateway.ts';
import { createInstantProvider, withProvider } from '../world/instant-provider.ts';
import { renderSmallVideos } from '../world/small-videos.ts';
import { instantArgument, type InstantGreeting } from './messages.ts';

/** Program: the whole gateway, its runner at work, on a provider that finishes at once. */

const { directory, providerPort, differentResults } = instantArgument.parse(programArgument());

/** Sends each submission over a new connection that is used once, as a provider client has to. */
async function post(port: number, prompt: string): Promise<void> {
  const body = JSON.stringify({ model: 'vid-1', messages: [{ role: 'user', content: prompt }] });
  const sent = request({
    host: '127.0.0.1',
    port,
    path: '/v1/chat/completions',
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  });
  const arrival = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
  });
  sent.end(body);
  await json(await arrival);
}

let submissions = 0;
const upstream = createInstantProvider({
  videos: await renderSmallVideos(),
  nameResult(correlationId) {
    submissions += 1;
    return differentResults === undefined
      ? correlationId
      : `result ${submissions % differentResults}`;
  },
  send: async (prompt) => {
    if (providerPort !== undefined) await post(providerPort, prompt);
  },
});
const starting = startGatewayOn({ directory }, (ports) => withProvider(ports, upstream));
const parent = programParent(async () => (await starting).running.stop());
const gateway = await starting;
parent.onMessage(() => {
  const { heapUsed, external } = process.memoryUsage();
  parent.send({ heapBytes: heapUsed + external });
});
const { key: userKey } = await addApiUser(gateway, 'load');
const { port: tasksPort, localPort } = gateway;
const greeting: InstantGreeting = { tasksPort, localPort, userKey, serviceKey };
parent.send(greeting);
