import { emptyBytes, type Hash } from '../../primitives/bytes.ts'
import { MissingNode } from '../../trie/nodes/nodeSource.ts'
import type { Trie, TrieChange } from '../../trie/trie.ts'
import type { MissingValues } from '../fetching/missingValues.ts'
import { UpstreamError } from '../upstreamError.ts'
import { FetchedState } from './fetchedState.ts'
import type { OriginBlock } from './need.ts'
import type { ProvenNodes } from './provenNodes.ts'
import { proofTask } from './provenReading.ts'

export interface ProvenStateParts {
  readonly block: OriginBlock
  readonly nodes: ProvenNodes
  readonly missing: MissingValues
}

/** The state after a block of a believed header: each value is read from trie nodes that proofs have shown. */
export class ProvenState extends FetchedState {
  readonly #root: Hash
  readonly #nodes: ProvenNodes

  constructor({ block, nodes, missing }: ProvenStateParts) {
    const known = (key: Uint8Array): Uint8Array | undefined => {
      const found = nodes.lookup(block.stateRoot, key)
      return 'value' in found ? (found.value ?? emptyBytes) : undefined
    }
    super({ block, missing, values: { known, fetching: (keys) => proofTask(keys, block, nodes) } })
    this.#root = block.stateRoot
    this.#nodes = nodes
  }

  readonly trieWith = (key: Uint8Array): Trie => {
    this.#fetchPaths([key])
    return this.#nodes.trieOf(this.#root)
  }

  /** The nodes beside a deleted key may be missing: then nothing says the root. */
  readonly rootWith = (changes: readonly TrieChange[]): Hash => {
    this.#fetchPaths(changes.map(({ key }) => key))
    try {
      return changes.reduce(changed, this.#nodes.trieOf(this.#root)).hash()
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

  #fetchPaths(keys: readonly Uint8Array[]): void {
    this.fetch(
      keys.filter((key) => {
        const found = this.#nodes.lookup(this.#root, key)
        return 'missing' in found && found.missing === 'node'
      }),
    )
  }
}

function changed(trie: Trie, { key, change }: TrieChange): Trie {
  if (change === 'delete') return trie.delete(key)
  return change === 'delete-prefix' ? trie.deletePrefix(key) : trie.put(key, change)
}
