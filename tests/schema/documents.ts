import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { findDocument } from '../../schema/published.ts';

/** Both packages are CommonJS, which Node and Deno import differently. */
const require = createRequire(import.meta.url);
const { Ajv2020 } = require('ajv/dist/2020.js') as { Ajv2020: new (options: object) => Ajv };
const addFormats = require('ajv-formats') as (ajv: Ajv) => void;

/** A JSON Schema, loosely typed. */
export interface Schema {
  readonly [keyword: string]: unknown;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly pattern?: string;
  readonly description?: string;
}

/** Creates a validator that is independent of the project's parser. */
export function createAjv(): Ajv {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    strictTuples: false,
    allErrors: false,
  });
  addFormats(ajv);
  return ajv;
}

export function documentOf(path: string): Schema {
  const document = findDocument(path);
  if (document === null) throw new Error(`nothing is published at ${path}`);
  return document as Schema;
}

export function recordDocument(kind: string): Schema {
  return documentOf(`/records/${kind}.json`);
}

export function textOf(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}
