import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkDefinition, isDefinition, type ProviderDefinition } from '@filmgate/upstream-http';

/**
 * Loads the provider definitions that the modules of `FILMGATE_PROVIDER_MODULES` export, under any name. The code runs
 * with the rights of the gateway.
 *
 * @param paths relative ones from the working directory
 * @throws Error with a sentence for the operator that names the module
 */
export async function loadProviderModules(
  paths: readonly string[],
): Promise<readonly ProviderDefinition[]> {
  const definitions: ProviderDefinition[] = [];
  for (const path of paths) definitions.push(...(await loadModule(path)));
  return definitions;
}

async function loadModule(path: string): Promise<readonly ProviderDefinition[]> {
  const fail = (reason: string, cause?: unknown) =>
    new Error(`FILMGATE_PROVIDER_MODULES ${path} ${reason}`, { cause });
  const file = resolve(path);
  if (!existsSync(file)) throw fail('does not exist.');
  const loaded: unknown = await import(/* @vite-ignore */ pathToFileURL(file).href).catch(
    (error: unknown) => {
      throw fail(`cannot be loaded: ${messageOf(error)}`, error);
    },
  );
  // `export default` of a definition that has a name too is one definition.
  const exported: readonly unknown[] = isObject(loaded) ? Object.values(loaded) : [];
  const definitions = [...new Set(exported)].filter(isDefinition);
  if (definitions.length === 0)
    throw fail('exports no provider: an object with a protocol and a function describe.');
  for (const definition of definitions) {
    try {
      checkDefinition(definition);
    } catch (error) {
      throw fail(`describes ${definition.protocol} wrongly: ${messageOf(error)}`, error);
    }
  }
  return definitions;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
