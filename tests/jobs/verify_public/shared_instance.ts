import { after, before } from 'node:test';
import { type InstanceOptions, inTempDir, startInstance } from '../../support/instance.ts';

interface SharedInstance {
  readonly url: string;
  readonly dataDir: string;
}

/** Starts and prepares an instance for all tests of a file. Its fields can be read once the tests run. */
export function shareInstance(
  options: Omit<InstanceOptions, 'dataDir'>,
  prepare: (instance: SharedInstance) => Promise<void>,
): SharedInstance {
  const shared = { url: '', dataDir: '' };
  let stop: () => void;
  let stopped: Promise<void>;
  before(async () => {
    await new Promise<void>((started, failed) => {
      stopped = inTempDir(async (dataDir) => {
        const instance = await startInstance({ ...options, dataDir });
        Object.assign(shared, { url: instance.url, dataDir });
        try {
          await prepare(shared);
          await new Promise<void>((resolve) => {
            stop = resolve;
            started();
          });
        } finally {
          await instance.kill();
        }
      });
      stopped.catch(failed);
    });
  });
  after(async () => {
    stop();
    await stopped;
  });
  return shared;
}
