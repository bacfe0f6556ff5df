import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { parsedIn } from '../../remote/nodeAnswer.ts'
import { isJsonObject } from '../../rpc/json/json.ts'
import type { GatewayNode } from '../nodes/gatewayNode.ts'
import type { NodeSet } from '../nodes/nodeSet.ts'

const intervalMs = 200
const rememberedHashes = 50_000
/** A node reports up to 10,000 hashes of 69 characters. */
const limits = { timeoutMs: 3_000, maximum: 2 << 20 }
/** Maximum characters of the name of a node's run. */
const maximumRun = 100

const isHash = (item: unknown): item is string => typeof item === 'string' && /^0x[0-9a-f]{64}$/.test(item)

/** Follows the pending transactions of all useful nodes; each is reported once. */
export class PendingFollower {
  readonly #nodes: NodeSet
  readonly #tell: (hash: string) => void
  readonly #told = new BoundedMap<string, true>(rememberedHashes)
  /** The cursors as the parameters of the next question. */
  readonly #cursors = new Map<GatewayNode, readonly [run: string, count: number]>()
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
    for (const node of this.#nodes.useful) if (!this.#asked.has(node)) void this.#ask(node)
  }

  async #ask(node: GatewayNode): Promise<void> {
    this.#asked.add(node)
    const answer = await node.askForGateway('fleet_pendingSince', this.#cursors.get(node) ?? [], limits)
    this.#asked.delete(node)
    if (answer !== undefined) this.#take(node, parsedIn(answer.body))
  }

  #take(node: GatewayNode, news: unknown): void {
    if (!isJsonObject(news)) return
    const { run, count, hashes } = news
    // After a malformed answer, the next question begins at the same cursor.
    if (typeof run !== 'string' || run.length > maximumRun || !Number.isSafeInteger(count)) return
    this.#cursors.set(node, [run, Number(count)])
    if (!Array.isArray(hashes)) return
    for (const hash of hashes.filter(isHash)) {
      if (this.#told.use(hash) !== undefined) continue
      this.#told.set(hash, true)
      this.#tell(hash)
    }
  }
}
