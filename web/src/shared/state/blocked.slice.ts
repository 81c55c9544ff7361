import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';

interface WithBlocked {
  readonly blocked: readonly string[];
}

const slice = createSlice({
  name: 'blocked',
  initialState: (): readonly string[] => [],
  reducers: {
    blockedKnown: (_state, { payload }: PayloadAction<readonly string[]>) => payload,
    blockChanged: (
      state,
      { payload: { username, blocked } }: PayloadAction<{ readonly username: string; readonly blocked: boolean }>,
    ) => [...state.filter((name) => name !== username), ...(blocked ? [username] : [])],
  },
});

/** The names of the people whom the viewer has blocked, as they are written. */
export const blockedReducer = slice.reducer;
export const { blockedKnown, blockChanged } = slice.actions;

/** Whether the viewer has blocked this person, as far as the page has read it. */
export function useIsBlocked(username: string): boolean {
  return useSelector((state: WithBlocked) => state.blocked.includes(username));
}

/** Rows by others than blocked people, for what the page suggests of its own accord. */
export function useUnblocked<Row extends { readonly askedBy: string }>(rows: readonly Row[]): readonly Row[] {
  const blocked = useSelector((state: WithBlocked) => state.blocked);
  return blocked.length === 0 ? rows : rows.filter(({ askedBy }) => !blocked.includes(askedBy));
}
