import type { KeyValueStore } from '@filmgate/core';
import type { SecretBox } from '@filmgate/runtime-node';

/** Keeps a value sealed in the store unless there is one of this name; gives the one in force, to be parsed. */
export async function keepSealed(
  { values, secretBox }: { readonly values: KeyValueStore; readonly secretBox: SecretBox },
  name: string,
  value: object,
): Promise<unknown> {
  const purpose = `value|${name}`;
  const sealed = await values.putIfAbsent(name, secretBox.seal(purpose, JSON.stringify(value)));
  const opened = secretBox.open(purpose, sealed);
  if (opened.kind === 'refused') {
    throw new Error(`The stored ${name} cannot be opened: ${opened.reason}.`);
  }
  return JSON.parse(opened.plaintext);
}
