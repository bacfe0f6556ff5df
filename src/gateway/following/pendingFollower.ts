import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { isJsonObject } from '../../rpc/json/json.ts'
import type { GatewayNode } from '../nodes/gatewayNode.ts'
import { resultIn } from '../nodes/nodeResult.ts'
import type { NodeSet } from '../nodes/nodeSet.ts'

const intervalMs = 200
const timeoutMs = 3_000
const rememberedHashes = 50_000
/** Bytes of an answer; a node tells up to 10,000 hashes of 69 characters. */
const longestNews = 2 << 20
/** Characters of the name of a node's run. */
const longestRun = 100

const isHash = (item: unknown): item is string => typeof item === 'string' && /^0x[0-9a-f]{64}$/.test(item)

/** Follows the pending transactions of all useful nodes; each is told once. */
export class PendingFollower {
  readonly #nodes: NodeSet
  readonly #tell: (hash: string) => void
  readonly #told = new BoundedMap<string, true>(rememberedHashes)
  /** The cursors as the parameters of the next question. */
  readonly #cursors = new Map<GatewayNode, string>()
  readonly #asked = new Set<GatewayNode>()
  readonly #timer: NodeJS.Timeout

  constructor(nodes: NodeSet, tell: (hash: string) => void) {
    this.#nodes = nodes
    this.#tell = tell
    this.#timer = setInterval(() => this.#askAll(), intervalMs)
    this.#askAll()
  }

  close(): void {
    clearInterval(this.#timer)
    this.#told.clear()
  }

  #askAll(): void {
    for (const node of this.#nodes.useful) if (!this.#asked.has(node)) this.#ask(node)
  }

  #ask(node: GatewayNode): void {
    this.#asked.add(node)
    node.askQuietly({
      body: `{"jsonrpc":"2.0","id":0,"method":"fleet_pendingSince","params":[${this.#cursors.get(node) ?? ''}]}`,
      client: undefined,
      timeoutMs,
      maximum: longestNews,
      onAnswer: ({ body }) => {
        this.#asked.delete(node)
        if (Buffer.isBuffer(body)) this.#take(node, resultIn(body) ?? 'null')
      },
      onFailure: () => this.#asked.delete(node),
    })
  }

  #take(node: GatewayNode, text: string): void {
    const news = parsed(text)
    if (!isJsonObject(news)) return
    const { run, count, hashes } = news
    // A node that tells something else is asked from its beginning again.
    if (typeof run !== 'string' || run.length > longestRun || !Number.isSafeInteger(count)) return
    this.#cursors.set(node, `${JSON.stringify(run)},${JSON.stringify(count)}`)
    if (!Array.isArray(hashes)) return
    for (const hash of hashes.filter(isHash)) {
      if (this.#told.use(hash) !== undefined) continue
      this.#told.set(hash, true)
      this.#tell(hash)
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
