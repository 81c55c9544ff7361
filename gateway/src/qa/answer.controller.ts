import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { AnswerWire } from '@parlour/contracts/qa';
import type { Answered } from '../http/answer.ts';
import { Caller, From } from '../http/caller.ts';
import { Calls } from '../http/calls.ts';
import { Change } from '../http/route.ts';
import { Limited } from '../limits/limits-guard.ts';
import { AddAnswerDto, AnswerDto } from './answer.dto.ts';

@ApiTags('answer')
@Controller(['answer', 'api/answer'])
export class AnswerController {
  constructor(private readonly calls: Calls) {}

  @Limited('answer')
  @Change('addAnswer', { summary: 'Answer a question', answers: AnswerDto })
  addAnswer(@Body() { qid, ans }: AddAnswerDto, @From() caller: Caller): Promise<Answered<AnswerWire>> {
    return this.calls.command('qa.addAnswer', { qid: qid.toLowerCase(), text: ans.text }, caller.acting(ans.ansBy));
  }
}
