import type { LogQuery } from '../../chain/logs/logQuery.ts'
import type { FoundLog } from '../../chain/logs/logSink.ts'
import type { LoggedOrigin } from '../../chain/logs/logsWithOrigin.ts'
import { LightError } from '../../light/lightError.ts'
import type { Hash } from '../../primitives/bytes.ts'
import type { BaseValues } from '../../trie/trie.ts'
import type { FetchedStates } from '../../upstream/state/fetchedStates.ts'
import { bloomLogs } from './bloomLogs.ts'
import type { LightBlocks } from './lightBlocks.ts'

/** The states and logs of believed headers. */
export class LightOrigin implements LoggedOrigin {
  readonly firstNumber = 0
  readonly #blocks: LightBlocks
  readonly #states: FetchedStates

  constructor(blocks: LightBlocks, states: FetchedStates) {
    this.#blocks = blocks
    this.#states = states
  }

  /** All blocks are known by their headers only. */
  get number(): number {
    return this.#blocks.shown.number
  }

  get base(): BaseValues {
    return this.#states.of(this.#blocks.shown)
  }

  baseOf(stateRoot: Hash): BaseValues | undefined {
    return this.#states.withRoot(stateRoot)
  }

  requireTotalDifficulty(): never {
    throw new LightError(
      'unprovable',
      'the call reads the total difficulty of a block from the BlockHeader contract, which no header proves',
    )
  }

  logs(query: LogQuery): Iterable<FoundLog> {
    return bloomLogs(query, this.#blocks)
  }
}
