import type { ClientGroup } from '../../ports/build.ts';
import type { ImportHead } from '../../ports/builds.ts';
import { gameDataNotice, NO_BUILD } from './notice.ts';

const FIELDS = ['fromKind', 'fromId', 'rel', 'toKind', 'toId'] as const;

/** Returns the JSON before and after the edges in the client layer's body (contract, section 4, Client layer). */
export function layerFrame(game: Pick<ImportHead, 'build' | 'extractedAt'> | null, protocol: string) {
  const { build = NO_BUILD, extractedAt = null } = game ?? {};
  const head = JSON.stringify({ ok: true, protocol, build, extractedAt, fields: FIELDS });
  return { head: `${head.slice(0, -1)},"edges":[`, tail: `],"gameData":${JSON.stringify(gameDataNotice(game))}}` };
}

/** Formats the edges of one group for the layer, joined by commas. */
export function layerRows(
  { fromKind, rel, toKind }: Pick<ClientGroup, 'fromKind' | 'rel' | 'toKind'>,
  ends: readonly (readonly [fromId: number, toId: number])[],
): string {
  return ends.map(([from, to]) => `["${fromKind}",${from},"${rel}","${toKind}",${to}]`).join(',');
}
