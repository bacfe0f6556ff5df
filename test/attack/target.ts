import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type HostileNode, startHostileNode } from '../../src/gateway/hostileNode.cases.ts'
import type { KeyGrants } from '../../src/server/keys/apiKey.ts'
import { withKeyFolder } from '../../src/server/keys/apiKeyFolder.ts'
import { Keyring } from '../../src/server/keys/keyring.ts'
import { storedKeys } from '../../src/server/keys/keyStore.ts'
import type { Running } from '../processes/cliProcess.ts'
import { type Announced, type StartedNode, startNode, stop } from '../processes/nodeProcess.ts'
import { TemporaryFolder } from '../processes/temporaryFolder.ts'
import { KeyClient } from './client.ts'
import { anonymousMiB, residentMiB } from './processFigures.ts'
import { connectOnly, open, webSocketOpening } from './rawSockets.ts'

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
  createKey(grants?: Partial<KeyGrants>): Promise<CreatedKey>
  createKeys(count: number, grants?: Partial<KeyGrants>): Promise<CreatedKey[]>
  /** The process that is attacked. */
  readonly pid: number
  readonly isAlive: boolean
  /** Without mapped files. */
  memoryMiB(): number
  stop(): Promise<void>
}

/** The setting of the attacked processes. */
export const configuredMiB = 1_024

export interface CreatedKey {
  readonly id: string
  readonly client: KeyClient
}

/** `hasPages`: the explorer was built, and is served. */
export async function openTarget(hasPages: boolean): Promise<Target> {
  const folder = new TemporaryFolder()
  const started = await startNode(
    ...['--data', folder.path, '--access', 'keys', '--admin-port', '0', '--memory', String(configuredMiB)],
    ...['--network', 'regtest', '--network', 'testnet', '--networks.regtest.flush', 'none'],
    ...(hasPages ? ['--explorer'] : []),
    ...['--networks.regtest.peers.enabled', '--networks.regtest.peers.discovery'],
    ...['--networks.regtest.peers.host', '127.0.0.1', '--networks.regtest.peers.port', '0'],
    '--networks.regtest.state-overrides',
  )
  return warmed(await targetOf(started, started.announced, folder, []))
}

/**
 * A process that has just started compiles its program while it answers, and takes a connection in twice the time of one that
 * has run for a while.
 */
export async function warm(client: KeyClient): Promise<void> {
  for (let count = 0; count < 500; count++) await client.ask('eth_blockNumber')
  const port = Number(client.url.port)
  await connectOnly({ port }, 20, 500)
  const opening = webSocketOpening(client.url.pathname)
  for (let count = 0; count < 100; count++) {
    const socket = open(port)
    socket.write(opening)
    await once(socket, 'data')
    socket.destroy()
  }
}

async function warmed(target: Target): Promise<Target> {
  await warm(target.victim)
  return target
}

/** A gateway that requires keys, before a node of a local network. */
export async function openGatewayTarget(): Promise<Target> {
  const { folder, node, words } = await openBehindGateway()
  const { url } = node.announced.networks[0]!
  const gateway = await startNode(...words, '--nodes', `regtest=${url}`)
  return warmed(await targetOf(gateway, node.announced, folder, [node.running]))
}

/** A gateway that requires keys, before a node of a local network and a hostile one. */
export async function openHostileFleet(): Promise<Target & { readonly hostile: HostileNode }> {
  const { folder, node, words } = await openBehindGateway()
  const { url, chainId } = node.announced.networks[0]!
  const client = new KeyClient(url)
  const { result } = await client.ask('eth_getBlockByNumber', ['0x0', false])
  const { hash } = result as { readonly hash: string }
  client.close()
  const hostile = await startHostileNode({ number: 0, hash }, chainId)
  const gateway = await startNode(...words, '--nodes', `regtest=${url},${hostile.url}`)
  const target = await targetOf(gateway, node.announced, folder, [node.running])
  return Object.assign(await warmed(target), { hostile })
}

/** A node of a local network, and the settings of a gateway without its nodes. */
async function openBehindGateway(): Promise<{ folder: TemporaryFolder; node: StartedNode; words: string[] }> {
  const folder = new TemporaryFolder()
  const secret = ['--fleet-secret-file', folder.write('secret', 'the-secret-of-a-fleet-that-is-attacked')]
  const node = await startNode(
    ...[
      '--data',
      `${folder.path}/node`,
      '--network',
      'regtest',
      '--networks.regtest.flush',
      'none',
      ...secret,
    ],
  )
  const role = ['--role', 'gateway', '--data', folder.path, '--access', 'keys']
  return { folder, node, words: [...role, '--memory', String(configuredMiB), ...secret] }
}

async function targetOf(
  { running, announced }: StartedNode,
  { networks }: Announced,
  folder: TemporaryFolder,
  others: readonly Running[],
): Promise<Target> {
  const all = [running, ...others]
  const killAll = (): void => {
    for (const { child } of all) child.kill('SIGKILL')
  }
  process.once('exit', killAll)
  const base = announced.networks[0]!.url
  const createKeys = (count: number, grants: Partial<KeyGrants> = {}): Promise<CreatedKey[]> =>
    withKeyFolder(folder.path, (store) => {
      const keyring = new Keyring({ keys: storedKeys(store), now: Date.now, random: randomBytes })
      return Array.from({ length: count }, () => {
        const { key, text } = keyring.create({ label: 'attack', ...grants })
        return { id: key.id, client: new KeyClient(`${base.replace(/\/$/, '')}/${text}`) }
      })
    })
  const [attacker, victim] = await createKeys(2)
  return {
    folder: folder.path,
    announced,
    attacker: attacker!.client,
    victim: victim!.client,
    account: networks[0]!.accounts[0]!.address,
    port: Number(new URL(base).port),
    createKeys,
    createKey: async (grants) => (await createKeys(1, grants))[0]!,
    pid: running.child.pid ?? 0,
    get isAlive() {
      return isRunning(running)
    },
    memoryMiB: () => memoryOf(running, false),
    async stop() {
      process.off('exit', killAll)
      for (const one of all) if (isRunning(one)) await stop(one, 'SIGKILL')
      folder.remove()
    },
  }
}

const isRunning = ({ child }: Running): boolean => child.exitCode === null && child.signalCode === null

/** MiB, with or without mapped files. */
export function memoryOf({ child: { pid } }: Running, withFiles = true): number {
  return pid === undefined ? 0 : withFiles ? residentMiB(pid) : anonymousMiB(pid)
}
