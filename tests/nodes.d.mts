export const testedNodes: readonly string[];
export const testsOnEachNode: readonly string[];
export function programOfNode(version: string): string;
export function makeNodes(): Promise<void>;
