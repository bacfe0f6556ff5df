import { readFileSync } from 'node:fs'
import { type HostileNode, startHostileNode } from '../../src/gateway/hostileNode.cases.ts'
import { cambium, type Running } from '../processes/cliProcess.ts'
import { type Announced, type StartedNode, startNode, stop } from '../processes/nodeProcess.ts'
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
  const started = await startNode(
    ...['--data', folder.path, '--access', 'keys', '--admin-port', '0'],
    ...['--network', 'regtest', '--network', 'testnet', '--networks.regtest.flush', 'none'],
    ...['--networks.regtest.peers.enabled', '--networks.regtest.peers.discovery'],
    ...['--networks.regtest.peers.host', '127.0.0.1', '--networks.regtest.peers.port', '0'],
  )
  return targetOf(started, started.announced, folder, [])
}

/** A gateway that requires keys, before a node of a local network and a hostile one. */
export async function openGatewayTarget(): Promise<Target & { readonly hostile: HostileNode }> {
  const folder = new TemporaryFolder()
  const secret = ['--fleet-secret-file', folder.write('secret', 'the-secret-of-a-fleet-that-is-attacked')]
  const node = await startNode('--data', `${folder.path}/node`, '--network', 'regtest', ...secret)
  const { url, chainId } = node.announced.networks[0]!
  const client = new KeyClient(url)
  const { result } = await client.ask('eth_getBlockByNumber', ['0x0', false])
  const { hash } = result as { readonly hash: string }
  client.close()
  const hostile = await startHostileNode({ number: 0, hash }, chainId)
  const gateway = await startNode(
    ...['--role', 'gateway', '--data', folder.path, '--access', 'keys', ...secret],
    ...['--nodes', `regtest=${url},${hostile.url}`],
  )
  const target = targetOf(gateway, node.announced, folder, [node.running])
  return Object.assign(await target, { hostile })
}

async function targetOf(
  { running, announced }: StartedNode,
  { networks }: Announced,
  folder: TemporaryFolder,
  others: readonly Running[],
): Promise<Target> {
  const all = [running, ...others]
  process.once('exit', () => {
    for (const { child } of all) child.kill('SIGKILL')
  })
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
    account: networks[0]!.accounts[0]!.address,
    port: Number(new URL(base).port),
    createKey,
    get isAlive() {
      return isRunning(running)
    },
    memoryMiB: () => memoryOf(running),
    async stop() {
      for (const one of all) if (isRunning(one)) await stop(one, 'SIGKILL')
      folder.remove()
    },
  }
}

const isRunning = ({ child }: Running): boolean => child.exitCode === null && child.signalCode === null

/** MiB, with or without mapped files. Linux only; 0 elsewhere and for a process that has ended. */
export function memoryOf({ child: { pid } }: Running, withFiles = true): number {
  try {
    const kibibytes = (withFiles ? /VmRSS:\s+(\d+)/ : /RssAnon:\s+(\d+)/).exec(
      readFileSync(`/proc/${pid}/status`, 'utf8'),
    )?.[1]
    return Number(kibibytes ?? 0) / 1024
  } catch {
    return 0
  }
}
