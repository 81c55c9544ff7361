import { jest } from '@jest/globals';

jest.setTimeout(globalThis.timeLimitMs);
