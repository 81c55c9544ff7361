/** Whether a text holds a code block that names its language, so that it is worth loading the highlighter for. */
export function hasNamedCode(text: string): boolean {
  return /^ {0,3}(?:>\s*|[-*+]\s+|\d+[.)]\s+)*\s*(?:`{3,}|~{3,})[ \t]*[\w+#]/m.test(text);
}
