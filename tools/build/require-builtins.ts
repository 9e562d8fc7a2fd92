import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Loads Node's own modules without an import. An import reads all exports of a module: for `node:http` it also loads
 * the client behind `fetch`, which is a third of the startup of a small server.
 */
export const requireBuiltins: Plugin = {
  name: 'require-builtins',
  setup(build) {
    // One module per importer: a shared one would become a separate file.
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

/** Independent of the location of the checkout. */
function digestOf(importer: string): string {
  const path = relative(`${import.meta.dirname}/../..`, importer);
  return createHash('sha256').update(path).digest('hex').slice(0, 8);
}

/** Exports that no importer names are dropped from the bundle, and so are never read. */
function moduleOf(name: string): string {
  return [
    `const builtin = /* @__PURE__ */ process.getBuiltinModule(${JSON.stringify(name)});`,
    'export default builtin;',
    ...Object.keys(process.getBuiltinModule(name) ?? {}).map(
      (key) => `export const ${key} = /* @__PURE__ */ (() => builtin.${key})();`,
    ),
  ].join('\n');
}
