import { type AddressInfo, createServer } from 'node:net';

/** Returns a free port on this host. The port must be known before the server listens, because links contain it. */
export function findFreePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, host, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
