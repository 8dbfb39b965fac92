import { createBuilderContext } from '../../adapters/builder_context.ts';
import { systemClock } from '../../adapters/clock.ts';
import type { DataDir } from '../../adapters/data_folder/data_dir.ts';
import { nodeDigest } from '../../adapters/digest.ts';
import { createExportFolder } from '../../adapters/exports/folder.ts';
import { openExportEvidence } from '../../adapters/libsql/evidence/export_evidence.ts';
import { openExportSource } from '../../adapters/libsql/snapshot/export/source.ts';
import { openUploadWriter } from '../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../adapters/random.ts';
import { RULE_VERSIONS } from '../../domain/families/mod.ts';
import type { BuilderContext, WorkEpoch } from '../../domain/operator/builder_context.ts';
import { type CommandOwner, createRunner } from '../../domain/operator/commands.ts';
import { createAttribution } from '../../domain/values/attribution.ts';
import { StorageFault, type StoreName } from '../../domain/values/storage_fault.ts';
import type { JobTools } from '../../jobs/job.ts';
import { PUBLIC_KINDS } from '../../schema/record_kinds.ts';
import { NO_BACKUPS } from '../support/no_backups.ts';

export const CAUSE = 'SQLITE_IOERR';

/**
 * Creates a command's tools on a real data folder. Every call of the method `broken`, such as `evidence.cursor`, fails.
 */
export function createFaultTools(dir: DataDir, broken: string | null) {
  /** Maps each method that was called to its store. */
  const called = new Map<string, StoreName>();
  const guard: Guard = (port, prefix, store) =>
    guarded(port, prefix, (method) => {
      called.set(method, store);
      if (method === broken) throw new StorageFault(store, CAUSE);
    });
  const exporter = {
    openSource: async () => {
      const source = await openExportSource(dir);
      return source === null ? null : guard(source, 'source', 'snapshot');
    },
    openEvidence: async (epoch: string) => guard(await openExportEvidence(dir, epoch), 'evidence', 'evidence'),
    folder: guard(createExportFolder(dir.exports), 'exports', 'exports'),
    clock: systemClock,
    attribution: createAttribution({ publicUrl: 'https://witness.example', serviceName: 'Third Witness' }),
  };
  const tools: JobTools = {
    builder: guardBuilder(dir, guard),
    owner: createGuardedOwner(dir, guard),
    exporter: exporter as JobTools['exporter'],
    backups: NO_BACKUPS,
  };
  return { tools, called };
}

type Guard = <Port extends object>(port: Port, prefix: string, store: StoreName) => Port;

/** Members that do not read or write storage: closing, and iterables that are read where they are used. */
const PASSED_ON: ReadonlySet<string> = new Set(['close', 'documents', 'pieces']);

/** Returns the port with `before` called first in each method. Drafts that a method returns are guarded as well. */
function guarded<Port extends object>(port: Port, prefix: string, before: (method: string) => void): Port {
  return new Proxy(port, {
    get: (target, name) => {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== 'function' || PASSED_ON.has(String(name))) return member;
      return (...args: unknown[]) => {
        before(`${prefix}.${String(name)}`);
        const answer: unknown = member.apply(target, args);
        if (!(answer instanceof Promise)) return answer;
        return answer.then((value: unknown) => (isDraft(value) ? guarded(value, `${prefix}.draft`, before) : value));
      };
    },
  });
}

function isDraft(value: unknown): value is object {
  return typeof value === 'object' && value !== null && ('keep' in value || 'publish' in value);
}

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

function guardBuilder(dir: DataDir, guard: Guard): BuilderContext {
  const real = createBuilderContext({
    dir,
    log: SILENT,
    stop: new AbortController().signal,
    onProgress: () => {},
    onTable: () => {},
    rules: { feedTime: 'exact', rollups: RULE_VERSIONS },
    kinds: { publicKinds: new Set<string>(PUBLIC_KINDS), namedKinds: new Set<string>() },
  });
  const guardEpoch = <Epoch extends WorkEpoch>(epoch: Epoch): Epoch => ({
    ...epoch,
    evidence: guard(epoch.evidence, 'evidence', 'evidence'),
    snapshots: guard(epoch.snapshots, 'snapshots', 'snapshot'),
  });
  return {
    ...real,
    turn: (work) => real.turn((uploads) => work(guard(uploads, 'uploads', 'uploads'))),
    openServed: async () => {
      const served = await real.openServed();
      return served.ok ? { ok: true, value: guardEpoch(served.value) } : served;
    },
    createEpoch: async () => guardEpoch(await real.createEpoch()),
    createScratch: async () => guardEpoch(await real.createScratch()),
    imports: guard(real.imports, 'imports', 'imports'),
    documents: guard(real.documents, 'documents', 'documents'),
    witnesses: guard(real.witnesses, 'witnesses', 'evidence'),
  };
}

/** Carries out commands in this process, as if no instance were running. */
function createGuardedOwner(dir: DataDir, guard: Guard): CommandOwner {
  return {
    carryOut: async (command) => {
      const uploads = await openUploadWriter(dir.uploadsDb, { random: systemRandom, create: true });
      try {
        const times = { clock: systemClock, random: systemRandom, digest: nodeDigest };
        return await createRunner(guard(uploads.operator, 'operator', 'uploads'), times).carryOut(command);
      } finally {
        await uploads.close();
      }
    },
  };
}
