import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';
import { endingStorages } from './async-storages.mjs';
import { wireFaultOf } from './wire-faults.mjs';

/** Compiled once in each of Jest's processes, however many files it runs. */
let bundle;

/**
 * Node's, with a function that gives the stand-ins of server-packages.mjs the bundle, run in this
 * context, and one that checks values against the wire types.
 */
export default class ServerEnvironment extends endingStorages(TestEnvironment) {
  constructor(config, context) {
    super(config, context);
    const { serverPackages } = config.projectConfig.testEnvironmentOptions;
    this.global.wireFaultOf = wireFaultOf;
    let packages;
    this.global.serverPackages = (require) => {
      bundle ??= new Script(readFileSync(serverPackages, 'utf8'), { filename: serverPackages });
      packages ??= bundle.runInContext(this.getVmContext())(require, {}, serverPackages);
      return packages;
    };
  }
}
