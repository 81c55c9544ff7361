import { describe, expect, it } from '@jest/globals';
import { IsBoolean, IsIn, IsInt, IsString, Max, Min, MinLength } from 'class-validator';
import { ConfigurationError, readConfiguration } from './config.ts';

class Settings {
  @IsString()
  HOST = '127.0.0.1';

  @IsInt()
  @Min(1)
  @Max(65_535)
  PORT = 3_000;

  @IsBoolean()
  SECURE = true;

  /** Without a default: whoever starts the program must give it. */
  @IsString()
  @MinLength(8)
  SECRET!: string;

  @IsInt()
  WORKERS!: number;

  @IsIn(['info', 'debug'])
  LEVEL = 'info';
}

describe('a configuration', () => {
  it('is read from the environment, in its types, with its defaults', () => {
    const environment = {
      PORT: '8080',
      SECURE: 'false',
      SECRET: 'long enough',
      WORKERS: '4',
      LEVEL: ' ',
      PATH: '/bin',
    };
    expect({ ...readConfiguration(Settings, environment) }).toEqual({
      HOST: '127.0.0.1',
      PORT: 8_080,
      SECURE: false,
      SECRET: 'long enough',
      WORKERS: 4,
      LEVEL: 'info',
    });
  });

  it('names all its faults in one message', () => {
    const read = (): Settings =>
      readConfiguration(Settings, { PORT: '99999', SECURE: 'perhaps', WORKERS: 'many', LEVEL: 'loud' });
    expect(read).toThrow(ConfigurationError);
    let text = '';
    try {
      read();
    } catch (failure) {
      text = (failure as Error).message;
    }
    for (const name of ['PORT', 'SECURE', 'SECRET', 'WORKERS', 'LEVEL'])
      expect(text).toMatch(new RegExp(`^  ${name}: `, 'm'));
    expect(text).not.toContain('HOST');
  });

  it('repeats no secret in its complaint', () => {
    expect(() => readConfiguration(Settings, { SECRET: 'hunter2', WORKERS: '1' })).toThrow(
      /^((?!hunter2)[^])*SECRET((?!hunter2)[^])*$/,
    );
  });
});
