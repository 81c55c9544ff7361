import type { ChatWire } from '@parlour/contracts/messaging/messaging';
import { Fragment } from 'react';
import { onlyYou, othersIn } from './chat-names.ts';

/** A chat's title, each name in its own direction. */
export function ChatName({
  chat: { name, participants },
  viewer,
}: {
  readonly chat: ChatWire;
  readonly viewer: string;
}) {
  if (name !== null) return <bdi>{name}</bdi>;
  const others = othersIn(participants, viewer);
  if (others.length === 0) return onlyYou;
  return others.map((other, index) => (
    <Fragment key={`${index} ${other}`}>
      {index > 0 && ', '}
      <bdi>{other}</bdi>
    </Fragment>
  ));
}
