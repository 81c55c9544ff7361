/** The name whose hash the server sent when it erased the name, if it is one of these. */
export async function nameWithHash(
  hash: string,
  names: readonly string[],
  subtle: SubtleCrypto,
): Promise<string | undefined> {
  const encoder = new TextEncoder();
  const hashes = await Promise.all(
    names.map(async (name) => base64Url(await subtle.digest('SHA-256', encoder.encode(name)))),
  );
  return names[hashes.indexOf(hash)];
}

function base64Url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
