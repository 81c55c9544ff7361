import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// `npm run gallery` serves it, and the test of its pictures builds it.
export default defineConfig({
  root: import.meta.dirname,
  publicDir: '../public',
  plugins: [react()],
  resolve: { conditions: ['@parlour/source', 'module', 'browser', 'development|production'] },
  build: { outDir: '../../node_modules/.cache/gallery', emptyOutDir: true, modulePreload: { polyfill: false } },
});
