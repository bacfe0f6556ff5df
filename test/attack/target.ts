import { readFileSync } from 'node:fs'
import { cambium, type Running } from '../processes/cliProcess.ts'
import { type Announced, startNode, stop } from '../processes/nodeProcess.ts'
import { TemporaryFolder } from '../processes/temporaryFolder.ts'
import { KeyClient } from './client.ts'

/** A running node that requires keys, with the key of an attacker and that of a victim. */
export interface Target {
  readonly folder: string
  readonly announced: Announced
  readonly attacker: KeyClient
  readonly victim: KeyClient
  /** An account of the local chain with a balance. */
  readonly account: string
  /** Host and port of the service. */
  readonly port: number
  /** Creates a key and returns its id and the client that uses it. */
  createKey(...grants: string[]): Promise<{ readonly id: string; readonly client: KeyClient }>
  readonly isAlive: boolean
  memoryMiB(): number
  stop(): Promise<void>
}

interface CreatedKey {
  readonly id: string
  readonly key: string
}

export async function openTarget(): Promise<Target> {
  const folder = new TemporaryFolder()
  const { running, announced } = await startNode(
    ...['--data', folder.path, '--access', 'keys', '--admin-port', '0'],
    ...['--network', 'regtest', '--network', 'testnet', '--networks.regtest.sync', 'none'],
    ...['--networks.regtest.peers.enabled', '--networks.regtest.peers.discovery'],
    ...['--networks.regtest.peers.host', '127.0.0.1', '--networks.regtest.peers.port', '0'],
  )
  process.once('exit', () => running.child.kill('SIGKILL'))
  const base = announced.networks[0]!.url
  const createKey = async (...grants: string[]) => {
    const words = ['keys', 'create', '--json', '--data', folder.path, '--label', 'attack', ...grants]
    const { output } = await cambium(...words)
    const { id, key }: CreatedKey = JSON.parse(output)
    return { id, client: new KeyClient(`${base.replace(/\/$/, '')}/${key}`) }
  }
  return {
    folder: folder.path,
    announced,
    attacker: (await createKey()).client,
    victim: (await createKey()).client,
    account: announced.networks[0]!.accounts[0]!.address,
    port: Number(new URL(base).port),
    createKey,
    get isAlive() {
      return isRunning(running)
    },
    memoryMiB: () => memoryOf(running),
    async stop() {
      if (isRunning(running)) await stop(running, 'SIGKILL')
      folder.remove()
    },
  }
}

const isRunning = ({ child }: Running): boolean => child.exitCode === null && child.signalCode === null

/** MiB. Linux only; 0 elsewhere and for a process that has ended. */
export function memoryOf({ child: { pid } }: Running): number {
  try {
    const kibibytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kibibytes ?? 0) / 1024
  } catch {
    return 0
  }
}
