/** What the worker asks of an open page, which answers with its address. */
export type FromWorker = { readonly ask: 'address' } | { readonly open: string };
