/** The key of an answer's draft, which every form for the question shares. */
export function answerDraft(qid: string): string {
  return `answer:${qid}`;
}
