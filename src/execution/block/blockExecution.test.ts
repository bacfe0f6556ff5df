import { describe, expect, it } from 'vitest'
import { assemble } from '../../evm/assembler.cases.ts'
import { create2Address, createdAddress } from '../../evm/contractAddress.ts'
import { call } from '../../evm/phrases.cases.ts'
import type { FrameEntry } from '../../evm/tracer.ts'
import { emptyState, ListedBlocks } from '../../native/nativeWorld.cases.ts'
import { asAddress, emptyBytes, leftPad } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { toBigInt, unsignedBytes } from '../../primitives/integers.ts'
import { keyBytes } from '../../primitives/mapKeys.ts'
import { blockHeaderAddress, bridgeAddress, remascAddress } from '../../protocol/addresses.ts'
import type { Block } from '../../protocol/block.ts'
import { mainnet, regtest } from '../../protocol/networks/definitions.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { remascSender } from '../../protocol/transactions/remasc.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { CodeCache } from '../../state/codeCache.ts'
import { State } from '../../state/state.ts'
import {
  alice,
  blockOf,
  bob,
  contractAddress,
  deploy,
  parents,
  regtestWithout,
  richState,
  stranger,
  transactionOf,
} from '../executionWorld.cases.ts'
import { BlockExecution, type BlockOptions, type BlockResult, hostOf } from './blockExecution.ts'
import { BlockRejected } from './blockRejected.ts'

const chain = new ListedBlocks(parents)
const codes = new CodeCache(2 ** 20)

/** A state in which REMASC has run for the blocks before block 21. */
function stateBefore(prepare: (state: State) => void = () => {}): State {
  const state = richState()
  state.setNonce(remascSender, 20n)
  prepare(state)
  return state
}

const run = (
  block: Block,
  state: State = stateBefore(),
  network: Network = regtest,
  options: BlockOptions = {},
): BlockResult => new BlockExecution(block, state.commit(), { network, chain, codes }, options).complete()

const stateOf = (result: BlockResult): State => new State(result.state, codes)

/** Reason and detail of the rejection. */
function refusal(block: Block, state?: State): readonly [string, string] {
  try {
    run(block, state)
  } catch (error) {
    if (error instanceof BlockRejected) return [error.reason, error.detail]
    throw error
  }
  throw new Error('the block was executed')
}

const account = (number: number) => asAddress(leftPad(unsignedBytes(number), 20))
const fromAlice = (nonce: number, to = stranger): Transaction => transactionOf({ nonce, to, gas: 21_000 })
const fromBob = (nonce: number, to = account(0xb0b)): Transaction =>
  transactionOf({ from: bob, nonce, to, gas: 21_000 })

describe('a block', () => {
  it('runs its transactions and pays the miners', () => {
    const result = run(blockOf([fromAlice(0), fromBob(0)]))
    expect(result.gasUsed).toBe(42_000)
    expect(result.paidFees).toBe(84_000n)
    expect(result.receipts.map(({ gasUsed, success }) => [gasUsed, success])).toEqual([
      [21_000, true],
      [21_000, true],
      [0, true],
    ])
    expect(result.stateRoot).toEqual(result.state.hash())
    const state = stateOf(result)
    expect(state.nonce(alice.address)).toBe(1n)
    expect(state.nonce(remascSender)).toBe(21n)
    expect(state.balance(remascAddress)).toBe(84_000n)
  })

  it('has the bloom of all its logs', () => {
    const state = stateBefore((state) => deploy(state, contractAddress, '5 0 0 LOG1'))
    const result = run(blockOf([transactionOf()]), state)
    const [first, last] = result.receipts
    expect(result.logsBloom).toEqual(first!.logsBloom.map((byte, index) => byte | last!.logsBloom[index]!))
    expect(first!.logsBloom.some((byte) => byte !== 0)).toBe(true)
  })

  it('is rejected when a transaction cannot be executed', () => {
    const [reason, detail] = refusal(blockOf([fromAlice(0), fromAlice(2)]))
    expect(reason).toBe('transaction')
    expect(detail).toBe("transaction 1: the nonce is 2, but the account's next nonce is 1")
  })

  it('does not change the parent state', () => {
    const before = stateBefore()
    const trie = before.commit()
    new BlockExecution(blockOf([fromAlice(0)]), trie, { network: regtest, chain, codes }).complete()
    expect(new State(trie, codes).nonce(alice.address)).toBe(0n)
  })

  it('runs one of its transactions with a tracer', () => {
    const heard: FrameEntry[] = []
    const asked: number[] = []
    const watch = (index: number) => {
      asked.push(index)
      return index === 1 ? { tracer: { enter: (entry: FrameEntry) => void heard.push(entry) } } : undefined
    }
    const traced = run(blockOf([fromAlice(0), fromBob(0)]), stateBefore(), regtest, { watch })
    expect(asked).toEqual([0, 1, 2])
    expect(heard.map(({ caller }) => caller)).toEqual([bob.address])
    expect(traced.stateRoot).toEqual(run(blockOf([fromAlice(0), fromBob(0)])).stateRoot)
  })
})

describe('stepwise execution', () => {
  const transactions = [fromAlice(0), fromBob(0), fromAlice(1)]
  const executed = (edges: readonly number[], last: number): number[] => {
    const seen: number[] = []
    const watch = (index: number): undefined => void seen.push(index)
    const block = blockOf(transactions, { edges })
    const context = { network: regtest, chain, codes }
    const steps = [
      ...new BlockExecution(block, stateBefore().commit(), context, { watch }).run({
        index: last,
        end: last + 1,
      }),
    ]
    expect(steps).toHaveLength(seen.length)
    return seen
  }

  it('does not run the parallel lists other than that of the last transaction', () => {
    expect(executed([1, 2], 1)).toEqual([1])
    expect(executed([1, 2], 0)).toEqual([0])
    expect(executed([1, 2], 2)).toEqual([0, 1, 2])
  })
})

describe('the participants of a block', () => {
  it('are the parties of every call, including failed ones', () => {
    const code = `0 0 0 0 0 #73${toHexDigits(stranger)} GAS CALL 0 0 REVERT`
    const { participants } = run(
      blockOf([transactionOf()]),
      stateBefore((state) => deploy(state, contractAddress, code)),
    )
    const named = [...participants].map((key) => toHexDigits(keyBytes(key)))
    expect(named).toEqual(
      expect.arrayContaining(
        [alice.address, contractAddress, stranger].map((address) => toHexDigits(address)),
      ),
    )
    expect(named).not.toContain(toHexDigits(bob.address))
  })
})

describe('the creations of a block', () => {
  const deployed = assemble('1 0 RETURN') // Deploys one zero byte.
  const child = create2Address(contractAddress, new Uint8Array(32), deployed)
  const creating = `#${(0x5f + deployed.length).toString(16)}${toHexDigits(deployed)} 0 MSTORE 0 ${deployed.length} ${32 - deployed.length} 0 CREATE2`

  it('name contract, creator and transaction, without creations that were rolled back', () => {
    // With call data, the creation is rolled back.
    const code = `${creating} CALLDATASIZE @fail JUMPI STOP fail: 0 0 REVERT`
    const { creations, participants } = run(
      blockOf([transactionOf({ data: Uint8Array.of(1) }), transactionOf({ nonce: 1 })]),
      stateBefore((state) => deploy(state, contractAddress, code)),
    )
    expect([...participants].map((key) => toHexDigits(keyBytes(key)))).toContain(toHexDigits(child))
    expect(creations).toEqual([{ contract: child, creator: contractAddress, transactionIndex: 1 }])
  })

  it('include those of transactions themselves, if they leave code', () => {
    const creation = (nonce: number, initCode: Uint8Array) =>
      transactionOf({ nonce, to: null, data: initCode })
    const transactions = [
      creation(0, deployed),
      creation(1, assemble('STOP')),
      creation(2, assemble('0 0 REVERT')),
    ]
    const { creations } = run(blockOf(transactions))
    expect(creations).toEqual([
      { contract: createdAddress(alice.address, 0n), creator: alice.address, transactionIndex: 0 },
    ])
  })
})

it('a block executes transactions while their gas limits fit in the gas left', () => {
  const network = regtestWithout('rskip144')
  const withSecond = (gas: number): Block =>
    blockOf(
      [transactionOf({ gas: 63_000, to: stranger }), transactionOf({ nonce: 1, gas, to: stranger })],
      { gasLimit: unsignedBytes(63_000) },
      network,
    )
  expect(() => run(withSecond(42_001), stateBefore(), network)).toThrow('42001 exceeds the 42000 gas left')
  expect(run(withSecond(42_000), stateBefore(), network).gasUsed).toBe(42_000)
})

describe('fees', () => {
  const spy = `${toBigInt(remascAddress)} BALANCE 0 MSTORE 32 0 RETURN`
  const seenByLast = (network: Network): bigint => {
    const state = stateBefore((state) => deploy(state, contractAddress, spy))
    const result = run(blockOf([fromAlice(0), transactionOf({ nonce: 1 })], {}, network), state, network)
    return toBigInt(result.transactions[1]!.output)
  }

  it('reach REMASC with each transaction before RSKIP144', () => {
    expect(seenByLast(regtestWithout('rskip144'))).toBe(42_000n)
  })

  it('reach REMASC together, before it pays the miners, from RSKIP144 on', () => {
    expect(seenByLast(regtest)).toBe(0n)
  })
})

describe('parallel lists', () => {
  it('count their own gas', () => {
    const transactions = [fromAlice(0), fromAlice(1), fromBob(0), fromAlice(2)]
    const { receipts, gasUsed } = run(blockOf(transactions, { edges: [2, 3] }))
    expect(receipts.map(({ cumulativeGasUsed }) => cumulativeGasUsed)).toEqual([
      21_000, 42_000, 21_000, 21_000, 21_000,
    ])
    expect(gasUsed).toBe(84_000)
  })

  it('lead to the state that one list would lead to', () => {
    const transactions = [fromAlice(0), fromAlice(1), fromBob(0)]
    const parallel = run(blockOf(transactions, { edges: [2, 3] }))
    expect(parallel.stateRoot).toEqual(run(blockOf(transactions)).stateRoot)
  })

  it('have gas limits of their own', () => {
    const large = transactionOf({ from: bob, gas: 1_600_001 })
    const [reason, detail] = refusal(blockOf([fromAlice(0), large], { edges: [1, 2] }))
    expect(reason).toBe('transaction')
    expect(detail).toContain('1600001 exceeds the 1600000 gas left')
    expect(run(blockOf([large])).gasUsed).toBe(21_000)
  })

  it('must not write a key that another list uses', () => {
    const both = (toOfAlice = stranger, toOfBob = stranger, value = 0n) =>
      blockOf([transactionOf({ to: toOfAlice, value }), transactionOf({ from: bob, to: toOfBob, value })], {
        edges: [1, 2],
      })
    // Both create the account.
    expect(refusal(both())[0]).toBe('parallel-conflict')
    expect(run(both(stranger, account(0x777))).gasUsed).toBe(42_000)
    const existing = stateBefore((state) => state.addBalance(stranger, 1n))
    expect(refusal(both(stranger, stranger, 1n), existing)[0]).toBe('parallel-conflict')
  })

  it('may call one contract without value when they use different cells', () => {
    const block = blockOf([transactionOf(), transactionOf({ from: bob })], { edges: [1, 2] })
    const ownCells = stateBefore((state) => deploy(state, contractAddress, '1 CALLER SSTORE'))
    expect(run(block, ownCells).receipts[1]!.success).toBe(true)
    const oneCell = stateBefore((state) => deploy(state, contractAddress, '1 0 SSTORE'))
    expect(refusal(block, oneCell)[0]).toBe('parallel-conflict')
    const reading = stateBefore((state) => deploy(state, contractAddress, '0 SLOAD'))
    expect(run(block, reading).receipts[1]!.success).toBe(true)
  })

  it('conflict even when the write was reverted', () => {
    const block = blockOf([transactionOf(), transactionOf({ from: bob })], { edges: [1, 2] })
    const state = stateBefore((state) => deploy(state, contractAddress, '1 0 SSTORE 0 0 REVERT'))
    expect(refusal(block, state)[0]).toBe('parallel-conflict')
  })

  it('may use keys that the sequential list uses', () => {
    const transactions = [fromAlice(0), fromAlice(1)]
    expect(run(blockOf(transactions, { edges: [1] })).gasUsed).toBe(42_000)
  })

  it('must not call REMASC and the Bridge, which the sequential list may', () => {
    const direct = transactionOf({ to: remascAddress })
    expect(refusal(blockOf([direct], { edges: [1] }))).toEqual([
      'sequential-contract-in-parallel-list',
      'transaction 0 calls the Bridge or REMASC in a parallel list',
    ])
    expect(run(blockOf([direct])).receipts[0]!.success).toBe(true)
    const unpaid = transactionOf({ to: bridgeAddress, gas: 43_999 })
    expect(refusal(blockOf([unpaid], { edges: [1] }))[0]).toBe('sequential-contract-in-parallel-list')
    expect(run(blockOf([unpaid])).receipts[0]).toMatchObject({ success: false, gasUsed: 43_999 })
    const indirect = stateBefore((state) =>
      deploy(state, contractAddress, call('CALL', toBigInt(remascAddress))),
    )
    expect(refusal(blockOf([transactionOf()], { edges: [1] }), indirect)[0]).toBe(
      'sequential-contract-in-parallel-list',
    )
  })
})

describe('an account destroyed by an earlier transaction', () => {
  const initCode = assemble('CALLER SELFDESTRUCT')
  const creator = `${toBigInt(initCode)} 0 MSTORE 0 ${initCode.length} ${32 - initCode.length} 0 CREATE2 0 MSTORE 32 0 RETURN`
  const address = create2Address(contractAddress, new Uint8Array(32), initCode)

  const created = (edges: number[]): bigint[] => {
    const state = stateBefore((state) => deploy(state, contractAddress, creator))
    const transactions = [transactionOf(), transactionOf({ nonce: 1 })]
    return run(blockOf(transactions, { edges }), state)
      .transactions.slice(0, 2)
      .map(({ output }) => toBigInt(output))
  }

  it('cannot be created again in its list', () => {
    expect(created([])).toEqual([toBigInt(address), 0n])
    expect(created([2])).toEqual([toBigInt(address), 0n])
  })

  it('cannot be created again in the sequential list that follows', () => {
    expect(created([1])).toEqual([toBigInt(address), 0n])
  })

  it('can be created again in the next block', () => {
    const state = stateBefore((state) => deploy(state, contractAddress, creator))
    const first = run(blockOf([transactionOf()]), state)
    const second = run(blockOf([transactionOf({ nonce: 1 })], { number: 22 }), stateOf(first))
    expect(toBigInt(second.transactions[0]!.output)).toBe(toBigInt(address))
    expect(stateOf(second).code(address)?.bytes ?? emptyBytes).toEqual(emptyBytes)
  })
})

const wasabi = 1_591_000
const prepared = (state: State, number: number): State =>
  hostOf(blockOf([], { number }, mainnet), state.commit(), { network: mainnet, chain, codes }).state

describe('preparing the state', () => {
  it('marks the oldest precompiled contracts and creates the new ones in the block that activates them', () => {
    const before = emptyState()
    before.addBalance(bridgeAddress, 5n)
    before.addBalance(blockHeaderAddress, 7n)
    const state = prepared(before, wasabi)
    expect(state.balance(bridgeAddress)).toBe(5n)
    expect(state.balance(blockHeaderAddress)).toBe(0n)
    for (const address of [bridgeAddress, blockHeaderAddress, remascAddress]) {
      expect(state.exists(address)).toBe(true)
      expect(state.isContract(address)).toBe(true)
    }
  })

  it('does not change the state in any other block', () => {
    expect(prepared(emptyState(), wasabi + 1).exists(remascAddress)).toBe(false)
  })
})
