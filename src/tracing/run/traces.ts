import type { Chain } from '../../chain/chain.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { type ParityTrace, parityTraces } from '../parity/parityTraces.ts'
import { readBlockCalls } from '../parity/readCalls.ts'
import { type ChangesReader, readBlockChanges } from '../parity/readChanges.ts'
import { noData, recordedCalls, type ShownData, wholeCalls } from '../parity/recordedCalls.ts'
import type { TraceContext } from '../replay/traceContext.ts'
import { PagePlaces } from '../request/pagePlaces.ts'
import { decodePendingBlock, encodePendingBlock, type PendingBlock } from '../request/pendingBlock.ts'
import type { TraceJob } from '../request/traceJob.ts'
import { runTrace } from './runTrace.ts'
import type { TraceLimits } from './traceLimits.ts'

/**
 * The JSON text of a trace, made on demand. `write` passes pieces on while the trace runs; other readers get the text when
 * it is complete.
 */
export class TraceText implements AsyncIterable<string> {
  readonly #make: (write: (piece: string) => void) => void

  constructor(make: (write: (piece: string) => void) => void) {
    this.#make = make
  }

  /** Makes the text; throws `TraceError` if that is impossible, and the pieces already written must be discarded. */
  write(write: (piece: string) => void): void {
    this.#make(write)
  }

  /** The whole text. */
  whole(): string {
    return this.#pieces().join('')
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string, void, undefined> {
    yield* this.#pieces()
  }

  #pieces(): string[] {
    const pieces: string[] = []
    this.#make((piece) => pieces.push(piece))
    return pieces
  }
}

/** Counts the work of a trace. */
export interface TraceMeter {
  /** `runs` counts the transactions and calls that have ended. */
  addGas(gas: number, runs?: number): void
  /** Steps and calls that are written. */
  addParts?(parts: number): void
}

/** Which calls of a block are read. */
export interface CallSelection {
  /** Called with the position of each transaction. */
  readonly isWanted: (index: number) => boolean
  /** Whether the reader shows one of a transaction's calls; their inputs may be cut to the first four bytes. */
  readonly hasMatch: (calls: readonly ParityTrace[], index: number) => boolean
  readonly shown: ShownData
}

export interface TracesParts {
  readonly chain: Chain
  readonly limits: TraceLimits
  /** Whether the trace must stop because its client has left; called often, so it must be cheap. */
  readonly isStopped?: () => boolean
  /** Shared by the traces of a thread, which may be made by several objects. */
  readonly places?: PagePlaces
}

/** Makes traces over a chain, in the thread of the caller. */
export class Traces {
  readonly #parts: TracesParts
  readonly #places: PagePlaces

  constructor(parts: TracesParts) {
    this.#parts = parts
    this.#places = parts.places ?? new PagePlaces()
  }

  get limits(): TraceLimits {
    return this.#parts.limits
  }

  /** `pending` is required if the job refers to the pending block; `meter` counts the work. */
  trace(job: TraceJob, pending?: PendingBlock, meter?: TraceMeter): TraceText {
    return new TraceText((write) => this.#make(job, pending, meter, write))
  }

  /**
   * Passes the calls of each wanted transaction of a block to a reader, as a list with parents first. If calls are
   * recorded, a transaction is executed only if it has a matching call and the record lacks shown data.
   */
  readCalls(
    block: StoredBlock,
    { isWanted, hasMatch, shown }: CallSelection,
    read: (calls: readonly ParityTrace[], index: number) => void,
    meter: TraceMeter,
  ): void {
    const context = this.#context(meter)
    const hits = recordedCalls(block, context)?.map((recorded, index) => {
      if (!isWanted(index)) return false
      const root = wholeCalls(recorded, block.transactions[index]!.data, noData)
      return root === undefined || hasMatch([...parityTraces(root)], index)
    })
    readBlockCalls(
      block,
      context,
      (root, { transactionPosition }) => read([...parityTraces(root)], transactionPosition),
      (_, index) => hits?.[index] ?? isWanted(index),
      shown,
    )
  }

  /** Passes the changes of each wanted transaction of a block to a reader; executes the block up to the last of them. */
  readChanges(
    block: StoredBlock,
    isWanted: (index: number) => boolean,
    read: ChangesReader,
    meter: TraceMeter,
  ): void {
    readBlockChanges(block, this.#context(meter), isWanted, read)
  }

  #make(
    job: TraceJob,
    pending: PendingBlock | undefined,
    meter: TraceMeter | undefined,
    write: (piece: string) => void,
  ): void {
    const context = this.#context(meter)
    const { network } = context.chain
    runTrace(
      job,
      {
        ...context,
        // A pending block is read as if it were stored.
        ...(pending && {
          pending: decodePendingBlock(encodePendingBlock(pending), network),
          pendingState: () => pending.state,
        }),
      },
      write,
    )
  }

  /** Starts the time limit of a trace. */
  #context(meter: TraceMeter | undefined): TraceContext {
    const { chain, limits, isStopped = () => false } = this.#parts
    const { timeoutMs, maximumLength, maximumBlocks, maximumGas } = limits
    const endMs = performance.now() + timeoutMs
    /** Gas of the running transaction that was counted while it ran. */
    let counted = 0
    return {
      chain,
      shouldStop: (gas = 0) => {
        counted += gas
        meter?.addGas(gas)
        return isStopped() || performance.now() >= endMs
      },
      maximumLength,
      maximumBlocks,
      maximumGas,
      places: this.#places,
      onExecuted: (gas) => {
        meter?.addGas(Math.max(0, gas - counted), 1)
        counted = 0
      },
      onWritten: (parts) => meter?.addParts?.(parts),
    }
  }
}
