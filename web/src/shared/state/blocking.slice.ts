import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

const slice = createSlice({
  name: 'blocking',
  initialState: (): string | null => null,
  reducers: {
    blockWanted: (_state, { payload }: PayloadAction<string>): string | null => payload,
    blockEnded: (): string | null => null,
  },
});

/** Whom the viewer is about to block: the dialog is open. */
export const blockingReducer = slice.reducer;
export const { blockWanted, blockEnded } = slice.actions;
