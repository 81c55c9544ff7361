import type { createBrowserRouter } from 'react-router';
import { loadFonts, showFonts } from '../design/fonts.ts';
import { whenShown } from './when-shown.ts';

/**
 * Loads our fonts after the first screen, which needs the network more, and shows them with the
 * next one, so that nothing moves that is being read. The document's own script shows them at once
 * if the page's worker has them.
 */
export function loadFontsLate(router: ReturnType<typeof createBrowserRouter>): void {
  whenShown(() => {
    loadFonts().then(
      () => {
        const { key } = router.state.location;
        router.subscribe(({ location }) => {
          if (location.key !== key) showFonts();
        });
      },
      // The text is there without them.
      () => undefined,
    );
  });
}
