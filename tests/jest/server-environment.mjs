import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/** Compiled once in each of jest's processes, whatever number of files it runs. */
let bundle;

/** Node's, with a function by which the stand-ins of server-packages.mjs get the bundle, run in this context. */
export default class ServerEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const { serverPackages } = config.projectConfig.testEnvironmentOptions;
    let packages;
    this.global.serverPackages = (require) => {
      bundle ??= new Script(readFileSync(serverPackages, 'utf8'), { filename: serverPackages });
      packages ??= bundle.runInContext(this.getVmContext())(require, {}, serverPackages);
      return packages;
    };
  }
}
