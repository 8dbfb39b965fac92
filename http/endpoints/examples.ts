import { PROTOCOL_VERSION } from '../../schema/protocol.ts';
import type { Attribution } from '../../schema/responses/attribution.ts';
import type { AppSettings } from '../context.ts';
import examples from './examples.json' with { type: 'json' };

const EXAMPLE_URL = 'https://witness.example';

export type ExampleName = keyof typeof examples;

/** Returns an example from `examples.json`, with this instance's URL, attribution and protocol. */
export function buildExample(name: ExampleName, settings: AppSettings, attribution: Attribution) {
  const example = replaceInstanceUrl(examples[name], settings) as Readonly<Record<string, unknown>>;
  return {
    ...example,
    ...('attribution' in example ? { attribution } : {}),
    ...('protocol' in example ? { protocol: PROTOCOL_VERSION } : {}),
  };
}

export function replaceInstanceUrl(example: unknown, { publicUrl }: AppSettings): unknown {
  return JSON.parse(JSON.stringify(example).replaceAll(EXAMPLE_URL, publicUrl));
}
