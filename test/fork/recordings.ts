import type { Chain } from '../../src/chain/chain.ts'
import { asHash } from '../../src/primitives/bytes.ts'
import { fromHex } from '../../src/primitives/hex.ts'
import { type ChainName, recordedReceipts } from '../../src/primitives/recordings.cases.ts'
import { goldenCases } from '../golden/goldenCases.ts'

interface Call {
  readonly id?: unknown
  readonly method: string
  readonly params: readonly unknown[]
}

type Compute = (text: string) => Promise<string>

/**
 * Answers of the reference node to single calls: those of the golden cases, and receipts of the recorded chains. Forks
 * name a block by its hash where the recordings name it by its number or as the latest one.
 */
export class Recordings {
  readonly #answers = new Map<string, object>()
  readonly #chain: Chain
  /** Calls that were answered with recordings. */
  used = 0

  constructor(name: ChainName | 'golden', chain: Chain) {
    this.#chain = chain
    if (name === 'golden') this.#addCases()
    else
      for (const receipt of recordedReceipts(name)) {
        this.#add('eth_getTransactionReceipt', [receipt.transactionHash], { result: receipt })
      }
  }

  /** The answer to a request or a batch; `compute` makes answers that are not recorded. */
  async answer(text: string, compute: Compute): Promise<string> {
    const body: Call | readonly Call[] = JSON.parse(text)
    if (!Array.isArray(body)) return this.#single(body as Call, compute)
    const texts: string[] = []
    for (const call of body) texts.push(await this.#single(call, compute))
    return `[${texts.join(',')}]`
  }

  async #single({ id, method, params }: Call, compute: Compute): Promise<string> {
    for (const names of this.#namings(params)) {
      const recorded = this.#answers.get(keyOf(method, names))
      if (recorded === undefined) continue
      this.used++
      return JSON.stringify({ jsonrpc: '2.0', id, ...recorded })
    }
    return compute(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
  }

  *#namings(params: readonly unknown[]): Generator<readonly unknown[]> {
    yield params
    const { blockHash } = (params.at(-1) ?? {}) as { blockHash?: unknown }
    const block = typeof blockHash === 'string' ? this.#chain.block(asHash(fromHex(blockHash))) : undefined
    if (block === undefined) return
    yield [...params.slice(0, -1), `0x${block.number.toString(16)}`]
    if (block.number === this.#chain.head.number) yield [...params.slice(0, -1), 'latest']
  }

  #addCases(): void {
    for (const { phase, request, response, volatile } of goldenCases()) {
      if (phase !== 'static' || response === null || volatile !== undefined) continue
      const asked = parsed(request)
      const answered = parsed(response)
      if (typeof asked?.['method'] !== 'string' || !Array.isArray(asked['params'])) continue
      if (answered?.['result'] === undefined) continue
      this.#add(asked['method'], asked['params'], { result: answered['result'] })
    }
  }

  #add(method: string, params: readonly unknown[], answer: object): void {
    this.#answers.set(keyOf(method, params), answer)
  }
}

/** Addresses and hashes may be in capitals, and quantities may have leading zeros. */
const keyOf = (method: string, params: readonly unknown[]): string =>
  `${method} ${JSON.stringify(params).toLowerCase()}`

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined
  } catch {
    return undefined
  }
}
