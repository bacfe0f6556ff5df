import { asHash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import type { NetworkName } from '../../protocol/networks/networkName.ts'
import { type Endpoint, type Enode, parseEndpoint, parseEnode, parseNodeId } from '../identity/enode.ts'
import type { BlockIdentifier } from '../messages/message.ts'
import { type SnapshotSpacing, usualSpacing } from '../serving/snapshotServer.ts'
import { networkDefaults } from './networkDefaults.ts'
import type { PeeringOptions } from './peeringOptions.ts'

/** Validated options with defaults. */
export interface PeeringSettings {
  readonly host: string | undefined
  readonly port: number
  readonly listen: boolean
  readonly discovery: boolean
  readonly bootNodes: readonly Endpoint[]
  readonly staticPeers: readonly Enode[]
  /** Hex digits of the ids of nodes that always get a place; static peers are among them. */
  readonly trusted: ReadonlySet<string>
  readonly maximumPeers: number
  readonly publicAddress: string
  readonly sync: 'full' | 'snap'
  readonly trustedBlock: BlockIdentifier | undefined
  readonly backfill: boolean
  readonly snapshotBlocks: number | undefined
  readonly serveSnapshots: boolean
  readonly snapshotSpacing: SnapshotSpacing
}

const defaultMaximumPeers = 30
const wildcards: ReadonlySet<string> = new Set(['0.0.0.0', '::', '[::]'])

/** Throws a `DecodeError` that names the invalid option. */
export function peeringSettings(options: PeeringOptions, network: NetworkName): PeeringSettings {
  const defaults = networkDefaults[network]
  const port = options.port ?? defaults.port
  if (port === undefined) throw new DecodeError('peering.port', `has no default for ${network}; set one`)
  const staticPeers = (options.staticPeers ?? []).map((text) =>
    named('peering.staticPeers', parseEnode, text),
  )
  const trusted = (options.trustedPeers ?? []).map((text) => named('peering.trustedPeers', idIn, text))
  return {
    host: options.host,
    port,
    listen: options.listen ?? true,
    discovery: options.discovery ?? defaults.discovery,
    bootNodes:
      options.bootNodes?.map((text) => named('peering.bootNodes', parseEndpoint, text)) ?? defaults.bootNodes,
    staticPeers,
    trusted: new Set([...trusted, ...staticPeers.map(({ id }) => id)].map(toHexDigits)),
    maximumPeers: options.maximumPeers ?? defaultMaximumPeers,
    publicAddress: options.publicAddress ?? ownAddress(options.host),
    sync: options.sync ?? 'full',
    trustedBlock:
      options.trustedBlock === undefined
        ? undefined
        : named('peering.trustedBlock', parseTrustedBlock, options.trustedBlock),
    backfill: options.backfill ?? true,
    snapshotBlocks: options.snapshotBlocks,
    serveSnapshots: options.serveSnapshots ?? true,
    snapshotSpacing: options.snapshotSpacing ?? usualSpacing,
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
