import type { KeyValueStore } from '@filmgate/core';
import type { StoreAccess } from '../store/store-access.ts';

/** Small named texts in SQLite, read from memory. */
export function createKeyValueStore(access: StoreAccess): KeyValueStore {
  return {
    get: (name) => access.read(({ values }) => values.get(name)),
    putIfAbsent: (name, value) =>
      access.write(({ values }, batch) => {
        const known = values.get(name);
        if (known !== undefined) return known;
        values.set(batch, name, value);
        return value;
      }),
    put: (name, value) => access.write(({ values }, batch) => values.set(batch, name, value)),
    putAll: (entries) =>
      access.write(({ values }, batch) => {
        for (const [name, value] of entries) values.set(batch, name, value);
      }),
    putAllIf: ({ values: entries, expected, ...audited }) =>
      access.writeAudited(
        audited,
        ({ values }, batch) => {
          if (values.get(expected.name) !== expected.value) return false;
          for (const [name, value] of entries) values.set(batch, name, value);
          return true;
        },
        (isPut) => isPut,
      ),
  };
}
