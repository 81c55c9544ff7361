export const testedNodes: readonly string[];
export function programOfNode(version: string): string;
export function makeNodes(): Promise<void>;
