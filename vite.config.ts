import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: 'es2023', assetsInlineLimit: 0 },
  environments: {
    ssr: {
      build: {
        // one module graph: what pages import of the other rooms is what the server itself imports
        rollupOptions: { external: [/^#(?!web\/)/, '#web/shop-context.server.ts'] },
      },
    },
  },
});
