import { DecodeError } from '../../primitives/errors.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import type { NetworkName } from '../../protocol/networks/networkName.ts'
import { type Endpoint, type Enode, parseEndpoint, parseEnode, parseNodeId } from '../identity/enode.ts'
import { networkDefaults } from './networkDefaults.ts'
import type { PeeringOptions } from './peeringOptions.ts'

/** The options with everything decided and every text read. */
export interface PeeringSettings {
  readonly host: string | undefined
  readonly port: number
  readonly listen: boolean
  readonly discovery: boolean
  readonly bootNodes: readonly Endpoint[]
  readonly staticPeers: readonly Enode[]
  /** Hex digits of the ids of nodes for which there is always a place; static peers are among them. */
  readonly trusted: ReadonlySet<string>
  readonly maximumPeers: number
  readonly publicAddress: string
}

const usualMaximum = 30
const wildcards: ReadonlySet<string> = new Set(['0.0.0.0', '::', '[::]'])

/** Throws a `DecodeError` that names the option at fault. */
export function peeringSettings(options: PeeringOptions, network: NetworkName): PeeringSettings {
  const usual = networkDefaults[network]
  const port = options.port ?? usual.port
  if (port === undefined) throw new DecodeError('peering.port', `has no usual value for ${network}; give one`)
  const staticPeers = (options.staticPeers ?? []).map((text) =>
    named('peering.staticPeers', parseEnode, text),
  )
  const trusted = (options.trustedPeers ?? []).map((text) => named('peering.trustedPeers', idIn, text))
  return {
    host: options.host,
    port,
    listen: options.listen ?? true,
    discovery: options.discovery ?? usual.discovery,
    bootNodes:
      options.bootNodes?.map((text) => named('peering.bootNodes', parseEndpoint, text)) ?? usual.bootNodes,
    staticPeers,
    trusted: new Set([...trusted, ...staticPeers.map(({ id }) => id)].map(toHexDigits)),
    maximumPeers: options.maximumPeers ?? usualMaximum,
    publicAddress: options.publicAddress ?? ownAddress(options.host),
  }
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
    throw new DecodeError(option, `${text} is not understood: ${error.message}`)
  }
}
