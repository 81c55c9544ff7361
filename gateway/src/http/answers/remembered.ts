/** Keys that are remembered; anybody can send any header, so there must be an end. */
const most = 100;

/**
 * What is computed of a key, remembered for the next request with the same key. Nearly all requests
 * share a few keys; when there are too many, all are forgotten.
 */
export class Remembered<Key, Value> {
  private readonly values = new Map<Key, Value>();

  constructor(private readonly compute: (key: Key) => Value) {}

  of(key: Key): Value {
    const known = this.values.get(key);
    if (known !== undefined) return known;
    const value = this.compute(key);
    if (this.values.size >= most) this.values.clear();
    this.values.set(key, value);
    return value;
  }
}
