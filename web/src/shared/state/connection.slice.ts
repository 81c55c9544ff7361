import { createSlice } from '@reduxjs/toolkit';

/**
 * The live connection. `connecting`: the first time, while the first screen is read; `lost`: the
 * connection broke, or could not be made. The screen stays.
 */
export type ConnectionState = 'closed' | 'connecting' | 'live' | 'lost';

const slice = createSlice({
  name: 'connection',
  initialState: (): ConnectionState => 'closed',
  reducers: {
    connectionStarted: (): ConnectionState => 'connecting',
    connectionMade: (): ConnectionState => 'live',
    connectionLost: (state): ConnectionState => (state === 'closed' ? state : 'lost'),
    connectionClosed: (): ConnectionState => 'closed',
  },
  selectors: { selectConnection: (state) => state },
});

export const connectionReducer = slice.reducer;
export const { connectionStarted, connectionMade, connectionLost, connectionClosed } = slice.actions;
export const { selectConnection } = slice.selectors;
