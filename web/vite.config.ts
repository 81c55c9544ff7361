import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';

const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

export default defineConfig({
  plugins: [
    react(),
    // Compressed once at build time, so that the gateway serves files as they are.
    compression({ algorithms: ['gzip', 'brotliCompress'], threshold: 512, exclude: [/\.(br|gz|png|woff2)$/] }),
  ],
  // '@parlour/contracts' is read from its TypeScript source, so the page builds without building
  // the libraries first.
  resolve: { conditions: ['@parlour/source', 'module', 'browser', 'development|production'] },
  build: { target: 'es2022', assetsDir: 'assets', sourcemap: false, modulePreload: { polyfill: false } },
  server: {
    proxy: {
      // In full: the short form changes the Host header, and the gateway accepts only its own
      // origin.
      '/api': { target: server, changeOrigin: false },
      '/auth': { target: server, changeOrigin: false },
      '/docs': { target: server, changeOrigin: false },
      '/health': { target: server, changeOrigin: false },
      '/socket.io': { target: server, changeOrigin: false, ws: true },
    },
  },
});
