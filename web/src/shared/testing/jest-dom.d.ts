// The matchers are there at run time by the set-up of the tests; this lets the compiler know them.
import '@testing-library/jest-dom/jest-globals';
