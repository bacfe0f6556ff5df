import { fromHex, toHex } from '../primitives/hex.ts'
import { toQuantity } from '../primitives/quantity.ts'
import { realLines } from '../primitives/recordings.cases.ts'
import { decodeHeader } from '../protocol/headers/decode.ts'
import { encodeHeader } from '../protocol/headers/encode.ts'
import { type BlockHeader, gasLimitOf } from '../protocol/headers/header.ts'
import { mainnet } from '../protocol/networks/definitions.ts'
import { isRecord } from '../remote/jsonAnswers.ts'
import { NodeFailure } from '../remote/nodeFailure.ts'
import type { Exchange, Transport } from '../remote/transport.ts'

/** 500 consecutive headers of mainnet. */
export const mainnetHeaders: readonly BlockHeader[] = realLines<{ rlp: string }>(
  'mainnet-headers-4479841.jsonl.gz',
).map(({ rlp }) => decodeHeader(fromHex(rlp), mainnet))

/** The JSON of a block without transactions, as the reference node writes it. */
export function headerJson(header: BlockHeader): Record<string, unknown> {
  const { mergedMining, minimumGasPrice } = header
  const bytes = [
    ...(['hash', 'parentHash', 'stateRoot', 'transactionsRoot', 'receiptsRoot', 'logsBloom'] as const),
    'extraData' as const,
  ].map((name) => [name, toHex(header[name])])
  return {
    ...Object.fromEntries(bytes),
    number: toQuantity(header.number),
    sha3Uncles: toHex(header.unclesHash),
    miner: toHex(header.coinbase),
    difficulty: toQuantity(header.difficulty),
    gasLimit: toQuantity(gasLimitOf(header)),
    gasUsed: toQuantity(header.gasUsed),
    timestamp: toQuantity(header.timestamp),
    paidFees: toQuantity(header.paidFees),
    minimumGasPrice: minimumGasPrice === null ? null : toQuantity(minimumGasPrice),
    uncles: Array.from({ length: header.uncleCount }, () => toHex(header.unclesHash)),
    rskPteEdges: header.edges,
    baseEvent: header.baseEvent && toHex(header.baseEvent),
    bitcoinMergedMiningHeader: toHex(mergedMining?.header ?? new Uint8Array()),
    bitcoinMergedMiningMerkleProof: toHex(mergedMining?.merkleProof ?? new Uint8Array()),
    bitcoinMergedMiningCoinbaseTransaction: toHex(mergedMining?.coinbase ?? new Uint8Array()),
    transactions: [],
  }
}

interface Request {
  readonly id: unknown
  readonly method: string
  readonly params: readonly unknown[]
}

/** An endpoint that serves a chain of headers and can misbehave, without sockets. */
export class ScriptedChain implements Transport {
  /** The lowest first, without a gap. */
  headers: readonly BlockHeader[]
  /** Whether it has `debug_getRawHeader`. */
  isRaw = false
  /** Maximum calls of a batch. */
  batchLimit = Number.POSITIVE_INFINITY
  /** Replaces the status of a reply. */
  status: { readonly code: number; readonly headers?: Readonly<Record<string, string>> } | undefined
  isAway = false
  /** Changes the JSON of a block. */
  change: (json: Record<string, unknown>) => unknown = (json) => json
  requests = 0
  calls = 0
  /** Characters of its answers. */
  characters = 0

  constructor(headers: readonly BlockHeader[]) {
    this.headers = headers
  }

  begin(exchange: Exchange): void {
    exchange.connection = { pause() {}, resume() {}, abandon() {} }
    queueMicrotask(() => this.#answer(exchange))
  }

  close(): void {}

  #answer(exchange: Exchange): void {
    this.requests++
    if (this.isAway) {
      exchange.fail(new NodeFailure('unreachable', 'nobody listens'))
      return
    }
    const { code = 200, headers = {} } = this.status ?? {}
    const body: unknown = JSON.parse(exchange.question.body)
    const requests = (Array.isArray(body) ? body : [body]) as readonly Request[]
    this.calls += requests.length
    const answers = requests.map((request) => ({ jsonrpc: '2.0', id: request.id, ...this.#outcome(request) }))
    const refusal = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'the batch is too long' } }
    const reply = requests.length > this.batchLimit ? refusal : Array.isArray(body) ? answers : answers[0]
    const text = Buffer.from(JSON.stringify(reply))
    this.characters += text.length
    exchange.head(code, new Map(Object.entries(headers)))
    exchange.data(text)
    exchange.end()
  }

  #outcome({ method, params: [block] }: Request): object {
    if (method === 'debug_getRawHeader' && this.isRaw) {
      const header = this.#find(block)
      return { result: header ? toHex(encodeHeader(header)) : null }
    }
    if (method === 'eth_getBlockByNumber' || method === 'eth_getBlockByHash') {
      const header = this.#find(block)
      return { result: header ? this.change(headerJson(header)) : null }
    }
    return { error: { code: -32601, message: 'the method does not exist' } }
  }

  #find(block: unknown): BlockHeader | undefined {
    if (isRecord(block)) return undefined
    if (block === 'latest') return this.headers.at(-1)
    const text = String(block)
    if (text.length === 66) return this.headers.find(({ hash }) => toHex(hash) === text)
    return this.headers[Number(text) - this.headers[0]!.number]
  }
}
