import { asHash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import type { NetworkName } from '../../protocol/networks/upgrades.ts'
import { type Enode, type PeerAddress, parseEnode, parseNodeId, parsePeerAddress } from '../identity/enode.ts'
import type { BlockIdentifier } from '../messages/message.ts'
import { type SnapshotSpacing, usualSpacing } from '../serving/snapshotServer.ts'

/** Defaults of peering in a network. */
interface NetworkDefaults {
  /** For transport and discovery; undefined when the operator must choose one. */
  readonly port: number | undefined
  readonly discovery: boolean
  readonly bootNodes: readonly PeerAddress[]
}

export const networkDefaults: Readonly<Record<NetworkName, NetworkDefaults>> = {
  mainnet: { port: 5050, discovery: true, bootNodes: bootNodes(16, 'rsk.co', 5050) },
  testnet: { port: 50_505, discovery: true, bootNodes: bootNodes(8, 'testnet.rsk.co', 50_505) },
  devnet: { port: undefined, discovery: false, bootNodes: [] },
  regtest: { port: 50_501, discovery: false, bootNodes: [] },
}

function bootNodes(count: number, domain: string, port: number): PeerAddress[] {
  return Array.from({ length: count }, (_, index) => ({
    host: `bootstrap${String(index + 1).padStart(2, '0')}.${domain}`,
    port,
  }))
}

/** How a node takes part in its network. Without these options it connects to no other node. */
export interface PeeringOptions {
  /** Address to listen on for peers; all addresses by default. */
  readonly host?: string
  /** For transport and discovery; by default the port of the network. 0 takes a free port. */
  readonly port?: number
  /** Whether other nodes can call this one; true by default. */
  readonly listen?: boolean
  /** Whether to search for nodes by discovery. The default depends on the network. */
  readonly discovery?: boolean
  /** `host:port` of the nodes that discovery starts from; by default those of the network. */
  readonly bootNodes?: readonly string[]
  /** `enode://<128 hex digits>@host:port` of nodes that are called whenever they are not connected. */
  readonly staticPeers?: readonly string[]
  /** Node ids or enodes of nodes that may connect although all places are taken. */
  readonly trustedPeers?: readonly string[]
  readonly maximumPeers?: number
  /** Addresses, or blocks of addresses as `address/bits`, that are banned from the start. */
  readonly bannedAddresses?: readonly string[]
  /** The address of this node that other nodes receive. */
  readonly publicAddress?: string
  /**
   * How an empty chain catches up: by executing all blocks (the default), or from the state of a recent block, which is
   * fetched from other nodes.
   */
  readonly sync?: 'full' | 'snap'
  /** With `snap`: `NUMBER:HASH` of a block that is known to be right; headers below it are not verified. */
  readonly trustedBlock?: string
  /** Whether a chain that started at a snapshot fetches the blocks below it in the background; true by default. */
  readonly backfill?: boolean
  /**
   * Number of blocks below a snapshot that are fetched before its use; by default as many as the rules of any network
   * read.
   */
  readonly snapshotBlocks?: number
  /** Whether other nodes can fetch the state of a recent block from this one; true by default. */
  readonly serveSnapshots?: boolean
  /** The blocks that are offered as snapshots; by default those of the reference node. */
  readonly snapshotSpacing?: SnapshotSpacing
  /** The node's private key; by default one is created and stored with the data. */
  readonly privateKey?: Uint8Array
}

/** Options that are left out, on every network. */
const usual = {
  listen: true,
  maximumPeers: 30,
  sync: 'full',
  backfill: true,
  serveSnapshots: true,
  snapshotSpacing: usualSpacing,
} as const satisfies PeeringOptions

const wildcards: ReadonlySet<string> = new Set(['0.0.0.0', '::', '[::]'])

/** Validated options with defaults. */
export interface PeeringSettings
  extends Pick<PeeringOptions, 'host' | 'snapshotBlocks'>,
    Required<Pick<PeeringOptions, keyof typeof usual | 'port' | 'discovery' | 'publicAddress'>> {
  readonly bootNodes: readonly PeerAddress[]
  readonly staticPeers: readonly Enode[]
  /** Hex digits of the ids of nodes that always get a place; static peers are among them. */
  readonly trusted: ReadonlySet<string>
  readonly trustedBlock: BlockIdentifier | undefined
}

/** Throws a `DecodeError` that names the invalid option. */
export function peeringSettings(options: PeeringOptions, network: NetworkName): PeeringSettings {
  const { bootNodes, trustedPeers = [], trustedBlock, ...given } = options
  const defaults = networkDefaults[network]
  const port = options.port ?? defaults.port
  if (port === undefined) throw new DecodeError('peering.port', `has no default for ${network}; set one`)
  const staticPeers = (options.staticPeers ?? []).map((text) =>
    named('peering.staticPeers', parseEnode, text),
  )
  const trusted = trustedPeers.map((text) => named('peering.trustedPeers', idIn, text))
  return {
    ...usual,
    discovery: defaults.discovery,
    publicAddress: ownAddress(options.host),
    ...given,
    port,
    bootNodes:
      bootNodes?.map((text) => named('peering.bootNodes', parsePeerAddress, text)) ?? defaults.bootNodes,
    staticPeers,
    trusted: new Set([...trusted, ...staticPeers.map(({ id }) => id)].map(toHexDigits)),
    trustedBlock:
      trustedBlock === undefined ? undefined : named('peering.trustedBlock', parseTrustedBlock, trustedBlock),
  }
}

function parseTrustedBlock(text: string): BlockIdentifier {
  const [, number, hash] = /^(\d{1,15}):(0x[0-9a-fA-F]{64})$/.exec(text) ?? []
  if (hash === undefined) throw new DecodeError('block', 'is not of the form NUMBER:HASH')
  return { number: Number(number), hash: asHash(fromHex(hash)) }
}

const ownAddress = (host: string | undefined): string =>
  host === undefined || wildcards.has(host) ? '127.0.0.1' : host

const idIn = (text: string): Uint8Array =>
  text.startsWith('enode://') ? parseEnode(text).id : parseNodeId(text)

function named<Value>(option: string, parse: (text: string) => Value, text: string): Value {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    throw new DecodeError(option, `${text} is invalid: ${error.message}`)
  }
}
