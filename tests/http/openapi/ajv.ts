import { createRequire } from 'node:module';
import type { Ajv2020 as Ajv } from 'ajv/dist/2020.js';

/** Both packages are CommonJS, which Node and Deno import differently. */
const require = createRequire(import.meta.url);
const { Ajv2020 } = require('ajv/dist/2020.js') as { Ajv2020: new (options: object) => Ajv };
const addFormats = require('ajv-formats') as (ajv: Ajv) => void;

/** Returns a validator that ignores unknown keywords, such as those of OpenAPI. */
export function createAjv2020(): Ajv {
  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  return ajv;
}
