import { checkTypedMessage, lengthOf, looksBlank } from '../text/checks.ts';
import type { Fault } from '../errors.ts';
import { filesIn, pictureIn } from '../files/file-id.ts';
import { limits } from '../limits.ts';
import { checkLinks } from '../text/links.ts';
import { messages } from '../messages.ts';
import { parsedOnce, proseOf, showsNothing } from './written.ts';

type Tree = ReturnType<typeof parsedOnce>;

/** A question's text. Source: specification VA-4; decisions. */
export function checkQuestionText(text: string): Fault | undefined {
  return checkPost(text, messages.questionTextEmpty, messages.questionTextTooLong);
}

/** An answer's text: the same rules as a question's, with their own messages. */
export function checkAnswerText(text: string): Fault | undefined {
  return checkPost(text, messages.answerTextEmpty, messages.answerTextTooLong);
}

function checkPost(text: string, empty: string, tooLong: string): Fault | undefined {
  if (lengthOf(text) > limits.postLength) return { code: 'text.tooLong', text: tooLong };
  const tree = parsedOnce(text, 'post');
  const fault = checkHyperlinks(text, tree);
  if (fault) return fault;
  if (showsNothing(text, 'post', tree)) return { code: 'text.empty', text: empty };
  return checkLinksOfProse(text, tree) ?? checkFiles(text);
}

/** A comment's text. Source: specification VA-7; decisions Q-10. */
export function checkComment(text: string): Fault | undefined {
  if (lengthOf(text) > limits.commentLength) return { code: 'text.tooLong', text: messages.commentTooLong };
  const tree = parsedOnce(text, 'post');
  if (showsNothing(text, 'post', tree)) return { code: 'text.empty', text: messages.commentEmpty };
  return checkLinksOfProse(text, tree);
}

/** A message's text, in the global room and in chats. Source: specification VA-8; decisions Q-9. */
export function checkMessage(text: string): Fault | undefined {
  const fault = checkTypedMessage(text);
  if (fault) return fault;
  return showsNothing(text, 'message') ? { code: 'text.empty', text: messages.messageEmpty } : checkFiles(text);
}

/**
 * How many files a text names, on any site: the gateway knows what this one allows. Shorter texts
 * have no room for more. Source: specification FI-3.
 */
function checkFiles(text: string): Fault | undefined {
  const most = limits.filesPerPost;
  return filesIn(text).length > most ? { code: 'file.tooMany', text: messages.filesTooMany(most) } : undefined;
}

/** The limits for links; in code, nothing is one. */
function checkLinksOfProse(text: string, tree: Tree): Fault | undefined {
  return checkLinks(text) && checkLinks(proseOf(text, tree));
}

/** A link that is refused, as it is written. */
export interface FaultyLink {
  readonly link: string;
  readonly address: string;
  /** The character before it. */
  readonly before: string;
}

/**
 * Every `[label](url)` outside of code needs a label, and an https address with something after
 * the scheme, or a path on this site. A picture of this site needs no label: it may only decorate.
 * Linear in the length of the text, whatever it contains. Source: specification VA-5; decisions
 *
 */
export function checkHyperlinks(text: string, tree?: Tree): Fault | undefined {
  return faultyLink(text, tree) && { code: 'text.hyperlink', text: messages.hyperlinkInvalid };
}

/** Without this, a text has no link that is refused: another address, or a blank label. */
const maybeFaulty = /\]\((?!https:\/\/[^\s)])|\[[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\u2800]*\]\(/u;

/** The first link that `checkHyperlinks` refuses. */
export function faultyLink(text: string, tree?: Tree): FaultyLink | undefined {
  if (!maybeFaulty.test(text)) return undefined;
  const prose = proseOf(text, tree);
  // A stack of open brackets, because a label may contain brackets, and a whole link or image.
  const open: number[] = [];
  for (let index = 0; index < prose.length; index++) {
    const sign = prose[index];
    if (sign === '\\') index++;
    else if (sign === '[') open.push(index);
    else if (sign === ']') {
      const start = open.pop();
      if (start === undefined || prose[index + 1] !== '(') continue;
      const end = prose.indexOf(')', index);
      // Otherwise no later address would end either, and each would be searched to the end of the
      // text.
      if (end < 0) return undefined;
      const label = prose.slice(start + 1, index);
      const address = prose.slice(index + 2, end);
      const before = prose.charAt(start - 1);
      const isBlank = looksBlank(label) && !(before === '!' && pictureIn(address));
      if (isBlank || !(/^https:\/\/\S/.test(address) || isSitePath(address))) {
        return { link: prose.slice(start, end + 1), address, before };
      }
      index = end;
    }
  }
  return undefined;
}

/** A path; not one that browsers resolve to another site's, as `/.//example.org`. */
function isSitePath(address: string): boolean {
  const base = 'https://site.invalid';
  if (!/^\/(?![/\\])/.test(address) || !URL.canParse(address, base)) return false;
  const { origin, pathname } = new URL(address, base);
  return origin === base && !pathname.startsWith('//');
}
