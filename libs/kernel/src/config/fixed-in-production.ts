import { ValidateBy } from 'class-validator';

/**
 * For a setting that only tests may change, such as an address of somebody whose word is believed:
 * a URL, and where the configuration's NODE_ENV is `production` no other than `fixed`. Source:
 * docs/design/security.md#google.
 */
export function FixedInProduction(fixed: string): PropertyDecorator {
  return ValidateBy({
    name: 'fixedInProduction',
    validator: {
      validate: (value: unknown, args) => {
        const { NODE_ENV: environment } = (args?.object ?? {}) as { NODE_ENV?: unknown }; // of the class that is decorated
        return value === fixed || (environment !== 'production' && typeof value === 'string' && URL.canParse(value));
      },
      defaultMessage: (args) =>
        `${args?.property} must be a URL, and can be changed for tests only, never in production`,
    },
  });
}
