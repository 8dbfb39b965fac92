import type { ClientGroup } from '../../ports/build.ts';
import type { ImportHead } from '../../ports/builds.ts';
import { buildGameDataNotice, UNRECORDED_BUILD } from './notice.ts';

const EDGE_FIELDS = ['fromKind', 'fromId', 'rel', 'toKind', 'toId'] as const;

/** Returns the JSON before and after the edges in the client layer's body (contract, section 4, Client layer). */
export function buildLayerFrame(game: Pick<ImportHead, 'build' | 'extractedAt'> | null, protocol: string) {
  const { build = UNRECORDED_BUILD, extractedAt = null } = game ?? {};
  const head = JSON.stringify({ ok: true, protocol, build, extractedAt, fields: EDGE_FIELDS });
  return { head: `${head.slice(0, -1)},"edges":[`, tail: `],"gameData":${JSON.stringify(buildGameDataNotice(game))}}` };
}

/** Formats the edges of one group for the layer, joined by commas. */
export function createLayerRowFormatter(
  { fromKind, rel, toKind }: Pick<ClientGroup, 'fromKind' | 'rel' | 'toKind'>,
  ends: readonly (readonly [fromId: number, toId: number])[],
): string {
  return ends.map(([from, to]) => `["${fromKind}",${from},"${rel}","${toKind}",${to}]`).join(',');
}
