// The tests' setup adds the matchers at run time; this declares them to the compiler.
import '@testing-library/jest-dom/jest-globals';
