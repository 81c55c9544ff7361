// Lints the snippets that come on standard input as [{ file, code }] and prints for each the names of the rules that call it an error.
// Where `file` exists, the code stands in for its content and the typed rules see its project; any other name gets the rest of the rules.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

const cwd = fileURLToPath(new URL('../..', import.meta.url));
// The boundaries need the graph of Nx, which is there only under `nx run-many -t lint`.
const withoutGraph = { rules: { '@nx/enforce-module-boundaries': 'off' } };
const typed = new ESLint({ cwd, overrideConfig: withoutGraph });
// Without types it does not know that decorators need the values of classes.
const withoutTypes = { rules: { '@typescript-eslint/consistent-type-imports': 'off' } };
const untyped = new ESLint({ cwd, overrideConfig: [withoutGraph, tseslint.configs.disableTypeChecked, withoutTypes] });

const found = [];
for (const { file, code } of JSON.parse(await text(process.stdin))) {
  const eslint = existsSync(resolve(cwd, file)) ? typed : untyped;
  const [result] = await eslint.lintText(code, { filePath: file });
  found.push(result.messages.filter(({ severity }) => severity === 2).map((each) => each.ruleId ?? each.message));
}
process.stdout.write(JSON.stringify(found));
