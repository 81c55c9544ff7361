/**
 * How the texts of searches are compared, on the page, in services and in PostgreSQL, whose
 * functions are made from these constants: without accents and signs of vowels, and with letters as
 * people type them who don't have them on their keyboard. The letters are those of
 * `unaccent.rules` of PostgreSQL, whose extension an operator's own server may lack.
 */
export const searchLetters = {
  /** Letters and digits that become those at the same place in `to`. */
  from: 'ðøđħıĸŀłŋŧſƀƃƈƌƒƙƚƞƥƫƭƴƶǥȡȥȴȵȶȷȼȿɀɇɉɍɏς０１２３４５６７８９ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ',
  to: 'dodhiqllntsbbcdfklnpttyzgdzlntjcszejryσ0123456789abcdefghijklmnopqrstuvwxyz',
  /** Those that become several. */
  several: [
    ['æ', 'ae'],
    ['þ', 'th'],
    ['ß', 'ss'],
    ['ĳ', 'ij'],
    ['œ', 'oe'],
    ['ƕ', 'hv'],
    ['ƣ', 'oi'],
    ['ǆ', 'dz'],
    ['ǉ', 'lj'],
    ['ǌ', 'nj'],
    ['ǳ', 'dz'],
    ['ȸ', 'db'],
    ['ȹ', 'qp'],
    ['ﬀ', 'ff'],
    ['ﬁ', 'fi'],
    ['ﬂ', 'fl'],
    ['ﬃ', 'ffi'],
    ['ﬄ', 'ffl'],
    ['ﬅ', 'st'],
    ['ﬆ', 'st'],
  ],
} as const;

const unsearched =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0e47-\u0e4c\u0e4e\u00ad\u2060\ufeff\u200c\u200d]/g;

/**
 * What is left out, as ranges of a regular expression of JavaScript and PostgreSQL alike: Latin and
 * Greek accents, Hebrew and Arabic signs of vowels, Thai tones, and characters that only join or
 * divide.
 */
export const unsearchedMarks = unsearched.source.slice(1, -1);

/** Scripts without blanks: Thai, katakana and hiragana, bopomofo, and ideographs. */
const unspacedRun =
  /[\u0e01-\u0e3a\u0e40-\u0e46\u0e4d\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\u{20000}-\u{323af}]+/gu;

/**
 * The characters of Chinese, Japanese and Thai, which have no blanks between words, as ranges of a
 * regular expression of PostgreSQL.
 */
export const unspaced = unspacedRun.source
  .slice(1, -2)
  .replace(/\\u\{(\w+)\}/g, (_, code: string) => `\\U${code.padStart(8, '0')}`);

/** A text with blanks around the runs of scripts that have none. */
export const apart = (text: string): string => text.replace(unspacedRun, ' $& ');

/** Whether a text begins in a script without blanks. */
export const startsUnspaced = (text: string): boolean => text.search(unspacedRun) === 0;

const letters = new Map<string, string>([
  ...Array.from(searchLetters.from, (letter, n) => [letter, searchLetters.to.charAt(n)] as const),
  ...searchLetters.several,
]);

/**
 * A text in lower case as searches compare it. PostgreSQL lowers each character by itself;
 * JavaScript has an exception from that, the last sigma, which `searchLetters` mends.
 */
export function foldForSearch(text: string): string {
  const bare = text.normalize('NFD').replace(unsearched, '').toLowerCase();
  return Array.from(bare, (letter) => letters.get(letter) ?? letter)
    .join('')
    .normalize('NFC');
}
