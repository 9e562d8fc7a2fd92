import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { type BlobStore, StorageUnavailable } from '@filmgate/core';
import { createFileBlobs } from '@filmgate/storage-files';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FileCall, SimulatedDisk } from './file-system.ts';
import { createSeededTiming, type SeededTiming } from './seeded-timing.ts';

/** Blobs, by number; long enough that half of one cannot be mistaken for another. */
const contents = [11, 22, 33, 44].map((byte) => new Uint8Array(500).fill(byte));
const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const directory = '/data/results';
/** Distance of rounds, in ms: writes of one are old in the next. */
const roundMs = 10_000;

type Act =
  | { readonly kind: 'keep'; readonly content: number }
  | { readonly kind: 'remove'; readonly content: number }
  | { readonly kind: 'sweep' };

interface Round {
  /** Executed concurrently. */
  readonly acts: readonly Act[];
  readonly end: 'go-on' | 'kill' | 'cut';
  /** Maximum number of system calls before the end of the round. */
  readonly endsAfter: number;
  /** Share of the unsynced names that are on the disk all the same. */
  readonly share: number;
}

interface Plan {
  readonly seed: number;
  readonly rounds: readonly Round[];
  /** Calls that fail, by kind and number; each once. */
  readonly faults: readonly { readonly kind: FileCall['kind']; readonly nth: number }[];
  readonly capacity: number;
}

/** A blob store on a disk, and its promises. */
class DiskHistory {
  readonly timing: SeededTiming;
  readonly disk: SimulatedDisk;
  readonly kept = new Set<number>();
  readonly #plan: Plan;
  readonly #counts = new Map<FileCall['kind'], number>();
  #calls = 0;
  #endsAt = Infinity;
  #whenOver: () => void = () => undefined;
  #isCalm = false;
  now = 1_750_000_000_000;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.timing = createSeededTiming(plan.seed);
    this.disk = new SimulatedDisk({
      now: () => this.now,
      capacity: plan.capacity,
      folders: ['/data'],
      hop: () => new Promise((resolve) => this.timing.defer(resolve)),
      fault: (call) => this.#check(call),
    });
  }

  /** Opens the store, with retries while calls fail. */
  async open(): Promise<BlobStore> {
    for (;;) {
      const { fileSystem, processes } = this.disk.boot();
      const opening = createFileBlobs({ directory, fileSystem, processes });
      const opened = await this.timing.until(opening.catch(refused));
      if (opened !== 'refused') return opened;
    }
  }

  async play(round: Round): Promise<void> {
    this.#isCalm = false;
    const blobs = await this.open();
    this.now += roundMs;
    const over = new Promise<'over'>((resolve) => {
      this.#whenOver = () => {
        this.#endsAt = Infinity;
        if (round.end === 'kill') this.disk.kill();
        else this.disk.cutPower(round.share);
        resolve('over');
      };
    });
    this.#endsAt = round.end === 'go-on' ? Infinity : this.#calls + round.endsAfter;
    const fresh = new Set<number>();
    const acts = Promise.all(round.acts.map((act) => this.#perform(blobs, act, fresh)));
    const outcome = await this.timing.until(Promise.race([acts, over]));
    if (outcome !== 'over' && round.end !== 'go-on') this.#whenOver();
    for (const content of fresh) this.kept.add(content);
    this.#isCalm = true;
    await this.expectPromisesKept();
  }

  /** Checks that every promised blob is present and complete, and none is half-written. */
  async expectPromisesKept(): Promise<void> {
    const blobs = await this.open();
    for (const content of this.kept) {
      const bytes = contents[content] ?? new Uint8Array();
      const read = await this.timing.until(readWhole(blobs, digestOf(bytes)));
      expect([content, read === undefined ? undefined : digestOf(read)]).toEqual([
        content,
        digestOf(bytes),
      ]);
    }
    for (const { path, bytes } of this.disk.files()) {
      if (/^[0-9a-f]{64}$/.test(basename(path))) expect(digestOf(bytes)).toBe(basename(path));
    }
  }

  async #perform(blobs: BlobStore, act: Act, fresh: Set<number>): Promise<void> {
    // Files of an earlier round are old; those of this one are not.
    const writtenBefore = this.now - roundMs / 2;
    if (act.kind === 'sweep') {
      const page = { writtenBefore, after: null, limit: 10 };
      await blobs.sweepCandidates(page).catch(refused);
      return;
    }
    const bytes = contents[act.content] ?? new Uint8Array();
    if (act.kind === 'remove') {
      this.kept.delete(act.content);
      await blobs.remove(digestOf(bytes), { writtenBefore }).catch(refused);
      return;
    }
    const input = { source: pieces(bytes), maxBytes: 1_000, expectedBytes: null };
    const staged = await blobs.stage(input).catch(refused);
    if (staged === 'refused' || staged.kind !== 'staged') return;
    const outcome = await blobs.commit(staged.blob).catch(refused);
    if (outcome !== 'refused') fresh.add(act.content);
  }

  #check(call: FileCall): 'EIO' | undefined {
    this.#calls += 1;
    if (this.#calls >= this.#endsAt) this.#whenOver();
    if (this.#isCalm) return undefined;
    const nth = this.#counts.get(call.kind) ?? 0;
    this.#counts.set(call.kind, nth + 1);
    return this.#plan.faults.some((fault) => fault.kind === call.kind && fault.nth === nth)
      ? 'EIO'
      : undefined;
  }
}

/** The store may refuse any call while the disk fails, but only with its own errors. */
function refused(error: unknown): 'refused' {
  expect(error).toBeInstanceOf(StorageUnavailable);
  return 'refused';
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 200) yield bytes.subarray(at, at + 200);
}

async function readWhole(blobs: BlobStore, sha256: string): Promise<Uint8Array | undefined> {
  const blob = await blobs.open(sha256);
  if (blob === undefined) return undefined;
  const bytes = new Uint8Array(blob.size);
  await blob.readInto(bytes, 0);
  await blob.close();
  return bytes;
}

const arbitraryAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('keep'), content: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove'), content: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'sweep' }) },
);

const arbitraryPlan: fc.Arbitrary<Plan> = fc.record({
  seed: fc.nat(),
  rounds: fc.array(
    fc.record({
      acts: fc.array(arbitraryAct, { minLength: 1, maxLength: 5 }),
      end: fc.constantFrom('go-on', 'kill', 'cut'),
      endsAfter: fc.integer({ min: 1, max: 60 }),
      share: fc.constantFrom(0, 0, 0.5, 1),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  faults: fc.array(
    fc.record({
      kind: fc.constantFrom('write', 'sync', 'sync', 'rename', 'unlink', 'mkdir'),
      nth: fc.nat(12),
    }),
    { maxLength: 3 },
  ),
  capacity: fc.constantFrom(Infinity, Infinity, 700, 1_300, 1_900),
});

/** Number of plans; a larger number searches for new ones. */
const plans = Number(process.env['DISK_HISTORIES'] ?? '300');

async function play(plan: Plan): Promise<void> {
  const history = new DiskHistory(plan);
  for (const round of plan.rounds) await history.play(round);
}

describe('the blob store on a disk that fails, fills and loses what was not synced', () => {
  it('[files.power-loss] keeps every blob it promised to keep, and shows none half-written', async () => {
    await fc.assert(fc.asyncProperty(arbitraryPlan, play), { seed: 1, numRuns: plans });
  }, 60_000);

  /** An old blob is removed and stored again at once; the round may end before both are done. */
  const keptAgain = (end: Round['end'], endsAfter: number): readonly Round[] => [
    { acts: [{ kind: 'keep', content: 0 }], end: 'go-on', endsAfter: 0, share: 0 },
    {
      acts: [
        { kind: 'remove', content: 0 },
        { kind: 'keep', content: 0 },
      ],
      end,
      endsAfter,
      share: 1,
    },
  ];
  const undisturbed = { faults: [], capacity: Infinity };

  it('[files.kept-again] keeps what was kept again while it was being removed', async () => {
    for (let seed = 0; seed < 100; seed += 1) {
      await play({ seed, rounds: keptAgain('go-on', 0), ...undisturbed });
    }
  }, 60_000);

  it.each(['kill', 'cut'] as const)(
    '[files.kept-again] keeps it also when a %s ends both anywhere',
    async (end) => {
      for (let endsAfter = 12; endsAfter < 24; endsAfter += 1) {
        for (let seed = 0; seed < 12; seed += 1)
          await play({ seed, rounds: keptAgain(end, endsAfter), ...undisturbed });
      }
    },
    60_000,
  );
});
