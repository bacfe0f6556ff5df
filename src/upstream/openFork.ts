import type { Network } from '../protocol/networks/network.ts'
import { numberFrom } from './answers/fields.ts'
import { fetchBlock } from './blocks/fetchBlock.ts'
import { blockKey, decodePastBlock, type PastBlock } from './blocks/pastBlock.ts'
import {
  type ForkCache,
  type ForkPoint,
  forgetForkPoint,
  openForkCache,
  readForkPoint,
  writeForkPoint,
} from './cache/forkCache.ts'
import type { EndpointLimits } from './endpoint/endpoint.ts'
import { endpointUrl } from './endpoint/endpointUrl.ts'
import { UpstreamError } from './endpoint/upstreamError.ts'
import { type Fetcher, FetchThread } from './fetching/fetchThread.ts'
import { MissingValues } from './fetching/guessing.ts'
import { Fork } from './fork.ts'
import { givesLongCells } from './givesLongCells.ts'
import { givesProofs } from './givesProofs.ts'
import { decoded, resultOf } from './state/answerValue.ts'
import { PlainReading } from './state/plainReading.ts'
import { ProvenReading } from './state/provenReading.ts'

export interface ForkOptions {
  /** An HTTP endpoint, or `mainnet` or `testnet` for the public node of that network. */
  readonly url: string
  /** The last block of the origin that the fork has; its best block by default. */
  readonly block?: number | undefined
  /** Where answers are kept for later runs; in memory if undefined. */
  readonly cacheFolder?: string | undefined
  readonly limits?: Partial<EndpointLimits>
}

/** Opens a fork. `networkOf` gives the rules of a chain id. Rejects with an `UpstreamError`. */
export async function openFork(options: ForkOptions, networkOf: (chainId: number) => Network): Promise<Fork> {
  const url = endpointUrl(options.url)
  const fetcher = new FetchThread({ url, ...(options.limits && { limits: options.limits }) })
  try {
    return await open(options, url, fetcher, networkOf)
  } catch (error) {
    fetcher.close()
    throw error
  }
}

async function open(
  { block, cacheFolder }: ForkOptions,
  url: URL,
  fetcher: Fetcher,
  networkOf: (chainId: number) => Network,
): Promise<Fork> {
  const known = block === undefined ? undefined : readForkPoint(cacheFolder, url, block)
  const chainId = known?.chainId ?? (await chainIdOf(fetcher))
  const network = networkOf(chainId)
  const fromCache = known && (await cachedFork(known, network, cacheFolder))
  const first =
    fromCache?.block ??
    (await fetchBlock(block ?? (await latestNumber(fetcher)), {
      network,
      shown: fetcher.shown,
      missing: new MissingValues(fetcher),
    }))
  const { number, hash } = first.block.header
  const point: ForkPoint = { chainId, number, hash }
  const cache = fromCache?.cache ?? (await openForkCache(cacheFolder, point))
  const missing = new MissingValues(fetcher, (error) => {
    if (error instanceof UpstreamError && error.code === 'reorganised')
      forgetForkPoint(cacheFolder, url, number)
  })
  try {
    const isVerified = await givesProofs(first, network, cache, missing, fetcher)
    const { shown } = fetcher
    const reading = isVerified
      ? new ProvenReading(shown)
      : new PlainReading(shown, await givesLongCells(first, cache, missing))
    const fork = new Fork({
      network,
      originChainId: chainId,
      block: first,
      fetcher,
      missing,
      cache,
      reading,
      isVerified,
    })
    writeForkPoint(cacheFolder, url, point)
    return fork
  } catch (error) {
    cache.close()
    throw error
  }
}

async function chainIdOf(fetcher: Fetcher): Promise<number> {
  const call = { method: 'eth_chainId', params: [] }
  const [answer] = await fetcher.ask([call])
  return decoded(fetcher.shown, () => numberFrom(resultOf(answer!, call, fetcher.shown), 'chain id'))
}

/** The cache of a block that an earlier run forked at, unless it lost the block. */
async function cachedFork(
  point: ForkPoint,
  network: Network,
  folder: string | undefined,
): Promise<{ readonly cache: ForkCache; readonly block: PastBlock } | undefined> {
  const cache = await openForkCache(folder, point)
  const bytes = cache.get(blockKey(point.hash))
  if (bytes !== undefined) return { cache, block: decodePastBlock(bytes, network) }
  cache.close()
  return undefined
}

async function latestNumber(fetcher: Fetcher): Promise<number> {
  const call = { method: 'eth_blockNumber', params: [] }
  const [answer] = await fetcher.ask([call])
  return decoded(fetcher.shown, () => numberFrom(resultOf(answer!, call, fetcher.shown), 'block number'))
}
