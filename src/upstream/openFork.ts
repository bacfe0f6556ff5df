import { equalBytes } from '../primitives/bytes.ts'
import type { Network } from '../protocol/networks/network.ts'
import { endpointUrl } from '../remote/endpointUrl.ts'
import type { RemoteLimits } from '../remote/remoteLimits.ts'
import { answersTo, fromEndpoint, numberFrom } from './answers/fields.ts'
import { fetchBlock } from './blocks/blockTasks.ts'
import { blockKey, decodePastBlock, type PastBlock } from './blocks/pastBlock.ts'
import {
  type ForkCache,
  type ForkPoint,
  forgetForkPoint,
  openForkCache,
  readForkPoint,
  writeForkPoint,
} from './cache/forkCache.ts'
import { givesLongCells, givesProofs } from './endpointAbilities.ts'
import { type Fetcher, FetchThread } from './fetching/fetchThread.ts'
import { MissingValues } from './fetching/missingValues.ts'
import { sourceOf } from './fetching/valueSource.ts'
import { Fork } from './fork.ts'
import type { StateReading } from './state/need.ts'
import { plainReading } from './state/plainReading.ts'
import { provenReading } from './state/provenReading.ts'
import { UpstreamError } from './upstreamError.ts'

export interface ForkOptions {
  /** An HTTP endpoint, or `mainnet` or `testnet` for the public node of that network. */
  readonly url: string
  /** The last block of the origin that the fork has; its best block by default. */
  readonly block?: number | undefined
  /** Where answers are kept for later runs; in memory if undefined. */
  readonly cacheFolder?: string | undefined
  /** Whether an endpoint that gives no proofs is refused. */
  readonly demandsProofs?: boolean | undefined
  readonly limits?: Partial<RemoteLimits>
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
  { block, cacheFolder, demandsProofs = false }: ForkOptions,
  url: URL,
  fetcher: Fetcher,
  networkOf: (chainId: number) => Network,
): Promise<Fork> {
  const known = block === undefined ? undefined : readForkPoint(cacheFolder, url, block)
  const chainId = known?.chainId ?? (await chainIdOf(fetcher))
  const network = networkOf(chainId)
  const fromCache = known && cachedFork(known, network, cacheFolder)
  const first =
    fromCache?.block ??
    (await fetchBlock(
      block ?? (await askNumber('eth_blockNumber', fetcher)),
      network,
      new MissingValues(sourceOf(fetcher)),
    ))
  const { number, hash } = first.block.header
  const point: ForkPoint = { chainId, number, hash }
  // An edited state has no name of its own: values of another run may differ.
  const folder = first.isEdited ? undefined : cacheFolder
  const cache = fromCache?.cache ?? openForkCache(folder, point)
  const missing = new MissingValues(sourceOf(fetcher), (error) => {
    if (!(error instanceof UpstreamError)) return error
    if (error.code === 'reorganised') forgetForkPoint(cacheFolder, url, number)
    return error.ofFork(number)
  })
  try {
    const isVerified = !first.isEdited && (await givesProofs(first, network, cache, missing))
    if (!isVerified && demandsProofs) throw withoutProofs(fetcher.shown)
    const reading = await readingOf(isVerified, first, cache, missing)
    const fork = new Fork({
      network,
      originChainId: chainId,
      block: first,
      endpoint: fetcher,
      missing,
      cache,
      reading,
      isVerified,
    })
    writeForkPoint(folder, url, point)
    return fork
  } catch (error) {
    cache.close()
    throw error
  }
}

async function readingOf(
  isVerified: boolean,
  block: PastBlock,
  cache: ForkCache,
  missing: MissingValues,
): Promise<StateReading> {
  return isVerified ? provenReading : plainReading(await givesLongCells(block, cache, missing))
}

const withoutProofs = (shown: string): UpstreamError =>
  new UpstreamError('unverified', `the endpoint ${shown} gives no proofs, which are required`)

/**
 * Switches a fork to another endpoint, which must have the same chain and the fork block, and give proofs if the fork is
 * verified. Rejects with an `UpstreamError`, and leaves the fork as it is then.
 */
export async function switchEndpoint(fork: Fork, text: string): Promise<void> {
  const fetcher = new FetchThread({ url: endpointUrl(text) })
  const { shown } = fetcher
  try {
    const chainId = await chainIdOf(fetcher)
    if (chainId !== fork.originChainId) {
      throw new UpstreamError(
        'wrong-network',
        `the endpoint ${shown} serves chain ${chainId} and not ${fork.originChainId}`,
      )
    }
    const missing = new MissingValues(sourceOf(fetcher))
    const { network, header, isVerified } = fork
    const block = await fetchBlock(header.number, network, missing)
    if (!equalBytes(block.block.header.hash, header.hash)) {
      throw new UpstreamError('reorganised', `the endpoint ${shown} has another block ${header.number}`)
    }
    const cache = openForkCache(undefined, { chainId, number: header.number, hash: header.hash })
    if (isVerified && !(await givesProofs(block, network, cache, missing))) {
      throw withoutProofs(shown)
    }
    fork.askOther(fetcher, await readingOf(isVerified, block, cache, missing))
  } catch (error) {
    fetcher.close()
    throw error
  }
}

/** The cache of an earlier run at this fork block, if it has the block. */
function cachedFork(
  point: ForkPoint,
  network: Network,
  folder: string | undefined,
): { readonly cache: ForkCache; readonly block: PastBlock } | undefined {
  const cache = openForkCache(folder, point)
  const bytes = cache.get(blockKey(point.hash))
  if (bytes !== undefined) return { cache, block: decodePastBlock(bytes, network) }
  cache.close()
  return undefined
}

const chainIdOf = (fetcher: Fetcher): Promise<number> => askNumber('eth_chainId', fetcher)

async function askNumber(method: string, fetcher: Fetcher): Promise<number> {
  const calls = [{ method, params: [] }]
  const [answer] = answersTo(calls, await fetcher.ask(calls))
  return fromEndpoint(fetcher.shown, () => numberFrom(answer!.result, method))
}
