import type { KeyValueStore } from '@filmgate/core';
import { noteAudit, type OpenState } from './memory-state.ts';

export function createMemoryKeyValueStore(open: OpenState): KeyValueStore {
  return {
    get: async (name) => open().values.get(name),
    putIfAbsent: async (name, value) => {
      const { values } = open();
      const inForce = values.get(name) ?? value;
      values.set(name, inForce);
      return inForce;
    },
    put: async (name, value) => {
      open().values.set(name, value);
    },
    putAll: async (entries) => {
      const { values } = open();
      for (const [name, value] of entries) values.set(name, value);
    },
    putAllIf: async ({ values: entries, expected, ...audited }) => {
      const state = open();
      const { values } = state;
      if (values.get(expected.name) !== expected.value) return false;
      for (const [name, value] of entries) values.set(name, value);
      noteAudit(state, audited);
      return true;
    },
  };
}
