import type { ChatWire } from '@parlour/contracts/messaging/messaging';

/** A chat's participants without the viewer. */
export function othersIn(participants: readonly string[], viewer: string): readonly string[] {
  return participants.filter((name) => name !== viewer);
}

/** A chat's title: its name, or the other participants. */
export function chatTitle({ name, participants }: Pick<ChatWire, 'name' | 'participants'>, viewer: string): string {
  return name ?? (othersIn(participants, viewer).join(', ') || onlyYou);
}

/** The title of a chat without a name that everybody else has left. */
export const onlyYou = 'Only you';
