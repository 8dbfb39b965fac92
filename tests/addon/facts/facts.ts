import { readFileSync } from 'node:fs';

/** The file of facts, which write_facts.ts makes and the fake client reads. */
export const FACTS_FILE = new URL('../client/facts.txt', import.meta.url);

/** Clients whose functions, events, enums and structures are known. `mainline` is the nearest to Forever. */
export const FACT_CLIENTS = ['era', 'anniversary', 'mists', 'mainline'] as const;
export type FactClient = (typeof FACT_CLIENTS)[number];

/** A name of a client, such as the function `C_Map.GetMapInfo`. */
export interface Fact {
  readonly what: 'client' | 'namespace' | 'function' | 'event' | 'enum' | 'structure';
  readonly name: string;
  readonly clients: readonly string[];
  /** Results of a function, arguments of an event, fields of a structure, value of an enum, or build of a client. */
  readonly details: readonly string[];
}

export function readFacts(): readonly Fact[] {
  return readFileSync(FACTS_FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [what, name, clients, details = ''] = line.split('\t') as [Fact['what'], string, string, string?];
      return { what, name, clients: clients.split(' '), details: details === '' ? [] : details.split(' ') };
    });
}
