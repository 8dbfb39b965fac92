import { buildLayerFrame, createLayerRowFormatter } from '../../../domain/game_files/import/client_layer.ts';
import { CLIENT_GROUPS } from '../../../domain/ports/build.ts';
import type { ImportHead } from '../../../domain/ports/builds.ts';
import { type Runner, readJson, readValue } from '../database.ts';
import { StorageError } from '../storage_error.ts';

const BATCH_EDGES = 10_000;

/** Builds the body of the client layer from the edges of import `n`. */
export async function buildLayerText(client: Runner, n: number): Promise<string> {
  const [head] = await readJson<Pick<ImportHead, 'build' | 'extractedAt' | 'protocol'>>(
    client,
    `select json_group_array(json_object('build', build, 'extractedAt', extracted_at, 'protocol', protocol))
     from imports where n = ?`,
    [BigInt(n)],
  );
  if (head === undefined) throw new StorageError('IMPORT_MISSING');
  const frame = buildLayerFrame(head, head.protocol);
  const parts: string[] = [];
  for (const group of CLIENT_GROUPS) {
    const around = splitAroundIds((fromId, toId) => createLayerRowFormatter(group, [[fromId, toId]]));
    for (let from = 0; ; from += BATCH_EDGES) {
      const rows = await readValue(
        client,
        `select group_concat(?5 || from_id || ?6 || to_id || ?7, ',') from (
           select from_id, to_id from client_edges
           where import_n = ?1 and grp = ?2 and place >= ?3 and place < ?4 order by place)`,
        [BigInt(n), group.name, BigInt(from), BigInt(from + BATCH_EDGES), ...around],
      );
      if (typeof rows !== 'string') break;
      parts.push(rows);
    }
  }
  return frame.head + parts.join(',') + frame.tail;
}

/** Two placeholder ids that occur nowhere else in the text of an edge. */
const [FROM, TO] = [4_111_222_333, 4_333_222_111];

/**
 * Returns the text before, between and after the two ids in the text of an edge. This lets the database concatenate the
 * texts of many edges, while `textOf` remains the only definition of their format.
 */
export function splitAroundIds(
  textOf: (fromId: number, toId: number) => string,
): readonly [head: string, middle: string, tail: string] {
  const text = textOf(FROM, TO);
  const from = text.indexOf(`${FROM}`);
  const to = text.indexOf(`${TO}`, from);
  if (from === -1 || to === -1) throw new Error('the text of an edge does not hold its ends in their order');
  return [text.slice(0, from), text.slice(from + `${FROM}`.length, to), text.slice(to + `${TO}`.length)];
}
