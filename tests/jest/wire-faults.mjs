import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';

/** Made of the wire types by libs/contracts/schemas.mjs, which the set-up of a run starts. */
const file = new URL('../../libs/contracts/dist/wire-schemas.json', import.meta.url);

// Once in each of Jest's processes: compiling took a tenth of a service's tests when each file did.
const ajv = new Ajv({ allowUnionTypes: true });
formats.default(ajv);
let schemas;

/**
 * Why a value is not of its wire type.
 * @param kind `replies` of calls, or `events` of sockets
 * @returns undefined if it is; the kernel's own calls have no schema
 */
export function wireFaultOf(kind, name, value) {
  const validate = validatorOf(kind, name);
  if (!validate || validate(value)) return undefined;
  const [error] = validate.errors;
  const where = `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`;
  return `${name} is not of its type: ${where} in ${JSON.stringify(value)}`;
}

function validatorOf(kind, name) {
  schemas ??= JSON.parse(readFileSync(file, 'utf8'));
  const schema = schemas[kind][name];
  if (!schema) return undefined;
  const $id = `${kind}/${name}`;
  return ajv.getSchema($id) ?? ajv.compile({ $id, definitions: schemas.definitions, allOf: [schema] });
}
