import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

const worthCompressing = /\.(?:css|js|json|svg)$/;
/** Minimum size in bytes; for smaller files the headers outweigh the gain. */
const leastBytes = 512;

/** Writes a gzip and a brotli file for each asset at the highest level: compressed once, served often. */
export function compressAssets(): Plugin {
  return {
    name: 'filmgate-compress-assets',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const assets = Object.entries(bundle)
          .filter(([fileName]) => worthCompressing.test(fileName))
          .map(([fileName, output]) => {
            const content = output.type === 'chunk' ? output.code : output.source;
            return { fileName, content: Buffer.from(content) };
          })
          .filter(({ content }) => content.length >= leastBytes);
        // In parallel: each runs in its own thread, and compression dominates the build time.
        await Promise.all(
          assets.map(async ({ fileName, content }) => {
            const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
            const [brotli, gzipped] = await Promise.all([
              toBrotli(content, { params }),
              toGzip(content, { level: 9 }),
            ]);
            this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotli });
            this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipped });
          }),
        );
      },
    },
  };
}
