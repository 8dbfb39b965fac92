import process from 'node:process';
import { systemClock } from '../adapters/clock.ts';
import { deferCompilation } from '../adapters/compile_late.ts';
import { buildLocalUrl, readConfig } from '../adapters/config.ts';
import { createLog, warnIfDebug } from '../adapters/log.ts';
import { describeRelease, readRelease, VERSION_ARGUMENT } from '../adapters/release.ts';
import { describeStartFailure } from '../adapters/start_failure.ts';
import { callOnStopSignal } from '../adapters/stop_signals.ts';
import { startEdge } from './edge.ts';
import { resolveConfig, startPrimary } from './primary.ts';

function exitWithRefusal(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

deferCompilation();
const release = readRelease();
const config = readConfig(process.env, { terminal: process.stderr.isTTY === true });
if (process.argv[2] === VERSION_ARGUMENT) process.stdout.write(`${describeRelease(release)}\n`);
else if (!config.ok) exitWithRefusal(config.error);
else {
  const log = createLog(config.value.log, systemClock);
  warnIfDebug(config.value.log, log);
  try {
    const resolved = await resolveConfig(config.value, release);
    const startRole = config.value.role === 'edge' ? startEdge : startPrimary;
    if (!resolved.ok) exitWithRefusal(resolved.error);
    const { publicUrl } = resolved.value;
    const instance = await startRole(resolved.value, log, process.env);
    if (!instance.ok) exitWithRefusal(instance.error);
    else {
      const { port } = instance.value;
      const url = buildLocalUrl(config.value, port);
      log.info('instance.listening', { host: config.value.host, port, url, publicUrl, ...release });
      const end = async (): Promise<void> => {
        log.info('instance.stopping');
        await instance.value.stop();
        log.info('instance.stopped');
        process.exit(0);
      };
      callOnStopSignal(() => void end());
    }
  } catch (error) {
    const sentence = describeStartFailure(error, config.value);
    if (sentence === null) log.error('instance.bug', {}, error);
    exitWithRefusal(sentence ?? 'The instance did not start because of a bug in this program; the log says where.');
  }
}
