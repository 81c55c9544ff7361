/** Whether this is a run whose files share things; benchmarks do not. */
export const isShared = process.env['PARLOUR_TEST_SHARED'] !== undefined;

/** A resource that the files of a run share, from the process that keeps it. */
export async function fromRun<Made>(name: 'site' | 'output' | 'template'): Promise<Made> {
  const address = process.env['PARLOUR_TEST_SHARED']; // set by the project's set-up
  if (!address) throw new Error('This Jest project has no set-up that starts shared resources.');
  const response = await fetch(`${address}/${name}`);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Made; // as the process offers it under this name
}
