import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// The commands of docs/operations.md, as they stand there. A fenced block whose language is
// `sh compose` is run in order; a comment `# → …` below a command is part of what it prints.

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A command, and what it prints among other things. */
export interface DocumentedCommand {
  readonly line: number;
  readonly command: string;
  readonly prints: readonly string[];
}

/** Every command in blocks of a kind, in the order of the text. */
export function commandsIn(text: string, kind: string): DocumentedCommand[] {
  const commands: { line: number; command: string; prints: string[] }[] = [];
  let inside = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.startsWith('```')) inside = line === `\`\`\`${kind}`;
    else if (inside && line.startsWith('# → ')) {
      const last = commands.at(-1);
      if (!last) throw new Error(`line ${index + 1}: nothing prints this`);
      last.prints.push(line.slice('# → '.length));
    } else if (inside && line.trim() !== '') commands.push({ line: index + 1, command: line, prints: [] });
  }
  return commands;
}

/** The commands of docs/operations.md that run under compose. */
export function documentedCommands(): DocumentedCommand[] {
  return commandsIn(readFileSync(`${root}docs/operations.md`, 'utf8'), 'sh compose');
}
