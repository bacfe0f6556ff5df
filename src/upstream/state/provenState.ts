import type { Hash } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { MissingNode } from '../../trie/nodes/nodeSource.ts'
import type { BaseValues, Trie, TrieChange } from '../../trie/trie.ts'
import { type FetchTask, GuessEnded, type MissingValues } from '../fetching/missingValues.ts'
import { UpstreamError } from '../upstreamError.ts'
import { impliedValue, type OriginBlock } from './need.ts'
import type { ProvenNodes } from './provenNodes.ts'
import { proofPlan } from './provenReading.ts'

export interface ProvenStateParts {
  readonly block: OriginBlock
  readonly nodes: ProvenNodes
  readonly missing: MissingValues
}

/** The state after a block of a believed header: each value is read from trie nodes that proofs have shown. */
export class ProvenState implements BaseValues {
  readonly #parts: ProvenStateParts
  /** Keys that a guessing run misses. */
  readonly #wanted = new Map<string, Uint8Array>()

  constructor(parts: ProvenStateParts) {
    this.#parts = parts
  }

  /** A guessing run gets undefined for a value that is not known yet. */
  get(key: Uint8Array): Uint8Array | undefined {
    const { block, nodes, missing } = this.#parts
    const implied = impliedValue(key, block.number)
    if (implied !== undefined) return implied.length === 0 ? undefined : implied
    const found = nodes.lookup(block.stateRoot, key)
    if ('value' in found) return found.value
    this.#want(key)
    if (missing.isGuessing) return undefined
    missing.fetchNow(this.#taskOfWanted())
    const fetched = nodes.lookup(block.stateRoot, key)
    return 'value' in fetched ? fetched.value : undefined
  }

  readonly trieWith = (key: Uint8Array): Trie => {
    const { block, nodes, missing } = this.#parts
    if (this.#isUnknown(key)) {
      this.#want(key)
      if (missing.isGuessing) throw new GuessEnded('proof')
      missing.fetchNow(this.#taskOfWanted())
    }
    return nodes.trieOf(block.stateRoot)
  }

  /** The nodes beside a deleted key may be missing: then nothing says the root. */
  readonly rootWith = (changes: readonly TrieChange[]): Hash => {
    const { block, nodes, missing } = this.#parts
    const unknown = changes.filter(({ key }) => this.#isUnknown(key))
    for (const { key } of unknown) this.#want(key)
    if (unknown.length > 0) {
      if (missing.isGuessing) throw new GuessEnded('root')
      missing.fetchNow(this.#taskOfWanted())
    }
    try {
      return changes.reduce(changed, nodes.trieOf(block.stateRoot)).hash()
    } catch (error) {
      if (!(error instanceof MissingNode)) throw error
      throw new UpstreamError('unprovable', 'proofs do not show the state root after this deletion')
    }
  }

  readonly refuseListing = (): never => {
    throw new UpstreamError(
      'unprovable',
      'proofs do not list all cells of an account, which the usual trace begins with: choose another tracer, such as structLogger',
    )
  }

  #isUnknown(key: Uint8Array): boolean {
    const found = this.#parts.nodes.lookup(this.#parts.block.stateRoot, key)
    return 'missing' in found && found.missing === 'node'
  }

  #want(key: Uint8Array): void {
    const { block, missing } = this.#parts
    this.#wanted.set(toHexDigits(key), key)
    missing.collect(`state ${toHexDigits(block.hash)}`, () => this.#taskOfWanted())
  }

  #taskOfWanted(): FetchTask {
    const { block, nodes } = this.#parts
    const keys = [...this.#wanted.values()]
    this.#wanted.clear()
    const plan = proofPlan(keys, block, nodes)
    return {
      calls: plan.calls,
      settle(answers) {
        plan.settle(answers)
        return undefined
      },
    }
  }
}

function changed(trie: Trie, { key, change }: TrieChange): Trie {
  if (change === 'delete') return trie.delete(key)
  return change === 'delete-prefix' ? trie.deletePrefix(key) : trie.put(key, change)
}
