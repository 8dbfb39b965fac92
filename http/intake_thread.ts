import { systemClock } from '../adapters/clock.ts';
import { readFolderGame } from '../adapters/config/folder_settings.ts';
import { requireIdentity } from '../adapters/data_folder/data_dir.ts';
import { createLinkNote } from '../adapters/data_folder/notes.ts';
import { nodeDigest } from '../adapters/digest.ts';
import { serveIntake } from '../adapters/intake_worker/serve.ts';
import { openUploadWriter } from '../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../adapters/random.ts';
import { createIntake } from '../domain/intake/create_intake.ts';
import { createNetworkRule } from '../domain/intake/network_rule.ts';
import { createRunner } from '../domain/operator/commands.ts';
import { parseEnvelope } from '../schema/parse_envelope.ts';
import { parseRecord } from '../schema/parse_record.ts';
import { presentOutcome } from './intake/present.ts';

/** Composition root of the intake thread, which judges and stores uploads and formats their receipts. */
await serveIntake(async ({ uploadsDb, create, knownLink, folder, linkFile, witnessNetworks }, log) => {
  const requireFolder = () => folder !== null && requireIdentity(folder.identity, folder.id);
  const note = linkFile === null ? {} : { note: createLinkNote(linkFile, log, requireFolder) };
  const writer = await openUploadWriter(uploadsDb, {
    random: systemRandom,
    create,
    knownLink,
    networkRule: createNetworkRule(witnessNetworks),
    requireFolder,
    onBug: (error) => log.error('intake.bug', {}, error),
    ...note,
  });
  const game = () => (folder === null ? null : readFolderGame(folder));
  const deps = { digest: nodeDigest, clock: systemClock, random: systemRandom, game };
  return {
    writer,
    intake: createIntake({ parseEnvelope, parseRecord, present: presentOutcome, uploads: writer, log, ...deps }),
    owner: createRunner(writer.operator, deps),
  };
});
