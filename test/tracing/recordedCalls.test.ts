import { describe, expect, it } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { openChain } from '../../src/chain/openChain.ts'
import type { RecordedNode } from '../../src/chain/traces/callRecord.ts'
import { type Address, asAddress } from '../../src/primitives/bytes.ts'
import { fromHex } from '../../src/primitives/hex.ts'
import { keyBytes } from '../../src/primitives/mapKeys.ts'
import { type ChainName, recordedBlocks } from '../../src/primitives/recordings.cases.ts'
import { decodeBlock } from '../../src/protocol/block.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { shownData, traceFieldNames, traceWriter } from '../../src/rpc/dataset/traceFields.ts'
import { memoryStore } from '../../src/store/memory/memoryStore.ts'
import { type CallNode, isCall, type TreeNode } from '../../src/tracing/calls/callTree.ts'
import { failedAtDeposit } from '../../src/tracing/output/failureText.ts'
import type { ParityTrace } from '../../src/tracing/parity/parityTraces.ts'
import { readBlockCalls } from '../../src/tracing/parity/readCalls.ts'
import type { TraceContext } from '../../src/tracing/replay/traceContext.ts'
import type { TraceJob } from '../../src/tracing/request/traceJob.ts'
import { runTrace } from '../../src/tracing/run/runTrace.ts'
import { defaultTraceLimits } from '../../src/tracing/run/traceLimits.ts'
import { Traces } from '../../src/tracing/run/traces.ts'

/* A chain gives the same answers with and without records of its calls. */

function importChain(name: ChainName, recordsCalls: boolean): Chain {
  const chain = openChain({ store: memoryStore(), network: regtest, clock: () => 0 }, { recordsCalls })
  for (const { rlp } of recordedBlocks(name).slice(0, lengths[name])) {
    chain.import(decodeBlock(fromHex(rlp), regtest))
  }
  return chain
}

/** Blocks of a chain; those of the fuzzed chain have many transactions, which are slow to execute with a tracer. */
const lengths: Readonly<Record<ChainName, number>> = {
  basic: 30,
  contracts: 60,
  uncles: 30,
  peg: 20,
  'fuzz-a': 6,
}

class Traced {
  executed = 0
  readonly context: TraceContext

  constructor(chain: Chain) {
    const { maximumLength, maximumBlocks: blocks, maximumGas } = defaultTraceLimits
    this.context = {
      chain,
      shouldStop: () => false,
      maximumLength,
      maximumBlocks: blocks,
      maximumGas,
      onExecuted: () => this.executed++,
    }
  }

  text(job: TraceJob): string {
    let text = ''
    runTrace(job, this.context, (piece) => {
      text += piece
    })
    return text
  }
}

const isInner = ({ traceAddress }: ParityTrace): boolean => traceAddress.length > 0

/** The recorded part of a whole tree. */
function outlined(node: TreeNode, depth = 0): object {
  if (!isCall(node)) return node
  const { input, ...entry } = node.entry
  const { output, status, cause, gasUsed } = node.exit
  const isUnrecorded = entry.isPrecompile && depth > 0
  const isKnown = failedAtDeposit(node.exit) || cause === 'precompiled-contract-failed'
  return {
    entry,
    exit: { status, cause: isKnown ? cause : undefined, gasUsed },
    children: node.children.map((child) => outlined(child, depth + 1)),
    selector: isUnrecorded ? new Uint8Array(0) : input.slice(0, 4),
    inputLength: isUnrecorded ? undefined : input.length,
    outputLength: output.length,
  }
}

function withoutOutput(node: RecordedNode): object {
  if (!isCall(node)) return node
  const { output: _, children, ...rest } = node
  return { ...rest, children: children.map(withoutOutput) }
}

describe.each(['basic', 'contracts', 'fuzz-a', 'uncles', 'peg'] as const)('the chain %s', (name) => {
  const chain = importChain(name, true)
  const plain = importChain(name, false)
  const [recorded, executed] = [new Traced(chain), new Traced(plain)]
  const blocks = Array.from({ length: chain.head.number }, (_, index) => chain.select(index + 1)!)
  const accounts: Address[] = [
    ...new Set(blocks.flatMap(({ number }) => [...chain.participantsIn(number)])),
  ].map((key) => asAddress(keyBytes(key)))
  const some = <Item>(items: readonly Item[], count: number): Item[] =>
    items.filter((_, index) => index % Math.max(1, Math.floor(items.length / count)) === 0)

  it('has the calls that the reference engine finds', () => {
    expect(chain.head.hash).toEqual(plain.head.hash)
    for (const block of blocks) {
      const trees: CallNode[] = []
      readBlockCalls(block, executed.context, (root) => trees.push(root))
      const roots = chain.callsIn(block.hash)!
      expect(plain.callsIn(block.hash)).toBeUndefined()
      expect(roots.length).toBe(block.transactions.length)
      for (const [index, root] of roots.entries()) {
        const tree = trees[index]!
        const { gas } = tree.entry
        const { gasUsed, status, cause } = tree.exit
        const shown = {
          ...root,
          entry: { ...root.entry, gas },
          exit: { ...root.exit, gasUsed, ...(status === 'success' && { status, cause }) },
        }
        expect(withoutOutput(shown)).toEqual(outlined(tree))
        if (root.output !== undefined) expect(root.output).toEqual(tree.exit.output)
      }
    }
  })

  it('has the same traces of blocks and transactions', () => {
    for (const { hash, transactions } of some(blocks, 20)) {
      const jobs: TraceJob[] = [{ kind: 'parity-block', hash }]
      for (const transaction of transactions) {
        jobs.push({ kind: 'parity-transaction', hash: transaction.hash })
        for (const view of ['calls', 'error'] as const) {
          jobs.push({ kind: 'explorer', hash: transaction.hash, view })
        }
      }
      for (const job of jobs) expect(recorded.text(job)).toBe(executed.text(job))
    }
    expect(recorded.executed).toBeLessThan(executed.executed)
  })

  it('has the same filtered traces on every page', () => {
    for (const [index, account] of some(accounts, 6).entries()) {
      const page = { after: 3 * index, count: index % 2 === 0 ? 7 : 10_000 }
      const range = { fromBlock: index, toBlock: blocks.length - index, ...page }
      const from = { ...range, fromAddresses: [account], toAddresses: [] }
      const to = { ...range, fromAddresses: [], toAddresses: [account] }
      const all = { ...range, fromBlock: blocks.length - 15, fromAddresses: [], toAddresses: [] }
      for (const filter of [from, to, all]) {
        const job = { kind: 'parity-filter', filter } as const
        expect(recorded.text(job)).toBe(executed.text(job))
      }
    }
  })

  it('streams the same members of traces, and executes only for those that the record lacks', () => {
    const light = [
      'callFrom',
      'callTo',
      'callValue',
      'callGas',
      'callSighash',
      'callResultGasUsed',
      'subtraces',
    ]
    const written = (source: Chain, members: readonly string[]): { texts: string[]; gas: number } => {
      const chosen = new Set(members)
      const write = traceWriter(chosen)
      const traces = new Traces({ chain: source, limits: defaultTraceLimits })
      const texts: string[] = []
      let gas = 0
      const hasMatch = (calls: readonly ParityTrace[]): boolean => calls.some(isInner)
      const selection = { isWanted: () => true, hasMatch, shown: shownData(chosen) }
      for (const block of some(blocks, 20)) {
        traces.readCalls(
          block,
          selection,
          (calls, transactionIndex) => {
            if (calls.some(isInner)) texts.push(...calls.map((call) => write({ ...call, transactionIndex })))
          },
          { addGas: (used) => (gas += used) },
        )
      }
      return { texts, gas }
    }
    for (const members of [light, [...light, 'error'], ['revertReason'], traceFieldNames]) {
      const [fromRecord, fromExecution] = [written(chain, members), written(plain, members)]
      expect(fromRecord.texts).toEqual(fromExecution.texts)
      expect(fromRecord.gas).toBeLessThan(fromExecution.gas)
      if (members === light) expect(fromRecord.gas).toBe(0)
    }
  })

  it('has the same operations, creators and transactions of accounts, without an execution', () => {
    const before = recorded.executed
    const jobs: TraceJob[] = blocks.flatMap(({ transactions }) =>
      transactions.map(({ hash }) => ({ kind: 'explorer', hash, view: 'operations' }) as const),
    )
    for (const { number, hash } of blocks) {
      for (const { contract } of chain.creationsIn(number)) {
        jobs.push({ kind: 'creator', block: hash, contract })
      }
    }
    for (const account of some(accounts, 8)) {
      for (const direction of ['before', 'after'] as const) {
        for (const block of [undefined, Math.floor(blocks.length / 2)]) {
          jobs.push({ kind: 'account-page', account, direction, block, size: 5 })
        }
      }
    }
    for (const job of jobs) expect(recorded.text(job)).toBe(executed.text(job))
    expect(recorded.executed).toBe(before)
  })
})
