import type { LuaFault } from '../../../domain/saved_variables/lua/values.ts';
import { allOf, waitText } from '../../../domain/values/phrases.ts';
import type { Progress, Waiting } from './send.ts';

/** How numbers read to people. */
export function number(count: number): string {
  return count.toLocaleString('en-GB');
}

/** `1 upload`, `2,000 uploads`. */
export function several(count: number, one: string): string {
  return `${number(count)} ${count === 1 ? one : `${one}s`}`;
}

export function records(count: number): string {
  return several(count, 'record');
}

/** A kind's name for people: `npc_sighting` is `NPC sighting`. */
export function kindName(kind: string | null): string {
  if (kind === null || kind === '') return 'Unknown kind';
  const words = kind.replaceAll('_', ' ').replace(/^npc\b/, 'NPC');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function brokenFile({ line, column, reason }: LuaFault): string {
  return `The file cannot be read: on line ${number(line)}, at character ${number(column)}, ${reason} Nothing of it can be sent.`;
}

export const NO_RECORDS =
  'No records were found in this file. It must be the one that the addon saves, with a list of records in it.';

export function waitingText({ because, seconds }: Waiting): string {
  const left = waitText(seconds);
  switch (because) {
    case 'limit':
      return `The hourly limit of this address is used up. It goes on by itself in ${left}; leave this page open.`;
    case 'busy':
      return `The instance cannot take uploads right now. It goes on by itself in ${left}.`;
    case 'offline':
      return `The instance cannot be reached. It is asked again in ${left}.`;
    case 'late':
      return `The instance did not answer in two minutes. It is asked again in ${left}; what it took counts once.`;
  }
}

export function progressText({ settled, stored, repeated, refused }: Progress, all: number): string {
  return `${number(settled)} of ${records(all)}: ${fates({ stored, repeated, refused })}.`;
}

/** What became of records, without what befell none. */
export function fates({ stored, repeated, refused }: Pick<Progress, 'stored' | 'repeated' | 'refused'>): string {
  return allOf([
    ...(stored === 0 && repeated + refused > 0 ? [] : [`${number(stored)} stored`]),
    ...(repeated === 0 ? [] : [`${number(repeated)} known already and counted once`]),
    ...(refused === 0 ? [] : [`${number(refused)} refused`]),
  ]);
}

/** Where in the file, for whoever wants to look. */
export function linesText(lines: readonly number[], count: number): string {
  const more = count > lines.length ? ' …' : '';
  return `${count === 1 ? 'line' : 'lines'} ${lines.map(number).join(', ')}${more}`;
}
