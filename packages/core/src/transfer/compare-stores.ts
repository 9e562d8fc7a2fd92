import { canonicalJson } from '../json/json-value.ts';
import type { AuditEntry } from '../ports/admin-access.ts';
import type { Digest } from '../ports/gateway-ports.ts';
import { inBatches } from './in-batches.ts';
import { readBack, recordId, toJson } from './read-back.ts';
import { type RecordCounts, type StoreRecordKind, storeRecordKinds } from './store-record.ts';
import type { StoreExport, StoreView } from './store-transfer.ts';

/** Records read from both stores at a time. */
const recordsAtOnce = 64;
const auditEntriesPerPage = 200;

export type StoreComparison =
  /** `digest`: SHA-256 over everything both returned, kind by kind in one order. */
  | { readonly kind: 'equal'; readonly counts: RecordCounts; readonly digest: string }
  | { readonly kind: 'different'; readonly what: StoreRecordKind; readonly id: string }
  | {
      readonly kind: 'counts-differ';
      readonly what: StoreRecordKind;
      readonly source: number;
      readonly target: number;
    };

export interface CompareStoresInput {
  readonly source: Pick<StoreExport, 'records' | 'view'>;
  readonly target: StoreView;
  readonly digest: Digest;
  /** Called now and then with the number of records compared so far. */
  readonly onLooked: (looked: number) => void;
}

/**
 * Checks that two stores return equal data for every record of the first, and that the second has no more: read again
 * through the ports of both, so that neither the sent nor the intended data is trusted.
 */
export async function compareStores(input: CompareStoresInput): Promise<StoreComparison> {
  const { source, target } = input;
  const [counts, targetCounts] = await Promise.all([source.view.counts(), target.counts()]);
  const wrong = storeRecordKinds.find((kind) => counts[kind] !== targetCounts[kind]);
  if (wrong !== undefined)
    return {
      kind: 'counts-differ',
      what: wrong,
      source: counts[wrong],
      target: targetCounts[wrong],
    };
  const records = await compareRecords(input);
  if (records.kind === 'different') return records;
  const audit = await compareAudit(input);
  if (audit.kind === 'different') return audit;
  const digest = input.digest.sha256(`${records.digest}${audit.digest}`);
  return { kind: 'equal', counts, digest };
}

type Part =
  | { readonly kind: 'same'; readonly digest: string }
  | Extract<StoreComparison, { kind: 'different' }>;

async function compareRecords(input: CompareStoresInput): Promise<Part> {
  const { source, target, digest: hash, onLooked } = input;
  let digest = '';
  let looked = 0;
  for await (const records of inBatches(source.records(null), recordsAtOnce)) {
    const results = await Promise.all(
      records.map(async (record) => {
        const both = [readBack(source.view, record), readBack(target, record)] as const;
        const [here, there] = await Promise.all(both);
        return { record, here, isSame: here === there };
      }),
    );
    const wrong = results.find(({ isSame }) => !isSame)?.record;
    if (wrong !== undefined) return { kind: 'different', what: wrong.kind, id: recordId(wrong) };
    digest = hash.sha256([digest, ...results.map(({ here }) => here)].join('\n'));
    looked += records.length;
    onLooked(looked);
  }
  return { kind: 'same', digest };
}

/** Compares the audit logs, newest first, as an administrator reads them. */
async function compareAudit({ source, target, digest: hash }: CompareStoresInput): Promise<Part> {
  let digest = '';
  let before: string | null = null;
  for (;;) {
    const query: { before: string | null; limit: number } = { before, limit: auditEntriesPerPage };
    const [here, there] = await Promise.all([
      source.view.adminAccess.audit(query),
      target.adminAccess.audit(query),
    ]);
    const wrong = here.find((entry, index) => textOf(entry) !== textOf(there[index]));
    if (wrong !== undefined) return { kind: 'different', what: 'audit-entry', id: wrong.id };
    digest = hash.sha256([digest, ...here.map(textOf)].join('\n'));
    const last = here.at(-1);
    if (last === undefined || here.length < auditEntriesPerPage) return { kind: 'same', digest };
    before = last.id;
  }
}

function textOf(entry: AuditEntry | undefined): string {
  return canonicalJson(toJson(entry));
}
