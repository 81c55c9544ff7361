import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';

const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

export default defineConfig({
  plugins: [
    react(),
    // Compressed once here, so that the gateway serves files as they lie and never spends time on it per request.
    compression({ algorithms: ['gzip', 'brotliCompress'], threshold: 512, exclude: [/\.(br|gz|png|woff2)$/] }),
  ],
  // '@parlour/contracts' is read from its TypeScript source: the page needs no build of the libraries before its own.
  resolve: { conditions: ['@parlour/source', 'module', 'browser', 'development|production'] },
  build: { target: 'es2022', assetsDir: 'assets', sourcemap: false, modulePreload: { polyfill: false } },
  server: {
    proxy: {
      '/api': server,
      '/docs': server,
      '/health': server,
      '/socket.io': { target: server, ws: true },
    },
  },
});
