import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { compressAssets } from './build/compress-assets.ts';

const inThisFolder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Paths proxied to a running gateway, see README.md. */
const gatewayPaths = ['/api', '/local-video', '/v1', '/media'];
const gateway = process.env['FILMGATE_LOCAL_URL'] ?? 'http://127.0.0.1:8787';

export default defineConfig(({ command }) => ({
  root: inThisFolder('src/app'),
  // Relative: chunks load each other by relative path, and the document has a <base>, so any mount path works.
  base: command === 'build' ? './' : '/',
  // Resolved to the sources, so that unused parts of a package are left out of the bundle.
  resolve: { conditions: ['@filmgate/source', ...defaultClientConditions] },
  plugins: [
    react(),
    {
      name: 'filmgate-base',
      transformIndexHtml: (html) =>
        command === 'build'
          ? html.replace('<base href="/"', '<base href="__FILMGATE_BASE__"')
          : html,
    },
    compressAssets(),
  ],
  html: command === 'build' ? { cspNonce: '__FILMGATE_NONCE__' } : {},
  server: {
    proxy: Object.fromEntries(gatewayPaths.map((path) => [path, { target: gateway, ws: true }])),
  },
  build: {
    outDir: inThisFolder('dist/pages'),
    emptyOutDir: true,
    target: 'es2023',
    // Styles and images as files: the content security policy forbids data URLs as styles, and files are compressed.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
}));
