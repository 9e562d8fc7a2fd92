import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Takes Node's own modules without importing them. An import of one reads all it exports: of `node:http` that loads the
 * client behind `fetch`, too, which is a third of the start of a small server.
 */
export const requireBuiltins: Plugin = {
  name: 'require-builtins',
  setup(build) {
    // A module of each importer: one for all would be a file of its own beside the others.
    build.onResolve({ filter: /^node:/ }, ({ path, kind, importer }) =>
      kind === 'import-statement'
        ? { path, namespace: 'builtin', suffix: `?${digestOf(importer)}` }
        : undefined,
    );
    build.onLoad({ filter: /^node:/, namespace: 'builtin' }, ({ path }) => ({
      contents: moduleOf(path),
    }));
  },
};

/** The same wherever the checkout lies. */
function digestOf(importer: string): string {
  const path = relative(`${import.meta.dirname}/../..`, importer);
  return createHash('sha256').update(path).digest('hex').slice(0, 8);
}

/** What no importer names is left out of the bundle, and so is never read. */
function moduleOf(name: string): string {
  return [
    `const builtin = /* @__PURE__ */ process.getBuiltinModule(${JSON.stringify(name)});`,
    'export default builtin;',
    ...Object.keys(process.getBuiltinModule(name) ?? {}).map(
      (key) => `export const ${key} = /* @__PURE__ */ (() => builtin.${key})();`,
    ),
  ].join('\n');
}
