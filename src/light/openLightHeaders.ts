import { equalBytes, type Hash } from '../primitives/bytes.ts'
import type { WorkProgress } from '../primitives/work/workProgress.ts'
import type { BlockHeader } from '../protocol/headers/header.ts'
import type { Network } from '../protocol/networks/network.ts'
import type { RemoteNode } from '../remote/remoteNode.ts'
import { memoryStore } from '../store/memory/memoryStore.ts'
import type { Store } from '../store/store.ts'
import { UpstreamError } from '../upstream/upstreamError.ts'
import { type Anchor, anchorOf } from './anchor/anchor.ts'
import { checkpoints } from './anchor/checkpoints.ts'
import { HeaderRecords } from './chain/headerRecords.ts'
import { HeaderTree } from './chain/headerTree.ts'
import { checksHere, type HeaderChecks } from './checking/headerChecks.ts'
import type { Endpoint } from './endpoints/endpoint.ts'
import type { EndpointPool } from './endpoints/endpointPool.ts'
import { backedWindow, minimumDifficultyAbove } from './following/backedWindow.ts'
import { HeaderFollower } from './following/headerFollower.ts'
import { HeaderRequests } from './following/headerRequests.ts'
import { LightError } from './lightError.ts'
import type { Belief, LightHeaders, LinkedHeader } from './lightHeaders.ts'

export interface LightHeadersOptions {
  readonly network: Network
  readonly endpoints: EndpointPool
  /** Where headers are kept; in memory if undefined. It is closed together with the headers. */
  readonly store?: Store | undefined
  /** The trusted block, or its hash. By default the checkpoint of the release, on local chains the first block. */
  readonly anchor?: Anchor | Hash | undefined
  /** On local chains, whose headers have no difficulty worth the name, all headers are linked. */
  readonly mode: 'linked' | 'backed-by-work'
  /** Work of the newest headers that are believed without a link to the anchor; 6 if undefined. */
  readonly workBitcoinBlocks?: number | undefined
  /** A Bitcoin node, which shows whether headers were mined in advance. It is closed together with the headers. */
  readonly bitcoin?: RemoteNode | undefined
  /** The clock of this machine, in milliseconds. */
  readonly nowMs?: (() => number) | undefined
  /** Between two questions for a newer head; by the network if undefined, and 0 for no polling. */
  readonly intervalMs?: number | undefined
  /** Checks in this thread if undefined. They are closed together with the headers. */
  readonly checks?: HeaderChecks | undefined
  /** Progress of the first linking, during which there is no head yet. */
  readonly onProgress?: ((progress: WorkProgress) => void) | undefined
  readonly onProblem: (error: unknown) => void
}

const defaultWork = 6
/** Three questions a block. */
const publicIntervalMs = 10_000
const localIntervalMs = 1_000
/** Headers of a window that are kept while it grows: about a week. */
const maximumWindow = 20_000

/**
 * Opens the headers of the heaviest chain, and resolves when their head can be believed. Rejects with an `UpstreamError` or a
 * `LightError`. The endpoints stay open when the headers are closed.
 */
export async function openLightHeaders(options: LightHeadersOptions): Promise<LightHeaders> {
  const { network, nowMs = Date.now, checks = checksHere(network) } = options
  const store = options.store ?? memoryStore()
  const close = (): void => {
    checks.close()
    options.bitcoin?.close()
    store.close()
  }
  try {
    const opening: Opening = {
      options,
      requests: new HeaderRequests({ checks, nowMs }),
      records: new HeaderRecords(store, network),
      nowMs,
      close,
    }
    const trusted = options.anchor ?? checkpoints[network.name]
    if (trusted === undefined && isPublic(network)) throw withoutCheckpoint(network)
    const follower =
      options.mode === 'linked' || !isPublic(network)
        ? await openLinked(trusted, opening)
        : await openBacked(trusted!, opening)
    follower.start()
    return follower
  } catch (error) {
    close()
    throw error
  }
}

interface Opening {
  readonly options: LightHeadersOptions
  readonly requests: HeaderRequests
  readonly records: HeaderRecords
  readonly nowMs: () => number
  readonly close: () => void
}

const isPublic = ({ name }: Network): boolean => name === 'mainnet' || name === 'testnet'

const withoutCheckpoint = ({ name }: Network): LightError =>
  new LightError(
    'no-anchor',
    `this release has no checkpoint of ${name}: give the hash of a block that you trust (--checkpoint HASH)`,
  )

/** All headers from the anchor on, in the store. */
async function openLinked(trusted: Anchor | Hash | undefined, opening: Opening): Promise<HeaderFollower> {
  const { options, records } = opening
  const { header, isKept } = await anchorHeader(trusted, opening)
  const anchor = anchorOf(header)
  if (!isKept) records.clear()
  const base = isKept ? undefined : { header, totalDifficulty: header.number === 0 ? header.difficulty : 0n }
  const tree = new HeaderTree({ network: options.network, records, anchor: header.hash }, base)
  const follower = followerOf(tree, anchor, 'linked', opening)
  await follower.refresh()
  return follower
}

/** The header of the anchor, and whether the stored headers are linked to it. */
async function anchorHeader(
  trusted: Anchor | Hash | undefined,
  { options, requests, records }: Opening,
): Promise<{ readonly header: BlockHeader; readonly isKept: boolean }> {
  const { range } = records
  const stored = range && storedAnchor(trusted, records)
  if (stored !== undefined) {
    const isSame = trusted !== undefined || (await hasBlock(stored, options.endpoints, requests))
    if (isSame) return { header: stored.header, isKept: true }
  }
  const header = await options.endpoints.tryEach(async (endpoint, signal) => {
    if (trusted !== undefined) return requests.byHash(endpoint, hashOf(trusted), signal)
    const [first] = await requests.range(endpoint, 0, 0, signal)
    return first!
  })
  return { header, isKept: false }
}

/** The stored header that is the anchor; on a local chain the first one. */
function storedAnchor(trusted: Anchor | Hash | undefined, records: HeaderRecords): LinkedHeader | undefined {
  const number = trusted === undefined ? 0 : records.numberOf(hashOf(trusted))
  return number === undefined ? undefined : records.at(number)
}

/** Whether an endpoint has the first block; a local chain that was started anew has another one. */
const hasBlock = (
  { header }: LinkedHeader,
  endpoints: EndpointPool,
  requests: HeaderRequests,
): Promise<boolean> =>
  endpoints.tryEach(async (endpoint, signal) => {
    const [first] = await requests.range(endpoint, header.number, header.number, signal)
    return equalBytes(first!.hash, header.hash)
  })

const hashOf = (trusted: Anchor | Hash): Hash => (trusted instanceof Uint8Array ? trusted : trusted.hash)

/** The newest headers of the endpoint that shows the highest block, unless another one has more work. */
async function openBacked(trusted: Anchor | Hash, opening: Opening): Promise<HeaderFollower> {
  const { options, requests } = opening
  const { network, endpoints, workBitcoinBlocks = defaultWork } = options
  const anchor =
    trusted instanceof Uint8Array
      ? anchorOf(await endpoints.tryEach((endpoint, signal) => requests.byHash(endpoint, trusted, signal)))
      : trusted
  const bitcoinWork = anchor.bitcoinWork ?? 0n
  const work = (bitcoinWork * BigInt(Math.round(1000 * workBitcoinBlocks))) / 1000n
  const demand = { network, anchor, work }
  let failure: unknown
  for (const { endpoint, head } of await shownHeads(opening)) {
    try {
      const signal = new AbortController().signal
      const window = await backedWindow(head, endpoint, requests, demand, signal)
      const follower = followerOf(windowTree(window, anchor, opening), anchor, 'backed-by-work', opening)
      await follower.refresh()
      return follower
    } catch (error) {
      // A heavier chain of another endpoint has its turn.
      if (!(error instanceof UpstreamError || error instanceof LightError)) throw error
      failure = error
    }
  }
  throw failure
}

interface ShownHeader {
  readonly endpoint: Endpoint
  readonly head: BlockHeader
}

/** The heads of all endpoints that answer, the highest first. */
async function shownHeads({ options, requests }: Opening): Promise<readonly ShownHeader[]> {
  const { endpoints } = options
  const shown: ShownHeader[] = []
  const ask = async (endpoint: Endpoint): Promise<void> => {
    shown.push({ endpoint, head: await requests.head(endpoint) })
  }
  const outcomes = await Promise.allSettled(endpoints.ready.map(ask))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  // Waits for an endpoint that cannot be asked now.
  if (shown.length === 0)
    await endpoints.tryEach(ask).catch((error: unknown) => {
      throw failed?.reason ?? error
    })
  return shown.sort((one, other) => other.head.number - one.head.number)
}

function windowTree(
  window: readonly BlockHeader[],
  anchor: Anchor,
  { options, records }: Opening,
): HeaderTree {
  const [first, ...others] = window
  records.clear()
  const tree = new HeaderTree(
    {
      network: options.network,
      records,
      anchor: anchor.hash,
      maximumKept: maximumWindow,
      minimumDifficulty: minimumDifficultyAbove(anchor),
    },
    { header: first!, totalDifficulty: first!.difficulty },
  )
  for (const header of others) tree.add(header)
  tree.settle()
  return tree
}

function followerOf(
  tree: HeaderTree,
  anchor: Anchor,
  kind: Belief['kind'],
  { options, requests, nowMs, close }: Opening,
): HeaderFollower {
  const { network, endpoints, bitcoin, onProblem, onProgress } = options
  const { intervalMs = isPublic(network) ? publicIntervalMs : localIntervalMs } = options
  return new HeaderFollower({
    network,
    pool: endpoints,
    requests,
    tree,
    anchor,
    kind,
    nowMs,
    intervalMs: intervalMs === 0 ? undefined : intervalMs,
    bitcoin,
    onProblem,
    onProgress,
    onClose: close,
  })
}
