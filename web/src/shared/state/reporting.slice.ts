import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ThingKey } from '@parlour/contracts/communities/reports';

const slice = createSlice({
  name: 'reporting',
  initialState: (): ThingKey | null => null,
  reducers: {
    reportWanted: (_state, { payload }: PayloadAction<ThingKey>): ThingKey | null => payload,
    reportEnded: (): ThingKey | null => null,
  },
});

/** What the viewer is about to report: its dialog is open. */
export const reportingReducer = slice.reducer;
export const { reportWanted, reportEnded } = slice.actions;
