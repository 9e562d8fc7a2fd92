import { blockProviders, startMock } from '@filmgate/upstream-mock';
import { type Client, clients } from './clients.ts';

/** Cost of one create call with the official clients when its response does not arrive intact. */

/** Faults; each affects every response of the mock until the client stops. */
const faults = [
  { name: 'response lost', token: 'lost-response' },
  { name: '500 after acceptance', token: 'response=500' },
  { name: 'half a response', token: 'response=garbled' },
] as const;
type Fault = (typeof faults)[number];

interface Outcome {
  readonly jobs: number;
  readonly credits: number;
  readonly saw: string;
}

const mock = await startMock();
// No client calls its provider by mistake.
const unblock = blockProviders();

async function crash(client: Client, fault: Fault): Promise<Outcome> {
  const space = mock.space();
  const prompt = `a kite over the dunes [[mock:${fault.token}]]`;
  const saw = await client.create(space, prompt).then(
    () => 'a result',
    (error: unknown) => (error instanceof Error ? error.constructor.name : String(error)),
  );
  const { accepted, charged_credits } = space.ledger();
  return { jobs: accepted, credits: charged_credits, saw };
}

const price = 8;
process.stdout.write(`One create call of one video for ${price} credits, and what it cost:\n\n`);
const columns = [18, 44] as const;
const row = (name: string, cells: readonly string[]) => {
  const line = cells.map((cell) => cell.padEnd(columns[1])).join('');
  process.stdout.write(`${name.padEnd(columns[0])}${line.trimEnd()}\n`);
};
row(
  '',
  faults.map(({ name }) => name),
);
const rows = clients.map(async (client) => ({
  client,
  outcomes: await Promise.all(faults.map((fault) => crash(client, fault))),
}));
for (const pending of rows) {
  const { client, outcomes } = await pending;
  const cells = outcomes.map(
    ({ jobs, credits, saw }) => `${jobs} paid, ${credits} credits, ${saw}`,
  );
  row(client.name, cells);
}
unblock();
await mock.close();
