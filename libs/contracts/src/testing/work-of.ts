type Method = (this: { readonly length: number }, ...given: readonly unknown[]) => unknown;
type Cost = (before: number, given: readonly unknown[], answer: { readonly length?: number }) => number;

/**
 * The operations that parsers consist of: reading characters, and copying, moving and searching
 * lists.
 */
const counted: readonly (readonly [object, string, Cost])[] = [
  [String.prototype, 'charCodeAt', () => 1],
  [String.prototype, 'charAt', () => 1],
  [String.prototype, 'slice', (_before, _given, { length = 0 }) => 1 + length / 16],
  [
    String.prototype,
    'indexOf',
    (before, [, from = 0], answer) => (Number(answer) < 0 ? before : Number(answer)) - Number(from),
  ],
  [Array.prototype, 'splice', (before, [from]) => 1 + (Number(from) < 0 ? -Number(from) : before - Number(from))],
  [Array.prototype, 'slice', (_before, _given, { length = 0 }) => 1 + length],
  [Array.prototype, 'includes', (before) => 1 + before],
  [Array.prototype, 'indexOf', (before) => 1 + before],
];

/** The number of steps that `act` takes: the same on every machine. */
export function workOf(act: () => unknown): number {
  let steps = 0;
  const undo = counted.map(([prototype, name, cost]) => {
    const method = Reflect.get(prototype, name) as Method; // in the list above
    Reflect.set(prototype, name, function (this: { readonly length: number }, ...given: readonly unknown[]) {
      const before = this.length;
      const answer = method.apply(this, [...given]);
      steps += cost(before, given, answer as { readonly length?: number });
      return answer;
    });
    return () => Reflect.set(prototype, name, method);
  });
  try {
    act();
  } finally {
    for (const each of undo) each();
  }
  return Math.round(steps);
}
