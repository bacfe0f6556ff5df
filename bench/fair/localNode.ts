import { type Running, start } from '../rpc/running.ts'

/** Starts a build of Cambium with the local chain in a folder, or in memory. `main` is its main.js. */
export const startLocalNode = (
  name: string,
  main: string,
  folder: string | undefined,
  flags: readonly string[],
): Promise<Running> =>
  start({
    name,
    command: process.execPath,
    arguments: (port) => [
      ...[main, 'node', '--network', 'regtest', '--port', String(port)],
      ...(folder === undefined ? [] : ['--data', folder]),
      ...flags,
    ],
    holding: { hold: ['evm_stopMining', []], release: ['evm_startMining', []] },
  })
