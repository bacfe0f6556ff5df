import { upgradeSteps } from '../../chain/upgradeSteps.ts'
import { headerTables } from '../../light/chain/headerRecords.ts'
import { CheckThreads } from '../../light/checking/checkThreads.ts'
import { checksHere } from '../../light/checking/headerChecks.ts'
import type { EndpointPool } from '../../light/endpoints/endpointPool.ts'
import { LightError } from '../../light/lightError.ts'
import { openLightEndpoints } from '../../light/openLightEndpoints.ts'
import { type LightHeadersOptions, openLightHeaders } from '../../light/openLightHeaders.ts'
import { join } from '../../platform/paths.ts'
import { hasThreads } from '../../platform/runtime.ts'
import { asHash } from '../../primitives/bytes.ts'
import { genesisBlock } from '../../protocol/genesis.ts'
import { networks } from '../../protocol/networks/definitions.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { NetworkName } from '../../protocol/networks/upgrades.ts'
import { endpointUrl } from '../../remote/endpointUrl.ts'
import { openEndpoint } from '../../remote/openEndpoint.ts'
import type { RemoteLimits } from '../../remote/remoteLimits.ts'
import { openStore } from '../../store/openStore.ts'
import type { Store } from '../../store/store.ts'
import { type CallAnswer, numberFrom } from '../../upstream/answers/fields.ts'
import { UpstreamError } from '../../upstream/upstreamError.ts'
import { LightNode } from './lightNode.ts'

export interface LightNodeOptions extends Pick<LightHeadersOptions, 'onProgress' | 'onProblem'> {
  /** Mainnet if undefined. */
  readonly network?: NetworkName
  /** One to eight untrusted HTTP endpoints. */
  readonly endpoints: readonly string[]
  /** Hash of the block that is trusted; by default the checkpoint of the release, on local chains the first block. */
  readonly checkpoint?: Uint8Array | undefined
  /** Whether all headers from the checkpoint on are linked; with a data folder only if undefined. */
  readonly link?: boolean | undefined
  /** Folder of the headers, with a subfolder for each network; in memory if undefined. */
  readonly dataFolder?: string | undefined
  /** Bitcoin blocks of work with which headers are believed that are not linked to the checkpoint. */
  readonly work?: number | undefined
  /** `http://user:password@host:port` of a Bitcoin node. */
  readonly bitcoin?: string | undefined
  /** Methods that are passed on although their answers have no proof. */
  readonly unverified?: readonly string[] | undefined
  /** Between two questions for a newer head; by the network if undefined, and 0 for no polling. */
  readonly pollMs?: number | undefined
  /** Milliseconds since 1970. */
  readonly clock?: (() => number) | undefined
  /** Ends the opening: the endpoints are closed, and the stored headers are whole. */
  readonly signal?: AbortSignal | undefined
}

/** Threads that check long lists of headers; the endpoints are slower than two of them. */
const checkingThreads = 2

/**
 * Opens a light client, and resolves when its head is believed. Rejects with a `RangeError` for endpoints that are not URLs, an
 * `UpstreamError`, a `LightError` or a `StoreError`, and with the reason of the signal or an `UpstreamError` once that aborts.
 */
export async function openLightNode(options: LightNodeOptions): Promise<LightNode> {
  const { network: name = 'mainnet', checkpoint, dataFolder, clock = Date.now, onProblem, signal } = options
  const endpoints = openLightEndpoints({ urls: options.endpoints })
  const abandon = (): void => endpoints.close()
  signal?.addEventListener('abort', abandon)
  try {
    signal?.throwIfAborted()
    const network = await networkOf(name, endpoints)
    const headers = await openLightHeaders({
      ...options,
      network,
      endpoints,
      anchor: checkpoint && asHash(checkpoint),
      mode: (options.link ?? dataFolder !== undefined) ? 'linked' : 'backed-by-work',
      workBitcoinBlocks: options.work,
      intervalMs: options.pollMs,
      bitcoin:
        options.bitcoin === undefined
          ? undefined
          : openEndpoint({ url: endpointUrl(options.bitcoin), limits: bitcoinLimits }),
      nowMs: clock,
      store: dataFolder === undefined ? undefined : headerStore(dataFolder, network),
      checks: hasThreads ? new CheckThreads(network, checkingThreads) : checksHere(network),
    })
    return new LightNode({
      headers,
      endpoints,
      unverified: new Set(options.unverified),
      clock: () => Math.floor(clock() / 1000),
      now: () => performance.now(),
      onError: onProblem,
    })
  } catch (error) {
    const served = error instanceof UpstreamError ? await chainIdOf(endpoints) : undefined
    endpoints.close()
    throw served === undefined ? error : (otherNetwork(name, served) ?? error)
  } finally {
    signal?.removeEventListener('abort', abandon)
  }
}

/** A local chain may have an id of its own, which only its endpoint knows. */
async function networkOf(name: NetworkName, endpoints: EndpointPool): Promise<Network> {
  const network = networks[name]
  if (name !== 'regtest') return network
  const chainId = await endpoints.tryEach((endpoint) => endpoint.ask(chainIdCalls, chainIdIn))
  const problem = otherNetwork(name, chainId)
  if (problem !== undefined) throw problem
  return { ...network, chainId }
}

const chainIdCalls = [{ method: 'eth_chainId', params: [] }]
const chainIdIn = ([answer]: readonly CallAnswer[]): number => numberFrom(answer!.result, 'eth_chainId')

/** Of an endpoint that answers, be it with another chain; undefined without one. */
async function chainIdOf({ endpoints }: EndpointPool): Promise<number | undefined> {
  const answering = endpoints.find(({ standing }) => standing !== 'waiting')
  return answering?.ask(chainIdCalls, chainIdIn).catch(() => undefined)
}

/** Why a chain with this id cannot be that of the network. */
function otherNetwork(name: NetworkName, chainId: number): LightError | undefined {
  const other = Object.values(networks).find((known) => known.chainId === chainId)
  if (other === undefined || other.name === name) return undefined
  return new LightError(
    'other-network',
    `the endpoint serves ${other.name}, not ${name}: choose the network ${other.name}, or another endpoint`,
  )
}

const headerStore = (dataFolder: string, network: Network): Store =>
  openStore({
    path: join(dataFolder, `${network.name}-headers`),
    network: `headers of ${network.name}`,
    genesisHash: genesisBlock(networks[network.name]).header.hash,
    tables: headerTables,
    upgradeSteps,
  })

/** One attempt, because it is asked after each look at the endpoints, and new blocks wait for it. */
const bitcoinLimits: Partial<RemoteLimits> = {
  attempts: 1,
  attemptMs: 5_000,
  totalMs: 5_000,
  maximumAnswerBytes: 1 << 20,
  maximumTextBytes: 1 << 20,
}
