import type { Clock } from '../ports/clock.ts';
import type { Digest } from '../ports/gateway-ports.ts';
import { compareStores, type StoreComparison } from './compare-stores.ts';
import { inBatches } from './in-batches.ts';
import {
  type ExportNote,
  exportNoteName,
  exportNoteSchema,
  type ImportNote,
  importNoteName,
  importNoteSchema,
} from './migration-note.ts';
import { storeRecordFormat } from './store-record.ts';
import type { StoreExport, StoreImport } from './store-transfer.ts';

/** Records written between two progress notes: the maximum that a kill may have to write again. */
const recordsPerNote = 256;

export interface MoveProgress {
  readonly phase: 'copying' | 'verifying';
  readonly done: number;
  readonly total: number;
}

export interface MoveStoreInput {
  readonly source: StoreExport;
  readonly target: StoreImport;
  /** The target for a person, for example `redis filmgate`. */
  readonly targetName: string;
  readonly digest: Digest;
  readonly clock: Clock;
  readonly onProgress: (progress: MoveProgress) => void;
  /** Transfers the data kept beside the store, after all records. */
  readonly bringBytes: () => Promise<void>;
  readonly interrupted: AbortSignal;
}

export type MoveStoreResult =
  | Extract<StoreComparison, { kind: 'equal' }>
  /** The target differs from the source; it may not be worked on. */
  | Exclude<StoreComparison, { kind: 'equal' }>
  /** Verified earlier, by a move that is complete. */
  | { readonly kind: 'moved-already' }
  /** The target has data that no move brought, or that a move of another store brought. */
  | { readonly kind: 'target-not-empty' }
  | { readonly kind: 'target-of-another' }
  /** The source was moved elsewhere, to another target. */
  | { readonly kind: 'source-moved'; readonly to: string }
  /** The source was released and the target lost data: a second copy could send again what was sent there (I1). */
  | { readonly kind: 'target-lost' }
  | { readonly kind: 'interrupted' };

/**
 * Brings all data of a store to another, and ends only when both return equal data. After a kill at any instant,
 * another call resumes. Until the last step the target must not be worked on, and from the step before it neither must
 * the source: two stores may never act on one job at once, which would pay for it twice (I1).
 */
export async function moveStore(input: MoveStoreInput): Promise<MoveStoreResult> {
  const begun = await begin(input);
  if (begun.kind !== 'go-on' && begun.kind !== 'let-go') return begun;
  if (begun.kind === 'go-on' && !(await copy(input, begun.note))) return { kind: 'interrupted' };
  await input.bringBytes();
  if (input.interrupted.aborted) return { kind: 'interrupted' };
  const compared = await compare(input);
  if (compared.kind !== 'equal')
    return begun.kind === 'let-go' ? { kind: 'target-lost' } : compared;
  await conclude(input);
  return compared;
}

type Begun =
  | MoveStoreResult
  | { readonly kind: 'go-on'; readonly note: ImportNote }
  /** Killed after the step in which the source was released: everything must be in the target. */
  | { readonly kind: 'let-go' };

async function begin(input: MoveStoreInput): Promise<Begun> {
  const { source, target, targetName } = input;
  const own: ImportNote = {
    state: 'under-way',
    format: storeRecordFormat,
    source: source.identity,
    opening: source.opening,
    cursor: null,
  };
  const moved = await movedTo(input);
  if (moved !== undefined && moved !== targetName) return { kind: 'source-moved', to: moved };
  const outcome = await target.begin(named(own));
  if (outcome.kind === 'not-empty') return { kind: 'target-not-empty' };
  if (outcome.kind === 'begun')
    return moved === undefined ? { kind: 'go-on', note: own } : { kind: 'target-lost' };
  const found = importNoteSchema.parse(JSON.parse(outcome.text));
  if (found.source !== source.identity) return { kind: 'target-of-another' };
  if (found.state === 'complete')
    return { kind: moved === undefined ? 'target-not-empty' : 'moved-already' };
  if (moved !== undefined) return { kind: 'let-go' };
  const isAsItWas = found.opening === own.opening && found.format === own.format;
  if (isAsItWas) return { kind: 'go-on', note: found };
  // A program worked on the source since: the copy may be out of date.
  await target.startOver(named(own));
  return { kind: 'go-on', note: own };
}

async function movedTo({ source }: MoveStoreInput): Promise<string | undefined> {
  const text = await source.view.values.get(exportNoteName);
  if (text === undefined) return undefined;
  const { state, to } = exportNoteSchema.parse(JSON.parse(text));
  return state === 'moved' ? to : undefined;
}

/** False when it was interrupted. */
async function copy(input: MoveStoreInput, { cursor, ...note }: ImportNote): Promise<boolean> {
  const { source, target, onProgress, interrupted } = input;
  const total = await totalOf(input);
  let done = sumOf(await target.view.counts());
  for await (const records of inBatches(source.records(cursor), recordsPerNote)) {
    if (interrupted.aborted) return false;
    await target.write(records);
    const last = records.at(-1);
    if (last === undefined) break;
    const position = { kind: last.kind, order: last.order };
    await target.note(named({ ...note, cursor: position }));
    done = Math.min(total, done + records.length);
    onProgress({ phase: 'copying', done, total });
  }
  return true;
}

async function compare(input: MoveStoreInput): Promise<StoreComparison> {
  const { source, target, digest, onProgress } = input;
  const total = await totalOf(input);
  const onLooked = (done: number) => onProgress({ phase: 'verifying', done, total });
  return compareStores({ source, target: target.view, digest, onLooked });
}

/**
 * Writes the baseline of the present content; then releases the source, and then frees the target: killed between the
 * two, neither is worked on.
 */
async function conclude({ source, target, targetName, clock }: MoveStoreInput): Promise<void> {
  await target.keepBaseline();
  const gone: ExportNote = { state: 'moved', to: targetName, at: clock.now() };
  await source.conclude(exportNoteName, JSON.stringify(gone));
  const { identity, opening } = source;
  const complete = { state: 'complete', format: storeRecordFormat, cursor: null } as const;
  await target.note(named({ ...complete, source: identity, opening }));
}

async function totalOf({ source }: MoveStoreInput): Promise<number> {
  return sumOf(await source.view.counts());
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function named(note: ImportNote) {
  return { name: importNoteName, text: JSON.stringify(note) };
}
