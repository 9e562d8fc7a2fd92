import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const worthCompressing = /\.(?:css|js|json|svg)$/;
/** Below this, in bytes, headers outweigh the gain. */
const leastBytes = 512;

/** Writes each asset a second and a third time, compressed as far as it goes: it is done once and served often. */
export function compressAssets(): Plugin {
  return {
    name: 'filmgate-compress-assets',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const [fileName, output] of Object.entries(bundle)) {
          if (!worthCompressing.test(fileName)) continue;
          const content = Buffer.from(output.type === 'chunk' ? output.code : output.source);
          if (content.length < leastBytes) continue;
          const brotli = brotliCompressSync(content, {
            params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
          });
          this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotli });
          this.emitFile({
            type: 'asset',
            fileName: `${fileName}.gz`,
            source: gzipSync(content, { level: 9 }),
          });
        }
      },
    },
  };
}
