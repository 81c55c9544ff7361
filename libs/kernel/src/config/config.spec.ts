import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { IsBoolean, IsIn, IsInt, IsString, Max, Min, MinLength } from 'class-validator';
import { ConfigurationError, readConfiguration, readConfigurations } from './config.ts';

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
  it('is read from the environment, with its types and defaults', () => {
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

  it('reports all faults in one message', () => {
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

  it('contains no secret in its error message', () => {
    expect(() => readConfiguration(Settings, { SECRET: 'hunter2', WORKERS: '1' })).toThrow(
      /^((?!hunter2)[^])*SECRET((?!hunter2)[^])*$/,
    );
  });
});

class Others {
  @IsString()
  @MinLength(8)
  SECRET!: string;

  @IsInt()
  AGE!: number;
}

describe('a secret', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parlour-config-'));
  const file = join(folder, 'secret');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('may be read from a file', () => {
    writeFileSync(file, 'long enough\n');
    expect(readConfiguration(Others, { SECRET_FILE: file, AGE: '1' })).toEqual({ SECRET: 'long enough', AGE: 1 });
    expect(readConfiguration(Others, { SECRET_FILE: file, SECRET: 'of its own', AGE: '1' }).SECRET).toBe('of its own');
  });

  it('whose file is missing is reported with the other faults', () => {
    const read = (): unknown => readConfiguration(Others, { SECRET_FILE: join(folder, 'none') });
    expect(read).toThrow(/^ {2}SECRET_FILE: .*no such file/m);
    expect(read).toThrow(/^ {2}AGE: /m);
  });
});

describe('several configurations of one process', () => {
  it('are read together', () => {
    const environment = { SECRET: 'long enough', WORKERS: '4', AGE: '7' };
    const [settings, others] = readConfigurations<[Settings, Others]>([Settings, Others], environment);
    expect([settings.WORKERS, others.AGE]).toEqual([4, 7]);
  });

  it('report the faults of all, each once', () => {
    const read = (): unknown => readConfigurations<[Settings, Others]>([Settings, Others], { SECRET: 'short' });
    expect(read).toThrow(/^The configuration is not valid:\n {2}SECRET: [^\n]+\n {2}WORKERS: [^\n]+\n {2}AGE: [^\n]+$/);
  });
});
