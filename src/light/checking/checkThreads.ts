import { RlpReader } from '../../primitives/rlp/reader.ts'
import { Thread } from '../../primitives/threads/thread.ts'
import { readHeaderFields } from '../../protocol/headers/decode.ts'
import { type HeaderHashes, sealWithHashes } from '../../protocol/headers/hashes.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { GivenHeader, HeaderFault } from './checkHeader.ts'
import { checksHere, type HeaderChecks } from './headerChecks.ts'

/** A header that a thread has checked, encoded. */
interface CheckedHeader {
  readonly rlp: Uint8Array
  readonly hashes: HeaderHashes
}

/** What a thread that checks headers does. */
export interface CheckFunctions {
  check(job: {
    readonly given: readonly GivenHeader[]
    readonly nowSeconds: number
  }): readonly (CheckedHeader | HeaderFault)[]
}

const program = 'light/checking/checkWorker.ts'

/** A few headers are checked sooner than a thread starts. */
const fewHeaders = 20

/** Checks in threads, which start with the first long list; when one fails, the checks continue in this thread. */
export class CheckThreads implements HeaderChecks {
  readonly #network: Network
  readonly #count: number
  readonly #here: HeaderChecks
  readonly #threads: Thread<CheckFunctions>[] = []
  #next = 0
  #isClosed = false

  constructor(network: Network, count: number) {
    this.#network = network
    this.#count = count
    this.#here = checksHere(network)
  }

  async check(
    given: readonly GivenHeader[],
    nowSeconds: number,
  ): Promise<readonly (BlockHeader | HeaderFault)[]> {
    const thread = given.length > fewHeaders ? this.#thread() : undefined
    if (thread === undefined) return this.#here.check(given, nowSeconds)
    try {
      const checked = await thread.ask('check', { given, nowSeconds })
      return checked.map((one) => ('rlp' in one ? this.#headerOf(one) : one))
    } catch (error) {
      if (thread.isOpen) throw error
      return this.#here.check(given, nowSeconds)
    }
  }

  close(): void {
    this.#isClosed = true
    for (const thread of this.#threads) thread.terminate()
  }

  #headerOf({ rlp, hashes }: CheckedHeader): BlockHeader {
    return sealWithHashes(readHeaderFields(RlpReader.list(rlp, 'header'), this.#network), hashes)
  }

  /** The threads in turns; undefined when the next one has failed. */
  #thread(): Thread<CheckFunctions> | undefined {
    if (this.#isClosed) return undefined
    if (this.#threads.length < this.#count)
      this.#threads.push(new Thread<CheckFunctions>({ name: 'cambium check', program, data: this.#network }))
    const thread = this.#threads[this.#next++ % this.#threads.length]
    return thread?.isOpen ? thread : undefined
  }
}
