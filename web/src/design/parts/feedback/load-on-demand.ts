import { unreachable } from '../../../shared/http/call-failure.ts';
import { reloadIfNewer } from '../../../shared/navigation/chunk-errors.ts';
import { showToast } from './toasts.ts';

/**
 * Loads a part of the page that somebody opens. If it is missing because a newer version has other
 * files, loads the document again; if the server is away, a toast says so. Undefined either way.
 */
export async function loadOnDemand<Part>(load: () => Promise<Part>, reload?: () => boolean): Promise<Part | undefined> {
  const loaded = await load().catch(() => undefined);
  if (loaded !== undefined) return loaded;
  if (!(await reloadIfNewer(reload))) void showToast('error', unreachable().text);
  return undefined;
}
