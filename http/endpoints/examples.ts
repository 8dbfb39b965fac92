import { PROTOCOL_VERSION } from '../../schema/protocol.ts';
import type { InstanceSetup } from '../openapi/operation.ts';
import examples from './examples.json' with { type: 'json' };

const EXAMPLE_URL = 'https://witness.example';

/** Returns an example from `examples.json`, with this instance's URL, attribution and protocol. */
export function exampleBody(name: keyof typeof examples, { settings, attribution }: InstanceSetup) {
  const example = withInstanceUrl(examples[name], settings) as Readonly<Record<string, unknown>>;
  return {
    ...example,
    ...('attribution' in example ? { attribution } : {}),
    ...('protocol' in example ? { protocol: PROTOCOL_VERSION } : {}),
  };
}

export function withInstanceUrl(example: unknown, { publicUrl }: InstanceSetup['settings']): unknown {
  return JSON.parse(JSON.stringify(example).replaceAll(EXAMPLE_URL, publicUrl));
}
