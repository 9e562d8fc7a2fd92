import { defineScript, type Script, type ScriptSource } from './script.ts';
import type { ScriptCall } from './script-runner.ts';

/** A script that refers to its keys and arguments in Lua as `K.name` and `A.name`. */
export interface NamedScript<Key extends string, Argument extends string> {
  readonly script: Script;
  /** `more` follows the named ones: keys from `KEYS[MORE_KEYS]` on, arguments from `ARGV[REST]` on. */
  call(
    keys: Readonly<Record<Key, string>>,
    args: Readonly<Record<Argument, string | number>>,
    more?: { readonly keys?: readonly string[]; readonly arguments?: readonly (string | number)[] },
  ): ScriptCall;
}

export interface NamedSource<Key extends string, Argument extends string> extends ScriptSource {
  readonly keys: readonly Key[];
  readonly arguments: readonly Argument[];
}

/** Frames a script whose text refers to keys and arguments by name. */
export function defineNamedScript<Key extends string, Argument extends string>(
  source: NamedSource<Key, Argument>,
): NamedScript<Key, Argument> {
  const { keys, arguments: args, ...rest } = source;
  const names = naming(keys, args);
  const script = defineScript({
    ...rest,
    lua: `${names}${source.lua}`,
    ...(source.show === undefined ? {} : { show: `${names}${source.show}` }),
  });
  return {
    script,
    call: (keyOf, argumentOf, more) => ({
      keys: [...keys.map((key) => keyOf[key]), ...(more?.keys ?? [])],
      args: [...args.map((name) => argumentOf[name]), ...(more?.arguments ?? [])],
    }),
  };
}

function naming(keys: readonly string[], args: readonly string[]): string {
  return `local K = { ${entries(keys, 'KEYS')} }
local A = { ${entries(args, 'ARGV')} }
local MORE_KEYS, REST = ${String(keys.length + 1)}, ${String(args.length + 1)}
`;
}

function entries(names: readonly string[], of: 'KEYS' | 'ARGV'): string {
  return names.map((name, index) => `${name} = ${of}[${String(index + 1)}]`).join(', ');
}
