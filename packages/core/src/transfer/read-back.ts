import { canonicalJson, type JsonValue } from '../json/json-value.ts';
import type { StoreRecord } from './store-record.ts';
import type { StoreView } from './store-transfer.ts';

/** Returns the id a person would search for. */
export function recordId(record: StoreRecord): string {
  switch (record.kind) {
    case 'value':
    case 'owner':
      return record.name;
    case 'account':
      return record.account.id;
    case 'api-user':
      return record.id;
    case 'asset':
      return record.asset.id;
    case 'holding':
      return `${record.holding.owner} ${record.holding.sha256}`;
    case 'audit-entry':
      return record.entry.id;
    case 'job':
      return record.job.id;
  }
}

/**
 * Returns a store's data of a record, read through its reader ports, as canonical JSON (RFC 8785): equal texts are
 * equal data. Audit entries are compared page by page instead, since no port finds one.
 */
export async function readBack(view: StoreView, record: StoreRecord): Promise<string> {
  return canonicalJson(toJson(await responsesAbout(view, record)));
}

async function responsesAbout(view: StoreView, record: StoreRecord): Promise<unknown> {
  switch (record.kind) {
    case 'value':
      return view.values.get(record.name);
    case 'owner':
      return Promise.all([view.apiUsers.usage(record.name), view.apiUsers.linkEpoch(record.name)]);
    case 'account':
      return Promise.all([
        view.accounts.find(record.account.id),
        view.accounts.sealedSecret(record.account.id),
      ]);
    case 'api-user':
      return Promise.all([view.apiUsers.find(record.id), view.keyDigest(record.id)]);
    case 'asset':
      return view.assets.find(record.asset.id);
    case 'holding':
      return Promise.all([
        view.assets.holding(record.holding),
        view.assets.heldBytes(record.holding.owner),
      ]);
    case 'audit-entry':
      return null;
    case 'job':
      return responsesAboutJob(view, record.job.id);
  }
}

function responsesAboutJob(view: StoreView, id: string): Promise<unknown> {
  const { reader } = view;
  const seen = [reader.find(id), reader.trail(id), reader.dispatches(id)];
  return Promise.all([...seen, view.keyClaim(id)]);
}

/** Converts to JSON; undefined becomes null. */
export function toJson(value: unknown): JsonValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (Array.isArray(value)) return value.map(toJson);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, toJson(member)]));
}
