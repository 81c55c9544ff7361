import { Body, Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DeleteFile, DescribeFile, GetFile } from '@parlour/contracts/files/files.requests';
import { limits } from '@parlour/contracts/limits';
import { PageRequest } from '@parlour/contracts/page.requests';
import { IdPipe } from '../http/answers/validation.ts';
import { Caller, From } from '../http/requests/caller.ts';
import { PrivateCalls } from '../http/requests/private-calls.ts';
import { Change, Read } from '../http/route.ts';
import { Limited } from '../limits/limits-guard.ts';
import { PublicForSitePictures } from '../session/session-guard.ts';
import { FileReading } from './file-reading.ts';
import { Uploads } from './uploads.ts';

const uploadForm = {
  type: 'object',
  required: ['file'],
  properties: {
    alt: { type: 'string', maxLength: limits.fileAltLength },
    file: { type: 'string', format: 'binary' },
  },
};

@ApiTags('file')
@Controller(['file', 'api/file'])
export class FileController {
  constructor(
    private readonly calls: PrivateCalls,
    private readonly uploads: Uploads,
    private readonly reading: FileReading,
  ) {}

  @Limited('upload')
  @ApiConsumes('multipart/form-data')
  @ApiBody({ required: true, schema: uploadForm })
  @Change('upload', {
    summary: 'Upload a file, as the field `file` of a form; a field `alt` before it says what an image shows',
    answers: 'files.add',
    extension: true,
  })
  upload(@Req() request: FastifyRequest, @From() caller: Caller) {
    return this.uploads.receive(request, caller);
  }

  @Read('own', { summary: 'One’s own files, the newest first', answers: 'files.getOwn', extension: true })
  own(@Query() query: PageRequest, @From() caller: Caller) {
    return this.reading.own(query, caller);
  }

  @Read('use', { summary: 'What one’s own files take, in bytes', answers: 'gateway.fileUse', extension: true })
  use(@From() caller: Caller) {
    return this.uploads.use(caller);
  }

  @Limited('upload')
  @Change('alt', {
    method: 'PATCH',
    summary: 'Say what an image shows',
    answers: 'files.describe',
    extension: true,
  })
  describe(@Body() body: DescribeFile, @From() caller: Caller) {
    return this.calls.command('files.describe', body, caller);
  }

  @Limited('upload')
  @Change('deleteFile', {
    method: 'DELETE',
    summary: 'Delete a file of one’s own for good',
    answers: 'files.delete',
    extension: true,
  })
  delete(@Body() body: DeleteFile, @From() caller: Caller) {
    return this.calls.command('files.delete', body, caller);
  }

  @PublicForSitePictures()
  @ApiOperation({ summary: 'A file; of an image also a preview (an extension); the site’s own need no session' })
  @Get(':fileId')
  get(
    @Param('fileId', IdPipe) fileId: string,
    @Query() { w }: GetFile,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @From() caller: Caller,
  ) {
    return this.reading.send(fileId, w, request, reply, caller);
  }
}
