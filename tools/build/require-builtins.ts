import type { Plugin } from 'esbuild';

/**
 * Requires Node's own modules where the sources import them. An import of one reads all it exports: of `node:http` that
 * loads the client behind `fetch`, too, which is a third of the start of a small server.
 */
export const requireBuiltins: Plugin = {
  name: 'require-builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'builtin' } : undefined,
    );
    onLoad({ filter: /^node:/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};
