import { type AddressInfo, createServer } from 'node:net';

/** A port of this host that is free now. It is asked for before anything listens, because links are made with it. */
export function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, host, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
