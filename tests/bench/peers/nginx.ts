import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { answers, freePort, sleep } from '../../support/instance.ts';

/** An nginx that serves finished pages, each as a file beside its packed twin. */
export interface PageServer {
  readonly port: number;
  /** The path of a page. */
  path(page: number): string;
  stop(): Promise<void>;
}

export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v']).error === undefined;
}

/** Starts nginx over these pages. */
export async function startNginx(folder: string, pages: readonly Uint8Array[]): Promise<PageServer> {
  const port = await freePort();
  mkdirSync(folder, { recursive: true });
  for (const [i, page] of pages.entries()) {
    writeFileSync(join(folder, `${i}.json`), page);
    writeFileSync(join(folder, `${i}.json.gz`), gzipSync(page));
  }
  const settings = join(folder, 'nginx.conf');
  writeFileSync(settings, configuration(folder, port));
  const child = spawn('nginx', ['-p', folder, '-c', settings, '-e', 'stderr'], { stdio: 'ignore' });
  while (!(await answers(`http://127.0.0.1:${port}/0.json`))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
    await sleep(20);
  }
  return {
    port,
    path: (page) => `/${page}.json`,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function configuration(folder: string, port: number): string {
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `daemon off; worker_processes auto; pid ${folder}/pid; user root;
events { worker_connections 512; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; default_type application/json;
  ${kept.join(' ')}
  server { listen 127.0.0.1:${port}; root ${folder}; gzip_static on; }
}
`;
}
