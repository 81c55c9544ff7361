import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { previewWidths } from '@parlour/contracts/files/file-kinds';
import { FairLimiter } from '@parlour/kernel/service/work-limiter';

/** To the process of an image: where it is, and where its copies go. */
export interface ImageRequest {
  readonly path: string;
  readonly folder: string;
  readonly pixels: number;
  readonly widths: readonly number[];
}

/** A processed image, without metadata and upright, and its previews, narrower than itself. */
export interface ProcessedImage {
  readonly type: string;
  readonly width: number;
  readonly height: number;
  readonly original: string;
  readonly previews: readonly { readonly width: number; readonly path: string }[];
}

/** From the process of an image. */
export type ImageAnswer = ProcessedImage | { readonly refused: 'kind' | 'pixels' | 'broken' };

const program = fileURLToPath(new URL('../../bin/image.mjs', import.meta.url));

const imageMs = 60_000;

/**
 * Two at once, of one person one after the other: each takes a processor and memory. Source:
 * specification FI-3.
 */
const processing = new FairLimiter({
  atOnce: 2,
  waiting: 50,
  waitingOfOne: 12,
  patienceMs: 5 * imageMs,
});

/**
 * Processes an image of a person in a process of its own, into a folder.
 * @throws {DomainError} `service.unavailable` if too many wait
 */
export function processImage(person: string, path: string, folder: string, pixels: number): Promise<ImageAnswer> {
  return processing.take(person, async () => {
    const child = fork(program, [], {
      execArgv: [],
      env: {},
      stdio: 'ignore',
      timeout: imageMs,
      killSignal: 'SIGKILL',
    });
    const request: ImageRequest = { path, folder, pixels, widths: previewWidths };
    child.send(request);
    let answer: ImageAnswer = { refused: 'broken' };
    child.on('message', (told) => (answer = told as ImageAnswer)); // as the program sends it
    // A process that was ended has told nothing.
    await once(child, 'exit');
    return answer;
  });
}
