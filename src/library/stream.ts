import { pause } from '../primitives/work/pause.ts'

/** A block by its number and hash. */
export interface BlockRef {
  readonly number: number
  readonly hash: string
}

/** An item has the members that the query chose under `fields`. */
export interface StreamItem {
  readonly [member: string]: unknown
}

export interface StreamBlock {
  readonly header: BlockRef & { readonly parentHash: string } & StreamItem
  readonly logs?: readonly (StreamItem & { readonly logIndex: number; readonly transactionIndex: number })[]
  readonly transactions?: readonly (StreamItem & { readonly transactionIndex: number })[]
  readonly traces?: readonly (StreamItem & { readonly transactionIndex: number })[]
  readonly stateDiffs?: readonly (StreamItem & {
    readonly transactionIndex: number
    readonly address: string
    /** `balance`, `code`, `nonce`, or the number of a cell. */
    readonly key: string
  })[]
}

/** Where a reader stands, as plain JSON. */
export interface StreamPosition {
  /** Blocks that it has read, oldest first; few of the final ones. */
  readonly blocks: readonly BlockRef[]
  /** The hash of the chain's genesis block, if the server sends it. */
  readonly genesis?: string
}

/** Why a reader waits before its next request. */
export interface StreamWait {
  /**
   * `head`: the chain has no further block yet. `behind`: the server's best block is below the position. `rate`: the server
   * asks for fewer requests. `server`: it cannot be reached, or has failed.
   */
  readonly reason: 'head' | 'behind' | 'rate' | 'server'
  /** What the server has answered, in words. */
  readonly detail: string
  readonly ms: number
}

export type StreamEvent =
  /** Blocks that follow what was read before. */
  | { readonly type: 'blocks'; readonly blocks: readonly StreamBlock[]; readonly position: StreamPosition }
  /** Blocks above a number have left the chain: discard what was derived from them. */
  | { readonly type: 'undo'; readonly above: number; readonly position: StreamPosition }

export interface FollowOptions {
  /** The dataset URL: that of a network, perhaps with an API key, and `/data`. */
  readonly url: string
  /** A query in SQD's language: `fromBlock`, `toBlock`, `fields`, `logs`, `transactions`, `traces`, `stateDiffs`, `includeAllBlocks`. */
  readonly query: {
    readonly fromBlock?: number
    readonly toBlock?: number
    readonly [member: string]: unknown
  }
  /** The position of the last event that the program has stored; undefined to begin at `fromBlock`. */
  readonly position?: StreamPosition | undefined
  /** Whether only final blocks are read, which only a reorganisation deeper than finality undoes. */
  readonly finalized?: boolean
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds between polls for new blocks, and before a failed request is repeated; 1,000 by default. */
  readonly pollMs?: number
  readonly signal?: Signal
  /** Called before each wait. */
  readonly onWait?: (wait: StreamWait) => void
}

/** `AbortSignal`, which programs without the DOM library and the types of Node.js do not know. */
type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Known } } ? Known : never

/** The newest blocks of a position are all kept; below them, down to the first final one, one in each stretch of this length. */
const stretch = 64
/** A server may ask for longer pauses, but not for as long as it likes. */
const maximumWaitMs = 60_000
const lasting = [400, 401, 403, 404, 405, 413, 415]

/**
 * Reads the blocks of a chain from any URL that has the stream, and follows its head. Ends after `toBlock`, or when the
 * signal is aborted. Requests that fail are repeated, from the last block that was read; what the server refuses throws, and
 * so does a position of another chain. After a reorganisation of any depth an `undo` leads back to the common block.
 *
 * Store `position` together with the results of an event, in one transaction: a program that continues from it, however it
 * ended, neither misses nor repeats a block.
 */
export async function* followChain(options: FollowOptions): AsyncGenerator<StreamEvent, void, undefined> {
  const { url, query, finalized = false, pollMs = 1_000, signal, onWait } = options
  const { fromBlock = 0, toBlock = Number.POSITIVE_INFINITY } = query
  // Throws for what is no URL, which would be repeated forever.
  const { url: target } = new Request(
    `${url.replace(/\/$/, '')}/${finalized ? 'finalized-stream' : 'stream'}`,
  )
  const headName = finalized ? 'x-sqd-finalized-head-number' : 'x-sqd-head-number'
  let read = blocksIn(options.position)
  let genesis = options.position?.genesis
  /** The server's best block, if that was below the position. */
  let lower: number | undefined
  const nextBlock = (): number => (read.at(-1)?.number ?? fromBlock - 1) + 1
  const position = (): StreamPosition => ({ blocks: read, ...(genesis !== undefined && { genesis }) })
  const wait = async (reason: StreamWait['reason'], detail: string, ms = pollMs): Promise<void> => {
    if (signal?.aborted !== true) onWait?.({ reason, detail, ms })
    await pause(ms, signal)
  }
  while (nextBlock() <= toBlock && signal?.aborted !== true) {
    const response = await post(target, nextQuery(query, fromBlock, read, lower), options)
    if (response instanceof Error) {
      await wait('server', response.message)
      continue
    }
    const { status, headers } = response
    genesis = sameGenesis(genesis, headers.get('x-cambium-genesis'))
    if (status === 409) {
      const conflict = await conflictOf(response)
      if (conflict === undefined) {
        await wait('server', 'HTTP 409 without a list of blocks')
        continue
      }
      lower = undefined
      read = commonPart(read, conflict, fromBlock)
      yield { type: 'undo', above: nextBlock() - 1, position: position() }
    } else if (status === 200 && lower !== undefined) {
      // The server has grown, and has the kept block.
      lower = undefined
      await response.body?.cancel()
    } else if (status === 200) {
      const final = Number(headers.get('x-sqd-finalized-head-number') ?? 0)
      const before = read
      for await (const blocks of linesOf(response)) {
        read = thinned([...read, ...blocks.map(({ header: { number, hash } }) => ({ number, hash }))], final)
        yield { type: 'blocks', blocks, position: position() }
      }
      if (read === before) await wait('server', 'an answer without a whole block')
    } else if (status === 204) {
      const head = Number(headers.get(headName) ?? Number.NaN)
      const last = nextBlock() - 1
      const isLower = read.length > 0 && head < last
      await (isLower
        ? wait('behind', `the server's newest block is ${head}, and the position is at ${last}`)
        : wait('head', `block ${last + 1} does not exist yet`))
      lower = isLower ? head : undefined
    } else {
      const text = await response.text().catch(() => '')
      if (lasting.includes(status)) throw new Error(`refused: ${text}`)
      await wait(status === 429 ? 'rate' : 'server', `HTTP ${status}: ${text}`, waitOf(headers, pollMs))
    }
  }
}

/**
 * The query for the blocks after those that were read. When the server's best block is lower, the query for the one block
 * after the newest kept one that the server should have: the answer says whether that is still on its chain.
 */
function nextQuery(
  query: FollowOptions['query'],
  fromBlock: number,
  read: readonly BlockRef[],
  lower: number | undefined,
): object {
  const parent = lower === undefined ? read.at(-1) : read.findLast(({ number }) => number <= lower)
  const next = parent === undefined ? fromBlock : parent.number + 1
  return {
    ...query,
    fromBlock: next,
    ...(lower !== undefined && { toBlock: next }),
    ...(parent && { parentBlockHash: parent.hash }),
  }
}

/** Throws when the server has another chain than that of the position. */
function sameGenesis(known: string | undefined, found: string | null): string | undefined {
  if (known !== undefined && found !== null && known !== found) {
    throw new Error(
      `the position is of another chain: that one begins with ${known}, the chain of this URL with ${found}`,
    )
  }
  return known ?? found ?? undefined
}

/** By `fetch`, as this module has no dependencies and may run in a page. */
function post(url: string, query: object, options: FollowOptions): Promise<Response | Error> {
  const headers = { ...options.headers, 'content-type': 'application/json' }
  const request = { method: 'POST', body: JSON.stringify(query), headers, signal: options.signal ?? null }
  return fetch(url, request).catch((error) => new Error(`${url} cannot be reached: ${causeOf(error)}`))
}

/** The reason of a failed `fetch`, which Node.js has in its cause. */
const causeOf = (error: unknown): string => {
  const { message, cause } = Object(error)
  return String(Object(cause).message ?? message ?? error)
}

/** How long to wait before a request is repeated: as the server asks, within bounds. */
function waitOf(headers: Headers, pollMs: number): number {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return seconds >= 0 ? Math.min(Math.max(seconds * 1_000, pollMs), maximumWaitMs) : pollMs
}

const isRef = (value: unknown): value is BlockRef => {
  const { number, hash } = Object(value)
  return Number.isSafeInteger(number) && typeof hash === 'string'
}

/** Throws for something else than a position: reading would begin again at the first block. */
function blocksIn(position: StreamPosition | null | undefined): readonly BlockRef[] {
  if (position === undefined || position === null) return []
  const { blocks } = Object(position)
  if (Array.isArray(blocks) && blocks.every(isRef)) return blocks
  throw new TypeError('position must be that of an event: an object with a list of blocks')
}

/** What a server says of the chain when the last block of a position is not on it. */
interface Conflict {
  readonly previousBlocks: readonly BlockRef[]
  /** The newest block that the position's branch has too, if the server knows that branch. */
  readonly commonBlock: BlockRef | undefined
}

/** Undefined for an answer that is cut off, or that another server gave. */
async function conflictOf(response: Response): Promise<Conflict | undefined> {
  const { previousBlocks, commonBlock } = Object(await response.json().catch(() => undefined))
  if (!Array.isArray(previousBlocks) || !previousBlocks.every(isRef)) return undefined
  return { previousBlocks, commonBlock: isRef(commonBlock) ? commonBlock : undefined }
}

/**
 * The blocks of an answer as they arrive. An answer that breaks off, or has a line that is not a block, ends with the last
 * whole line before.
 */
async function* linesOf({ body }: Response): AsyncGenerator<readonly StreamBlock[], void, undefined> {
  if (body === null) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const next = await reader.read().catch(() => ({ done: true, value: undefined }) as const)
      if (next.done) return
      const lines = (rest + next.value).split('\n')
      rest = lines.pop() ?? ''
      const blocks = blocksOf(lines)
      if (blocks.length > 0) yield blocks
      if (blocks.length < lines.length) return
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** The blocks of lines, up to one that is not a block. */
function blocksOf(lines: readonly string[]): readonly StreamBlock[] {
  const blocks: StreamBlock[] = []
  for (const line of lines) {
    try {
      const block: StreamBlock = JSON.parse(line)
      if (!isRef(block.header)) return blocks
      blocks.push(block)
    } catch {
      return blocks
    }
  }
  return blocks
}

/**
 * The part of the read blocks that the server's chain has, up to the common block if the server names it; otherwise up to the
 * newest listed one. If none is listed, the blocks below the list remain, and the next request finds out about them.
 */
function commonPart(
  read: readonly BlockRef[],
  { previousBlocks, commonBlock }: Conflict,
  fromBlock: number,
): readonly BlockRef[] {
  if (commonBlock !== undefined) {
    const older = read.filter(({ number }) => number < commonBlock.number)
    return commonBlock.number < fromBlock ? older : [...older, commonBlock]
  }
  const hashes = new Set(previousBlocks.map(({ hash }) => hash))
  const oldest = previousBlocks[0]?.number ?? 0
  const left = read.findLastIndex(({ number, hash }) => hashes.has(hash) || number < oldest)
  return read.slice(0, left + 1)
}

/** Leaves out blocks that are not needed to find the way back. */
function thinned(blocks: readonly BlockRef[], final: number): readonly BlockRef[] {
  const newest = blocks.at(-1)?.number ?? 0
  const first = Math.max(
    0,
    blocks.findLastIndex(({ number }) => number <= final),
  )
  const firstNumber = blocks[first]?.number ?? 0
  const stretchOf = (block: BlockRef | undefined): number => Math.floor((block?.number ?? -1) / stretch)
  // Below the first final block, one at each power of two of the distance.
  const powerOf = (block: BlockRef): number => Math.floor(Math.log2(firstNumber - block.number))
  const older = blocks.slice(0, first)
  return [
    ...older.filter((block, at) => at === 0 || powerOf(block) !== powerOf(older[at - 1]!)),
    ...blocks
      .slice(first)
      .filter(
        (block, at, kept) => newest - block.number < stretch || stretchOf(block) !== stretchOf(kept[at - 1]),
      ),
  ]
}
