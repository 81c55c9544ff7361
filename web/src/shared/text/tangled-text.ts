/** Far above what anybody writes, far below what holds a reader's page up for seconds. */
const most = { lines: 3_000, nested: 16, containers: 3_000, delimiters: 3_000 };

const containersOfLine = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)))+/;

/**
 * Whether a text is built to keep a Markdown renderer busy: containers nested by the thousand on one line, emphasis begun thousands of
 * times, thousands of lines. The time for those grows with the square of their number, up to a minute for a text of the permitted
 * length, and overflows the stack; everything else stays linear. Such a text is shown as it was written.
 */
export function isTangled(text: string): boolean {
  const lines = text.split('\n');
  if (lines.length > most.lines) return true;
  if ((text.match(/[*_]+/g)?.length ?? 0) > most.delimiters) return true;
  let containers = 0;
  for (const line of lines) {
    const nested = containersOfLine.exec(line)?.[0].match(/>|[-*+]|\d+[.)]/g)?.length ?? 0;
    containers += nested;
    if (nested > most.nested || containers > most.containers) return true;
  }
  return false;
}
