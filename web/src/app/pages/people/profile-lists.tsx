import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PersonAnswers } from '../../../features/answers/person-answers.tsx';
import { Memberships } from '../../../features/communities/membership/memberships.tsx';
import { PlayedGames } from '../../../features/games/lobby/played-games.tsx';
import { Scores } from '../../../features/games/lobby/scores.tsx';
import { WinsByGame } from '../../../features/leaderboard/wins-by-game.tsx';
import type { DrawingName } from '../../../design/parts/look/drawing.tsx';
import { EmptyState } from '../../../design/parts/list/empty-state.tsx';
import classes from './profile-lists.module.css';

interface OfPerson {
  readonly username: string;
  readonly own: boolean;
}

/** A person's answers that the viewer may see. */
export function ProfileAnswers({ username, own }: OfPerson) {
  return (
    <section aria-label="Answers">
      <PersonAnswers username={username}>
        <Nothing
          drawing="questions"
          {...{ username, own }}
          done="answered anything"
          action={<To to="/home">Find a question</To>}
        />
      </PersonAnswers>
    </section>
  );
}

/** The communities of a person that the viewer may know of. */
export function ProfileCommunities({ username, own }: OfPerson) {
  return (
    <section aria-label={`Communities of ${username}`}>
      <Memberships username={username}>
        <Nothing
          drawing="communities"
          {...{ username, own }}
          done="joined a community"
          action={<To to="/community/explore">Explore</To>}
        />
      </Memberships>
    </section>
  );
}

/** A person's wins by game, against the viewer too, and their games. */
export function ProfileGames({ username, own }: OfPerson) {
  return (
    <section aria-label="Games">
      <div className={classes.numbers}>
        <WinsByGame username={username} />
        {!own && <Scores username={username} />}
      </div>
      <PlayedGames username={username}>
        <Nothing
          drawing="games"
          {...{ username, own }}
          done="played a game"
          action={<To to="/games/new">Create Game</To>}
        />
      </PlayedGames>
    </section>
  );
}

function Nothing({
  drawing,
  username,
  own,
  done,
  action,
}: OfPerson & {
  readonly drawing: DrawingName;
  readonly done: string;
  /** The viewer's next step, on their own profile. */
  readonly action: ReactNode;
}) {
  const title = own ? (
    `You have not ${done} yet`
  ) : (
    <>
      <bdi>{username}</bdi> has not {done} that you can see
    </>
  );
  return (
    <EmptyState drawing={drawing} title={title}>
      {own && action}
    </EmptyState>
  );
}

function To({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Button component={Link} to={to}>
      {children}
    </Button>
  );
}
