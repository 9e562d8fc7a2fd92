import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MockServer, startMockServer } from '../../../src/server/mock-server.ts';
import type { Verdict } from '../../../src/verdict/verdict.ts';
import { factsOf } from '@filmgate/provider-facts';
import { personalityNames } from '../../../src/wires/personality-names.ts';
import { beginning } from '../../support/open-world.ts';
import { wireHabits } from '../../support/personalities/wire-habits.ts';
import { WireClient } from '../../support/verdict/wire-client.ts';

let server: MockServer;
let now = beginning;
let spaces = 0;
beforeAll(async () => {
  const listen = { host: '127.0.0.1', port: 0, control: true, personalities: personalityNames };
  server = await startMockServer({ ...listen, speed: 1, seed: 'seed', now: () => now });
});
afterAll(() => server.close());

/** APIs of both kinds: with a list, and without. Inline videos are no downloads of their own. */
const wires = wireHabits.filter(({ title, hasOwnIds }) => !hasOwnIds && title === undefined);

/** What happens to a submission. Accepted, and the response is lost, unclear, or never awaited; or not accepted. */
const ends = ['complete', 'lost', 'unclear', 'hung-up', 'never-arrived', 'refused'] as const;
type End = (typeof ends)[number];
const isUnclear = (end: End) => end === 'lost' || end === 'unclear' || end === 'hung-up';

/** Reaction of a client to a submission without a complete response. */
const reactions = ['same', 'key', 'account', 'words', 'look', 'abandon'] as const;
type Reaction = (typeof reactions)[number];

interface Try {
  readonly end: End;
  readonly reaction: Reaction;
}

/** One wish: submissions until one is complete or the client does something else, and the fate of a known job. */
interface Wish {
  readonly tries: readonly Try[];
  readonly isTaken: boolean;
  /** True to want the same as the wish before. */
  readonly isEqual: boolean;
}

const wish: fc.Arbitrary<Wish> = fc.record({
  tries: fc.array(
    fc.record({ end: fc.constantFrom(...ends), reaction: fc.constantFrom(...reactions) }),
    { minLength: 1, maxLength: 4 },
  ),
  isTaken: fc.boolean(),
  isEqual: fc.boolean(),
});

/** What a client did, as the client itself knows it. */
interface Deeds {
  accepted: number;
  taken: number;
  /** Acceptances of the same content over the same account after an unclear one that was not settled. */
  repeats: number;
  /** Those that changed the key, the account or the words. */
  changed: number;
  /** Jobs that were abandoned although their id was known. */
  forgotten: number;
}

const faults: { readonly [end in End]: string } = {
  complete: '',
  lost: 'lost-response,',
  unclear: 'response=500,',
  'hung-up': 'response=hang:1h,',
  'never-arrived': 'lost-request,',
  refused: 'refuse=429,',
};

class KnownClient {
  readonly deeds: Deeds = { accepted: 0, taken: 0, repeats: 0, changed: 0, forgotten: 0 };
  readonly #client: WireClient;
  #keys = 0;
  /** True after an unclear response to an accepted job that nothing settled. */
  #isOpen = false;
  #isLeft = false;

  constructor(client: WireClient) {
    this.#client = client;
  }

  /** True if an unclear response to the latest wish was neither settled nor followed by the same submission. */
  get isUnsettled(): boolean {
    return this.#isOpen || this.#isLeft;
  }

  async fulfil({ tries, isTaken }: Wish, words: string): Promise<void> {
    let change: Reaction = 'same';
    let [prompt, key] = [words, 'key-1'];
    let headers = {};
    this.#isOpen = false;
    this.#isLeft = false;
    for (const { end, reaction } of tries) {
      const id = await this.#send({ end, prompt, key, headers });
      if (end !== 'never-arrived' && end !== 'refused') this.#pays(change, isUnclear(end));
      if (id !== undefined) return this.#end(id, key, isTaken);
      if (reaction === 'abandon') return;
      if (reaction === 'look') {
        if (!isUnclear(end) || !(await this.#client.look({ key }))) return;
        this.#isOpen = false;
        return this.#end(String(this.#client.ledger().at(-1)?.id), key, isTaken);
      }
      if (isUnclear(end) || reaction !== 'same') change = reaction;
      if (reaction === 'words') prompt = `${prompt}, again`;
      if (reaction === 'account') key = `${key}x`;
      // A key of its own for each attempt: a used one would name the work.
      if (reaction === 'key' || Object.keys(headers).length > 0) {
        this.#keys += 1;
        headers = { 'idempotency-key': `${words} ${this.#keys}` };
        if (reaction === 'same') change = 'key';
      }
    }
  }

  #pays(change: Reaction, isOpen: boolean): void {
    this.deeds.accepted += 1;
    if (this.#isOpen && change === 'same') this.deeds.repeats += 1;
    if (this.#isOpen && change !== 'same') {
      this.deeds.changed += 1;
      this.#isLeft = true;
    }
    this.#isOpen = isOpen;
  }

  async #send(given: {
    readonly end: End;
    readonly prompt: string;
    readonly key: string;
    readonly headers: Readonly<Record<string, string>>;
  }): Promise<string | undefined> {
    const { end, key, headers } = given;
    const prompt = `${given.prompt} [[mock:${faults[end]}queue=0s,run=0s]]`;
    // Longer than any wait that an API asks for.
    now += 120_000;
    if (end === 'hung-up') await this.#client.hangUp(prompt, { key, headers });
    return end === 'hung-up' ? undefined : await this.#client.submit(prompt, { key, headers });
  }

  async #end(id: string, key: string, isTaken: boolean): Promise<void> {
    if (isTaken) {
      await this.#client.take(id, { key });
      this.deeds.taken += 1;
    } else this.deeds.forgotten += 1;
  }
}

function codesOf({ findings }: Verdict, code: string) {
  return findings.filter((found) => found.code === code);
}

/** The parts of a verdict that follow from the deeds. */
function expectDeeds(
  verdict: Verdict,
  { accepted, taken, repeats, changed, forgotten }: Deeds,
  price: number,
): void {
  const wasted = verdict.findings.reduce((sum, { credits_wasted: credits }) => sum + credits, 0);
  expect(wasted, 'credits').toBe(price * (accepted - taken));
  const isWrong = accepted > taken || repeats + changed > 0;
  expect(verdict.outcome, JSON.stringify(verdict)).toBe(isWrong ? 'found' : 'clean');
  expect(codesOf(verdict, 'paid-twice').length > 0, 'paid-twice').toBe(repeats > 0);
  const known = codesOf(verdict, 'gave-up').length;
  expect(known, 'gave-up').toBeLessThanOrEqual(forgotten);
}

const wireOf = fc.constantFrom(...wires.map(({ name }) => name));

function openClient(name: string): WireClient {
  const wire = wires.find((one) => one.name === name);
  if (wire === undefined) throw new Error(`no wire ${name}`);
  spaces += 1;
  return new WireClient(server, `client-${spaces}`, wire);
}

const runs = [
  { count: 40, tags: ['sampled'] },
  { count: 300, tags: ['long'] },
];

it.each(runs)(
  '[mock.verdict.deeds] the verdict on $count random clients of shared spaces is what they did',
  { timeout: 300_000 },
  async ({ count }) => {
    await fc.assert(
      fc.asyncProperty(
        wireOf,
        fc.array(wish, { minLength: 1, maxLength: 4 }),
        async (wire, all) => {
          const client = openClient(wire);
          const known = new KnownClient(client);
          let words = 'a kite';
          for (const [index, one] of all.entries()) {
            // Nobody can see whether the same work after an unclear response is wanted once more.
            if (!one.isEqual || known.isUnsettled || client.ledger().length === 0)
              words = `kite ${index}`;
            await known.fulfil(one, words);
          }
          const price = client.ledger()[0]?.charged_credits ?? 0;
          const verdict = await client.verdict();
          expectDeeds(verdict, known.deeds, price);
          const { repeats, changed } = known.deeds;
          expect(codesOf(verdict, 'paid-again')).toEqual([]);
          if (repeats + changed === 0)
            expect(lostBy(verdict, 'client')).toBeLessThanOrEqual(all.length);
          if (factsOf(wire)?.lookup !== 'none') expect(lostBy(verdict, 'wire')).toBe(0);
        },
      ),
      { numRuns: count },
    );
  },
);

it.each(runs)(
  '[mock.verdict.deeds] the verdict on $count random clients with a space for each test is what they did',
  { timeout: 300_000 },
  async ({ count }) => {
    await fc.assert(
      fc.asyncProperty(wireOf, wish, async (wire, one) => {
        const client = openClient(wire);
        const known = new KnownClient(client);
        await known.fulfil(one, 'a kite');
        const price = client.ledger()[0]?.charged_credits ?? 0;
        const verdict = await client.verdict('?single_test=true');
        const { accepted, changed } = known.deeds;
        expectDeeds(verdict, known.deeds, price);
        expect(codesOf(verdict, 'paid-again').length, 'paid-again').toBe(changed);
        const counted = await client.verdict('?jobs=1');
        expect(codesOf(counted, 'paid-twice').length > 0).toBe(accepted > 1);
        expect(codesOf(counted, 'missing-job').length > 0).toBe(accepted === 0);
        expect(counted.outcome === 'clean').toBe(accepted === 1 && known.deeds.taken === 1);
      }),
      { numRuns: count },
    );
  },
);

function lostBy(verdict: Verdict, by: string): number {
  return codesOf(verdict, 'lost-film').filter((found) => found.by === by).length;
}
