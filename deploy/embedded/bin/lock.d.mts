export function takeLock(
  file: string,
): Promise<{ release: () => void; holder?: undefined } | { release?: undefined; holder: number }>;

export function isHeld(file: string): boolean;
