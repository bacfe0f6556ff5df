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
}

/** Where a reader stands, as plain JSON: blocks that it has read, oldest first, down to one that is final. */
export interface StreamPosition {
  readonly blocks: readonly BlockRef[]
}

export type StreamEvent =
  /** Blocks that follow what was read before. */
  | { readonly type: 'blocks'; readonly blocks: readonly StreamBlock[]; readonly position: StreamPosition }
  /** Blocks above a number have left the chain: discard what was derived from them. */
  | { readonly type: 'undo'; readonly above: number; readonly position: StreamPosition }

export interface FollowOptions {
  /** The dataset URL: that of a network, perhaps with an API key, and `/data`. */
  readonly url: string
  /** A query in SQD's language: `fromBlock`, `toBlock`, `fields`, `logs`, `transactions`, `traces`, `includeAllBlocks`. */
  readonly query: {
    readonly fromBlock?: number
    readonly toBlock?: number
    readonly [member: string]: unknown
  }
  /** The position of the last event that the program has stored; undefined to begin at `fromBlock`. */
  readonly position?: StreamPosition | undefined
  /** Whether only final blocks are read, which are never undone. */
  readonly finalized?: boolean
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds between polls for new blocks, and before a failed request is repeated; 1,000 by default. */
  readonly pollMs?: number
  readonly signal?: Signal
}

/** `AbortSignal`, which programs without the DOM library and the types of Node.js do not know. */
type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Known } } ? Known : never

/** The newest blocks of a position are all kept; below them, one in each stretch of this length. */
const stretch = 64
/** A server may ask for longer pauses, but not for as long as it likes. */
const maximumWaitMs = 60_000
const lasting = [400, 401, 403, 404, 405, 413, 415]

/**
 * Reads the blocks of a chain from any URL that has the stream, and follows its head. Ends after `toBlock`, or when the
 * signal is aborted. Requests that fail are repeated, from the last block that was read; what the server refuses throws.
 *
 * Store `position` together with the results of an event, in one transaction: a program that continues from it, however it
 * ended, neither misses nor repeats a block.
 */
export async function* followChain(options: FollowOptions): AsyncGenerator<StreamEvent, void, undefined> {
  const { url, query, finalized = false, pollMs = 1_000, signal } = options
  const { fromBlock = 0, toBlock = Number.POSITIVE_INFINITY } = query
  const target = `${url.replace(/\/$/, '')}/${finalized ? 'finalized-stream' : 'stream'}`
  let read: readonly BlockRef[] = options.position?.blocks ?? []
  const nextBlock = (): number => (read.at(-1)?.number ?? fromBlock - 1) + 1
  while (nextBlock() <= toBlock && signal?.aborted !== true) {
    const parent = read.at(-1)
    const part = { ...query, fromBlock: nextBlock(), ...(parent && { parentBlockHash: parent.hash }) }
    const response = await post(target, part, options)
    if (response?.status === 409) {
      const previous = await previousBlocksOf(response)
      if (previous === undefined) await pause(pollMs, signal)
      else {
        read = commonPart(read, previous, fromBlock)
        yield { type: 'undo', above: nextBlock() - 1, position: { blocks: read } }
      }
    } else if (response?.status === 200) {
      const final = Number(response.headers.get('x-sqd-finalized-head-number') ?? 0)
      const before = read
      for await (const blocks of linesOf(response)) {
        read = thinned([...read, ...blocks.map(({ header: { number, hash } }) => ({ number, hash }))], final)
        yield { type: 'blocks', blocks, position: { blocks: read } }
      }
      if (read === before) await pause(pollMs, signal)
    } else {
      if (response && lasting.includes(response.status)) throw new Error(`refused: ${await response.text()}`)
      await pause(waitOf(response, pollMs), signal)
    }
  }
}

/** Undefined when the server cannot be reached. By `fetch`, as this module has no dependencies and may run in a page. */
function post(url: string, query: object, options: FollowOptions): Promise<Response | undefined> {
  const headers = { ...options.headers, 'content-type': 'application/json' }
  const request = { method: 'POST', body: JSON.stringify(query), headers, signal: options.signal ?? null }
  return fetch(url, request).catch(() => undefined)
}

/** How long to wait before a request is repeated: as the server asks, within bounds. */
function waitOf(response: Response | undefined, pollMs: number): number {
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN)
  return seconds >= 0 ? Math.min(Math.max(seconds * 1_000, pollMs), maximumWaitMs) : pollMs
}

const isRef = (value: unknown): value is BlockRef => {
  const { number, hash } = Object(value)
  return Number.isSafeInteger(number) && typeof hash === 'string'
}

/** The blocks that the server lists instead; undefined for an answer that is cut off, or that another server gave. */
async function previousBlocksOf(response: Response): Promise<readonly BlockRef[] | undefined> {
  const { previousBlocks } = Object(await response.json().catch(() => undefined))
  return Array.isArray(previousBlocks) && previousBlocks.every(isRef) ? previousBlocks : undefined
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

/** The blocks up to the newest that is among those the server listed, or older than all of them: the next request decides. */
function commonPart(
  read: readonly BlockRef[],
  previous: readonly BlockRef[],
  fromBlock: number,
): readonly BlockRef[] {
  const hashes = new Set(previous.map(({ hash }) => hash))
  const oldest = previous[0]?.number ?? 0
  const left = read.findLastIndex(({ number, hash }) => hashes.has(hash) || number < oldest)
  const isWhole = (read[0]?.number ?? fromBlock) <= fromBlock
  if (left < 0 && !isWhole) throw new Error('the chain has left all blocks of the position: begin again')
  return read.slice(0, left + 1)
}

/** Leaves out blocks that are not needed to find the way back: the ones below a final block, and most old ones. */
function thinned(blocks: readonly BlockRef[], final: number): readonly BlockRef[] {
  const newest = blocks.at(-1)?.number ?? 0
  const first = blocks.findLastIndex(({ number }) => number <= final)
  const stretchOf = (block: BlockRef | undefined): number => Math.floor((block?.number ?? -1) / stretch)
  return blocks
    .slice(Math.max(0, first))
    .filter(
      (block, at, kept) => newest - block.number < stretch || stretchOf(block) !== stretchOf(kept[at - 1]),
    )
}

const pause = (ms: number, signal: Signal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
  })
