import type { Json } from '../../json/json.ts'
import { type HeavyChain, none, type WorstCalls } from '../heavyChain.cases.ts'

const fields = {
  block: { hash: true, timestamp: true },
  log: { address: true, topics: true, data: true, transactionHash: true },
  transaction: { hash: true, from: true, to: true, input: true },
  stateDiff: { kind: true, prev: true, next: true },
  trace: { type: true, callFrom: true, callTo: true, callInput: true },
}

const address = (index: number): string => `0x${index.toString(16).padStart(40, '0')}`
const word = (index: number): string => `0x${index.toString(16).padStart(64, '0')}`
/** As many values as the lists of a query may have, and as many requests. */
const values = Array.from({ length: 10_000 }, (_, index) => index + 1)
const requests = 100
const valuesOf = (request: number): number[] => values.slice(requests * request, requests * (request + 1))

/** Queries by what makes them work. */
export function worstDataQueries({ calls, full, genesis }: HeavyChain): { readonly [what: string]: Json } {
  const query = { type: 'evm', fromBlock: 0, fields }
  const ofCalls = { ...query, fromBlock: Number(calls.number), toBlock: Number(calls.number) }
  const lists = Array.from({ length: requests }, (_, request) => valuesOf(request).map(address))
  return {
    everything: {
      ...query,
      logs: [{ transaction: true, transactionTraces: true }],
      transactions: [{ logs: true, traces: true }],
      traces: [{ subtraces: true, parents: true }],
      stateDiffs: [{}],
    },
    'families of calls': { ...ofCalls, traces: [{ subtraces: true, parents: true }] },
    'another ancestry': { ...query, fromBlock: Number(full.number) + 1, parentBlockHash: genesis },
    'addresses of logs': { ...query, logs: lists.map((list) => ({ address: list })) },
    'topics of logs': { ...query, logs: [{ topic0: values.map(word) }] },
    'senders of transactions': { ...query, transactions: lists.map((list) => ({ from: list })) },
    'receivers of calls': { ...query, traces: lists.map((list) => ({ callTo: list })) },
    headers: { ...query, includeAllBlocks: true },
  }
}

export const dataWorst: WorstCalls = {
  data_blocks: (chain) => [worstDataQueries(chain)['everything'] ?? null],
  data_heads: none,
}
