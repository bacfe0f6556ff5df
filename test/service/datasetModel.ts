import type { StreamBlock } from '../../src/library/stream.ts'
import type { ServiceWorld } from './serviceWorld.ts'

/* The result of a query, computed from the answers of JSON-RPC for every block, without an index. */

interface RpcLog {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly logIndex: string
  readonly transactionIndex: string
  readonly transactionHash: string
}

interface RpcTransaction {
  readonly hash: string
  readonly from: string
  readonly to: string | null
  readonly input: string
  readonly nonce: string
  readonly value: string
}

interface RpcTrace {
  readonly type: 'call' | 'create' | 'suicide'
  readonly action: Readonly<Record<string, string>>
  readonly result: Readonly<Record<string, string>> | null
  readonly traceAddress: readonly number[]
  readonly transactionPosition: number
}

/** What a transaction has changed, by account. */
type RpcStateDiff = Readonly<Record<string, RpcAccountDiff>>

interface RpcAccountDiff {
  readonly balance: unknown
  readonly code: unknown
  readonly nonce: unknown
  readonly storage: Readonly<Record<string, unknown>>
}

interface RpcBlock {
  readonly number: string
  readonly hash: string
  readonly parentHash: string
  readonly timestamp: string
  readonly transactions: readonly RpcTransaction[]
}

interface ModelBlock {
  readonly block: RpcBlock
  readonly logs: readonly RpcLog[]
  readonly traces: readonly RpcTrace[]
  readonly changes: readonly StateDiff[]
}

interface StateDiff {
  readonly transactionIndex: number
  readonly address: string
  readonly key: string
  readonly kind: string
  readonly prev: string | null
  readonly next: string | null
}

export interface LogRequest {
  readonly address?: readonly string[]
  readonly topic0?: readonly string[]
  readonly topic1?: readonly string[]
  readonly transaction?: boolean
  readonly transactionLogs?: boolean
  readonly transactionTraces?: boolean
  readonly transactionStateDiffs?: boolean
}

export interface TransactionRequest {
  readonly from?: readonly string[]
  readonly to?: readonly string[]
  readonly sighash?: readonly string[]
  readonly firstNonce?: number
  readonly lastNonce?: number
  readonly logs?: boolean
  readonly traces?: boolean
  readonly stateDiffs?: boolean
}

export interface TraceRequest {
  readonly type?: readonly string[]
  readonly createFrom?: readonly string[]
  readonly callFrom?: readonly string[]
  readonly callTo?: readonly string[]
  readonly callSighash?: readonly string[]
  readonly transaction?: boolean
  readonly transactionLogs?: boolean
  readonly subtraces?: boolean
  readonly parents?: boolean
}

export interface StateDiffRequest {
  readonly address?: readonly string[]
  readonly key?: readonly string[]
  readonly kind?: readonly string[]
  readonly transaction?: boolean
}

export interface ModelQuery {
  readonly fromBlock: number
  readonly toBlock: number
  readonly includeAllBlocks: boolean
  readonly logs: readonly LogRequest[]
  readonly transactions: readonly TransactionRequest[]
  readonly traces: readonly TraceRequest[]
  readonly stateDiffs: readonly StateDiffRequest[]
}

/** The members that the model compares. */
export const comparedFields = {
  block: { timestamp: true },
  log: { address: true, topics: true, data: true, transactionHash: true },
  transaction: { hash: true, from: true, to: true, input: true, nonce: true, value: true },
  stateDiff: { kind: true, prev: true, next: true },
  trace: { callFrom: true, callTo: true, callInput: true, createFrom: true, createResultAddress: true },
}

/** Reads all blocks of a chain by JSON-RPC. */
export async function readModel(world: ServiceWorld): Promise<ModelBlock[]> {
  const head = Number(await world.result('eth_blockNumber'))
  const blocks: ModelBlock[] = []
  for (let number = 0; number <= head; number++) {
    const name = `0x${number.toString(16)}`
    blocks.push({
      block: await world.result('eth_getBlockByNumber', [name, true]),
      logs: await world.result('eth_getLogs', [{ fromBlock: name, toBlock: name }]),
      traces: number === 0 ? [] : await world.result('trace_block', [name]),
      changes:
        number === 0
          ? []
          : changesIn(await world.result('trace_replayBlockTransactions', [name, ['stateDiff']])),
    })
  }
  return blocks
}

const changesIn = (replays: readonly { readonly stateDiff: RpcStateDiff }[]): StateDiff[] =>
  replays.flatMap(({ stateDiff }, transactionIndex) =>
    Object.entries(stateDiff).flatMap(([address, { balance, code, nonce, storage }]) =>
      Object.entries({ balance, code, nonce, ...storage }).flatMap(([key, change]) =>
        change === '=' ? [] : [{ transactionIndex, address, key, ...valuesOf(Object(change)) }],
      ),
    ),
  )

const valuesOf = (change: Readonly<Record<string, string & { from: string; to: string }>>) => {
  const { '+': created = null, '-': deleted = null, '*': changed } = change
  if (changed !== undefined) return { kind: '*', prev: changed.from, next: changed.to }
  return { kind: created === null ? '-' : '+', prev: deleted, next: created }
}

const isIn = (list: readonly string[] | undefined, value: string | null | undefined): boolean =>
  list === undefined || (value !== null && value !== undefined && list.includes(value))
const sighashOf = (input: string | undefined): string | undefined =>
  input === undefined || input.length < 10 ? undefined : input.slice(0, 10)
const isBelow = (inner: RpcTrace, outer: RpcTrace): boolean =>
  inner.transactionPosition === outer.transactionPosition &&
  inner.traceAddress.length > outer.traceAddress.length &&
  outer.traceAddress.every((position, depth) => inner.traceAddress[depth] === position)

/** The lines of a stream that is not interrupted. */
export function expectedBlocks(model: readonly ModelBlock[], query: ModelQuery): StreamBlock[] {
  const last = Math.min(query.toBlock, model.length - 1)
  return model
    .slice(query.fromBlock, last + 1)
    .map((found) => selected(found, query))
    .filter((line) => {
      const { number } = line.header
      const isMatch = Object.keys(line).length > 1
      return isMatch || query.includeAllBlocks || number === query.fromBlock || number === last
    })
}

function selected({ block, logs, traces, changes }: ModelBlock, query: ModelQuery): StreamBlock {
  const wanted = {
    logs: new Set<RpcLog>(),
    transactions: new Set<number>(),
    traces: new Set<RpcTrace>(),
    changes: new Set<StateDiff>(),
  }
  const addLogsOf = (index: number): void => {
    for (const log of logs) if (Number(log.transactionIndex) === index) wanted.logs.add(log)
  }
  const addTracesOf = (index: number): void => {
    for (const trace of traces) if (trace.transactionPosition === index) wanted.traces.add(trace)
  }
  const addChangesOf = (index: number): void => {
    for (const change of changes) if (change.transactionIndex === index) wanted.changes.add(change)
  }
  for (const request of query.logs) {
    for (const log of logs) {
      const [first, second] = log.topics
      if (
        !isIn(request.address, log.address) ||
        !isIn(request.topic0, first) ||
        !isIn(request.topic1, second)
      )
        continue
      const index = Number(log.transactionIndex)
      wanted.logs.add(log)
      if (request.transaction) wanted.transactions.add(index)
      if (request.transactionLogs) addLogsOf(index)
      if (request.transactionTraces) addTracesOf(index)
      if (request.transactionStateDiffs) addChangesOf(index)
    }
  }
  for (const {
    from,
    to,
    sighash,
    firstNonce = 0,
    lastNonce = Number.POSITIVE_INFINITY,
    ...related
  } of query.transactions) {
    for (const [index, transaction] of block.transactions.entries()) {
      const nonce = Number(transaction.nonce)
      if (
        !isIn(from, transaction.from) ||
        !isIn(to, transaction.to) ||
        nonce < firstNonce ||
        nonce > lastNonce
      )
        continue
      if (!isIn(sighash, sighashOf(transaction.input))) continue
      wanted.transactions.add(index)
      if (related.logs) addLogsOf(index)
      if (related.traces) addTracesOf(index)
      if (related.stateDiffs) addChangesOf(index)
    }
  }
  for (const request of query.traces) {
    for (const trace of traces) {
      const { type, action, transactionPosition } = trace
      const isCall = type === 'call'
      if (
        !isIn(request.type, type) ||
        !isIn(request.createFrom, type === 'create' ? action['from'] : undefined)
      )
        continue
      if (!isIn(request.callFrom, isCall ? action['from'] : undefined) || !isIn(request.callTo, action['to']))
        continue
      if (!isIn(request.callSighash, isCall ? sighashOf(action['input']) : undefined)) continue
      wanted.traces.add(trace)
      for (const other of traces) {
        if ((request.subtraces && isBelow(other, trace)) || (request.parents && isBelow(trace, other)))
          wanted.traces.add(other)
      }
      if (request.transaction) wanted.transactions.add(transactionPosition)
      if (request.transactionLogs) addLogsOf(transactionPosition)
    }
  }
  for (const { address, key, kind, transaction } of query.stateDiffs) {
    for (const change of changes) {
      if (!isIn(address, change.address) || !isIn(key, change.key) || !isIn(kind, change.kind)) continue
      wanted.changes.add(change)
      if (transaction) wanted.transactions.add(change.transactionIndex)
    }
  }
  const lists = {
    transactions: block.transactions.flatMap((transaction, index) =>
      wanted.transactions.has(index) ? [transactionItem(transaction, index)] : [],
    ),
    logs: logs.filter((log) => wanted.logs.has(log)).map(logItem),
    traces: traces.filter((trace) => wanted.traces.has(trace)).map(traceItem),
    stateDiffs: changes.filter((change) => wanted.changes.has(change)),
  }
  const { number, hash, parentHash, timestamp } = block
  return {
    header: { number: Number(number), hash, parentHash, timestamp: Number(timestamp) },
    ...Object.fromEntries(Object.entries(lists).filter(([, items]) => items.length > 0)),
  }
}

const transactionItem = (
  { hash, from, to, input, nonce, value }: RpcTransaction,
  transactionIndex: number,
) => ({
  transactionIndex,
  hash,
  nonce: Number(nonce),
  from,
  to,
  input,
  value,
})

const logItem = ({ logIndex, transactionIndex, transactionHash, address, data, topics }: RpcLog) => ({
  logIndex: Number(logIndex),
  transactionIndex: Number(transactionIndex),
  transactionHash,
  address,
  data,
  topics,
})

function traceItem({ type, action, result, traceAddress, transactionPosition }: RpcTrace) {
  const { from, to, input } = action
  return {
    transactionIndex: transactionPosition,
    traceAddress,
    type,
    ...(type === 'call' && { action: { from, to, input } }),
    ...(type === 'create' && { action: { from } }),
    ...(type === 'create' && result && { result: { address: result['address'] } }),
  }
}
