import { buildLayerFrame } from '../../../domain/game_files/import/client_layer.ts';
import { type ClientLayer, readClientLayer } from '../../../domain/reads/edges.ts';
import { err, ok } from '../../../domain/values/result.ts';
import { PROTOCOL_VERSION } from '../../../schema/protocol.ts';
import type { Context } from '../../context.ts';
import { encodeUtf8, JSON_TYPE, type StreamBody } from '../../pipeline/body.ts';
import { type ContentCoding, chooseCoding } from '../../pipeline/coding.ts';
import { type Answer, PUBLIC_HOUR, type Route } from '../../pipeline/route.ts';

/** Serves all relations from the game's files (contract, section 4, Client layer), as compressed by the import. */
export function createClientLayerRoute({ snapshots }: Context): Route {
  return {
    path: '/api/edges/client-layer',
    method: 'GET',
    budget: null,
    cacheHeaders: PUBLIC_HOUR,
    thread: 'answering',
    refusals: 'apiError',
    answer: async (call) => {
      const choice = chooseCoding(call.header('accept-encoding'));
      if (choice === null) {
        const error = 'Accept-Encoding must allow br, gzip or identity; it allows none of them.';
        return err({ kind: 'not-acceptable', error });
      }
      const layer = await readClientLayer(snapshots, choice.coding);
      const body = layer === null ? EMPTY_LAYER : createLayerStream(layer, choice.coding);
      return ok<Answer>({ status: 200, mediaType: JSON_TYPE, body });
    },
  };
}

/** The response before a build has been imported. */
const { head, tail } = buildLayerFrame(null, PROTOCOL_VERSION);
const EMPTY_LAYER = encodeUtf8(head + tail);

function createLayerStream({ game, pieces }: ClientLayer, coding: ContentCoding): StreamBody {
  return {
    byteLength: pieces.reduce((sum, piece) => sum + piece.byteLength, 0),
    coding,
    tag: game.layerTag,
    stream: (from, to) => streamPieces(cutPieces(pieces, from, to)),
    release: async () => {},
  };
}

function* cutPieces(pieces: readonly Uint8Array[], from: number, to: number): Generator<Uint8Array> {
  let start = 0;
  for (const piece of pieces) {
    const part = piece.subarray(Math.max(0, from - start), Math.max(0, to - start));
    if (part.byteLength > 0) yield part;
    start += piece.byteLength;
  }
}

/** Streams one piece at a time, with backpressure. */
function streamPieces(pieces: Generator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: (controller) => {
      const { value, done } = pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
}
