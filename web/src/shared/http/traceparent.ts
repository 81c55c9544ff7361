/** A new number for a call, as W3C's trace context has it: it stands in the log lines of every process that has to do with the call. */
export function newTraceparent(): string {
  return `00-${hex(16)}-${hex(8)}-01`;
}

function hex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}
