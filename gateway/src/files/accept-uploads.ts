import multipart from '@fastify/multipart';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DomainError } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { isUnsubscribing, isUpload } from '../http/edge.ts';

/**
 * Has the server read forms with a file, where files are uploaded; one that unsubscribes is left
 * unread.
 */
export async function acceptUploads(app: NestFastifyApplication): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { files: 1, fields: 4, fieldSize: 8 * limits.fileAltLength, headerPairs: 20 },
  });
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('preParsing', (request, _reply, _payload, done) => {
      const isForm = request.headers['content-type']?.startsWith('multipart/form-data') ?? false;
      if (isForm && !isUpload(request) && !isUnsubscribing(request))
        throw new DomainError('request.notJson', messages.notJson);
      done();
    });
}
