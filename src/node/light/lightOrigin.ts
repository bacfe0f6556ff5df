import type { LogQuery } from '../../chain/logs/logQuery.ts'
import type { FoundLog } from '../../chain/logs/logSink.ts'
import type { LoggedOrigin } from '../../chain/logs/logsWithOrigin.ts'
import { LightError } from '../../light/lightError.ts'
import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { BaseValues } from '../../trie/trie.ts'
import type { MissingValues } from '../../upstream/fetching/missingValues.ts'
import type { ProvenNodes } from '../../upstream/state/provenNodes.ts'
import { ProvenState } from '../../upstream/state/provenState.ts'
import { bloomLogs } from './bloomLogs.ts'
import type { LightBlocks } from './lightBlocks.ts'

export interface LightOriginParts {
  readonly blocks: LightBlocks
  readonly missing: MissingValues
  readonly nodes: ProvenNodes
}

const heldStates = 1_000

/** The states and logs of believed headers. */
export class LightOrigin implements LoggedOrigin {
  readonly firstNumber = 0
  readonly #parts: LightOriginParts
  readonly #states = new BoundedMap<string, ProvenState>(heldStates)

  constructor(parts: LightOriginParts) {
    this.#parts = parts
  }

  /** All blocks are known by their headers only. */
  get number(): number {
    return this.#parts.blocks.shown.number
  }

  get base(): BaseValues {
    return this.#stateOf(this.#parts.blocks.shown)
  }

  baseOf(stateRoot: Hash): BaseValues | undefined {
    const held = this.#states.use(wordKey(stateRoot))
    if (held !== undefined) return held
    const header = this.#parts.blocks.headerWithState(stateRoot)
    return header && this.#stateOf(header)
  }

  requireTotalDifficulty(): never {
    throw new LightError(
      'unprovable',
      'the call reads the total difficulty of a block from the BlockHeader contract, which no header proves',
    )
  }

  logs(query: LogQuery): Iterable<FoundLog> {
    return bloomLogs(query, this.#parts.blocks)
  }

  #stateOf({ number, hash, stateRoot }: BlockHeader): ProvenState {
    const key = wordKey(stateRoot)
    const held = this.#states.use(key)
    if (held !== undefined) return held
    const { nodes, missing } = this.#parts
    const state = new ProvenState({ block: { number, hash, stateRoot }, nodes, missing })
    this.#states.set(key, state)
    return state
  }
}
