import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { uploadFolder } from '@parlour/deployment/files/upload-folder';
import { codeOf } from '@parlour/kernel/process/error-code';
import { gatewayEnvironment, type GatewayEnvironment } from '../gateway-environment.ts';

/** Far longer than an upload takes: whether another gateway on the volume lives is not known. */
const leftMs = 3_600_000;

/** Removes what gateways that were killed have left of uploads: at the start, and each hour. */
@Injectable()
export class LeftUploads implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(@Inject(gatewayEnvironment) private readonly environment: GatewayEnvironment) {}

  async onApplicationBootstrap(): Promise<void> {
    this.timer = setInterval(() => void this.remove(), leftMs).unref();
    await this.remove();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async remove(): Promise<void> {
    const { files: store, logger } = this.environment;
    if (!store) return;
    try {
      const names = await readdir(store.workFolder);
      for (const name of names.filter((each) => each.startsWith(uploadFolder))) {
        const folder = join(store.workFolder, name);
        // An upload that has just ended took its folder along.
        const found = await stat(folder).catch(() => undefined);
        if (found && found.mtimeMs < Date.now() - leftMs) await rm(folder, { recursive: true, force: true });
      }
    } catch (failure) {
      // There is none before the first upload.
      if (codeOf(failure) !== 'ENOENT') logger.warn({ err: failure }, 'what is left of uploads is not removed');
    }
  }
}
