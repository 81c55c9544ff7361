import { lazyPart } from '../feedback/lazy-part.tsx';

/** The dialog for removing what somebody else wrote, loaded when somebody does. */
export const RemoveDialog = lazyPart(async () => (await import('./remove-dialog.tsx')).default);
