import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { regtestWithout } from '../../execution/executionWorld.cases.ts'
import type { Address } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { bridgeAddress, remascAddress } from '../../protocol/addresses.ts'
import type { Block } from '../../protocol/block.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import {
  alice,
  bob,
  carol,
  dave,
  deployment,
  MiningWorld,
  people,
  stranger,
  transactionOf,
} from '../miningWorld.cases.ts'

/** A block of these transactions, imported by a chain that executes it again and checks every rule. */
function mined(transactions: readonly Transaction[], world = new MiningWorld()): Block {
  world.pool.add(...transactions)
  return world.miner().mine()
}

/** A world in which these contracts are deployed. */
function worldWith(...deployments: readonly { transaction: Transaction }[]): MiningWorld {
  return deployedIn(new MiningWorld(), deployments)
}

/** A network with TXINDEX, the only opcode that makes a transaction depend on its position. */
function worldWithIndex(...deployments: readonly { transaction: Transaction }[]): MiningWorld {
  return deployedIn(new MiningWorld({ network: regtestWithout('rskip191') }), deployments)
}

function deployedIn(world: MiningWorld, deployments: readonly { transaction: Transaction }[]): MiningWorld {
  mined(
    deployments.map(({ transaction }) => transaction),
    world,
  )
  return world
}

/** Carol's call of a contract between two transfers of Bob, which share a list. */
const callBetweenTransfers = (contract: Address): Transaction[] => [
  transactionOf({ from: bob, to: stranger(1) }),
  transactionOf({ from: carol, to: contract, value: 0n }),
  transactionOf({ from: bob, nonce: 1, to: stranger(1) }),
]

const positions = (block: Block, transactions: readonly Transaction[]): number[] =>
  transactions.map((transaction) => block.transactions.indexOf(transaction))

describe('the lists of a block (RSKIP144)', () => {
  it('are absent in a block that has only the payment to the miners', () => {
    expect(mined([]).header.edges).toEqual([])
  })

  it('put one transfer into a parallel list', () => {
    expect(mined([transactionOf()]).header.edges).toEqual([1])
  })

  it('put two independent transfers into different parallel lists', () => {
    const transactions = [transactionOf({ from: alice }), transactionOf({ from: bob, to: stranger(2) })]
    expect(mined(transactions).header.edges).toEqual([1, 2])
  })

  it('put two transfers of one sender into the same list', () => {
    const block = mined([transactionOf(), transactionOf({ nonce: 1, to: stranger(2) })])
    expect(block.header.edges).toEqual([2])
  })

  it('put two transfers to one receiver into the same list', () => {
    expect(mined([transactionOf({ from: alice }), transactionOf({ from: bob })]).header.edges).toEqual([2])
  })

  it('put a transaction that conflicts with both parallel lists into the sequential one', () => {
    const toAlice = transactionOf({ from: carol, to: alice.address })
    const toBoth = [
      transactionOf({ from: alice }),
      transactionOf({ from: bob, to: stranger(2) }),
      transactionOf({ from: alice, nonce: 1, to: bob.address }),
      toAlice,
    ]
    const block = mined(toBoth)
    expect(block.header.edges).toEqual([1, 2])
    expect(positions(block, [toBoth[2]!, toAlice])).toEqual([2, 3])
  })

  it('determine the order of the block', () => {
    const transactions = [
      transactionOf({ from: alice }),
      transactionOf({ from: bob, to: stranger(2) }),
      transactionOf({ from: alice, nonce: 1 }),
    ]
    const block = mined(transactions)
    expect(block.header.edges).toEqual([2, 3])
    expect(positions(block, transactions)).toEqual([0, 2, 1])
  })

  it('put an independent transaction into the list with the least gas', () => {
    const transactions = [
      transactionOf({ from: alice, data: new Uint8Array(500) }),
      transactionOf({ from: bob, to: stranger(2) }),
      transactionOf({ from: carol, to: stranger(3) }),
    ]
    const block = mined(transactions)
    expect(block.header.edges).toEqual([1, 3])
  })

  it('put a transaction that does not fit into a parallel list into the sequential one', () => {
    const block = mined([transactionOf({ gas: 4_000_000 }), transactionOf({ from: bob, to: stranger(2) })])
    expect(block.header.edges).toEqual([1])
    expect(block.transactions[1]!.gasLimitValue).toBe(4_000_000n)
  })

  it('put a single transaction that does not fit into a parallel list into the sequential one', () => {
    expect(mined([transactionOf({ gas: 4_000_000 })]).header.edges).toEqual([])
  })

  it('put calls of the Bridge and of REMASC into the sequential list', () => {
    const toBridge = transactionOf({ to: bridgeAddress, value: 0n })
    const toRemasc = transactionOf({ from: bob, to: remascAddress, value: 0n })
    expect(mined([toBridge]).header.edges).toEqual([])
    expect(mined([toRemasc]).header.edges).toEqual([])
  })

  it('put a transaction whose gas does not pay the Bridge into the sequential list', () => {
    const unpaid = transactionOf({ to: bridgeAddress, value: 0n, gas: 43_999 })
    const block = mined([unpaid, transactionOf({ from: bob, to: stranger(2) })])
    expect(block.header.edges).toEqual([1])
    expect(block.transactions[1]).toBe(unpaid)
  })

  it('put a call of a contract that calls the Bridge into the sequential list', () => {
    const caller = deployment('0 0 0 0 0 0x01000006 100000 CALL STOP')
    const world = worldWith(caller)
    const call = transactionOf({ nonce: 1, to: caller.address, value: 0n, gas: 300_000 })
    expect(mined([call], world).header.edges).toEqual([])
  })

  it('put two calls that only read a contract into different parallel lists', () => {
    const reader = deployment('0 SLOAD STOP')
    const calls = [alice, bob].map((from, nonce) =>
      transactionOf({ from, nonce: 1 - nonce, to: reader.address, value: 0n }),
    )
    expect(mined(calls, worldWith(reader)).header.edges).toEqual([1, 2])
  })

  it('put a call that writes and one that reads the same cell into one list', () => {
    const writer = deployment('0 SLOAD 1 ADD 0 SSTORE STOP')
    const calls = [alice, bob].map((from, nonce) =>
      transactionOf({ from, nonce: 1 - nonce, to: writer.address, value: 0n }),
    )
    expect(mined(calls, worldWith(writer)).header.edges).toEqual([2])
  })

  it('execute a transaction that reads its index at its final position', () => {
    const indexed = deployment('TXINDEX 0 SSTORE STOP')
    const world = worldWithIndex(indexed)
    const transactions = callBetweenTransfers(indexed.address)
    const block = mined(transactions, world)
    const index = block.transactions.indexOf(transactions[1]!)
    const state = world.chain.stateAt('latest')!
    expect(state.storage(indexed.address, new Uint8Array(32))).toEqual(Uint8Array.of(index))
  })

  it('are replaced by one list when the index decides what a transaction accesses', () => {
    // The contract reads Bob's account at index 2, where the second list begins, but not at index 1, where it is tried.
    const indexed = deployment(`TXINDEX 2 EQ @look JUMPI STOP look: ${toHex(bob.address)} BALANCE STOP`)
    const world = worldWithIndex(indexed)
    const transactions = callBetweenTransfers(indexed.address)
    const block = mined(transactions, world)
    expect(block.header.edges).toEqual([])
    expect(positions(block, transactions)).toEqual([0, 1, 2])
  })
})

describe('a block of a network', () => {
  it.each(['rskip144', 'rskip351'] as const)('without %s has one list, in the order of the pool', (rule) => {
    const world = new MiningWorld({ network: regtestWithout(rule) })
    const transactions = [
      transactionOf({ from: bob }),
      transactionOf({ from: alice, to: stranger(2) }),
      transactionOf({ from: bob, nonce: 1 }),
    ]
    const block = mined(transactions, world)
    expect(block.header.edges).toBeNull()
    expect(positions(block, transactions)).toEqual([0, 1, 2])
    expect(block.header.paidFees).toBe(63_000n)
  })
})

describe('the transactions of a block', () => {
  it('exclude those that cannot be executed, which leave the pool', () => {
    const world = new MiningWorld()
    const poor = transactionOf({ from: bob, value: 10n ** 40n })
    const good = transactionOf()
    const block = mined([poor, good], world)
    expect(block.transactions).toContain(good)
    expect(block.transactions).not.toContain(poor)
    expect(world.pool.pendingCount).toBe(0)
  })

  it.each([
    ['costs more than its sender has', { value: 10n ** 40n }],
    ['pays less than the minimum', { gasPrice: 0n }],
    ['has less gas than it takes to begin', { gas: 20_000 }],
  ])('exclude a single one that %s, which leaves the pool', (_, parts) => {
    const world = new MiningWorld({ settings: { minimumGasPriceTarget: 1n } })
    world.miner().mine()
    expect(mined([transactionOf(parts)], world).transactions).toHaveLength(1)
    expect(world.pool.pendingCount).toBe(0)
  })

  it('exclude those without room, which stay in the pool with those that follow them', () => {
    const world = new MiningWorld()
    const large = transactionOf({ gas: 9_000_000 })
    const behind = transactionOf({ nonce: 1 })
    const block = mined([large, behind, transactionOf({ from: bob })], world)
    expect(block.transactions).toHaveLength(2)
    expect([large, behind].map((transaction) => world.pool.has(transaction))).toEqual([true, true])
  })

  it('exclude those below the minimum gas price, which leave the pool', () => {
    const world = new MiningWorld({ settings: { minimumGasPriceTarget: 100n } })
    const miner = world.miner()
    expect([1, 2, 3].map(() => miner.mine().header.minimumGasPrice)).toEqual([1n, 2n, 3n])
    const cheap = transactionOf({ gasPrice: 3n })
    const enough = transactionOf({ from: bob, gasPrice: 4n })
    const greedy = transactionOf({ from: carol, gasPrice: 401n })
    const block = mined([cheap, enough, greedy], world)
    expect(block.transactions.slice(0, -1)).toEqual([enough])
    expect(world.pool.pendingCount).toBe(0)
  })

  it('continue in the next block when a block is full', () => {
    const world = new MiningWorld()
    const senders = people.slice(0, 4)
    const transactions = senders.flatMap((from, mark) =>
      Array.from({ length: 30 }, (_, nonce) =>
        transactionOf({ from, nonce, to: stranger(mark), data: new Uint8Array(30_000), gas: 200_000 }),
      ),
    )
    world.pool.add(...transactions)
    const miner = world.miner()
    const blocks = Array.from({ length: 3 }, () => miner.mine())
    expect(blocks[0]!.transactions.length).toBeGreaterThan(40)
    expect(blocks.flatMap(({ transactions }) => transactions.slice(0, -1))).toHaveLength(120)
  })

  it('include a small one after many that are too large for the room left', () => {
    const world = new MiningWorld()
    const greedy = people
      .slice(1, 5)
      .flatMap((from) =>
        Array.from({ length: 30 }, (_, nonce) =>
          transactionOf({ from, nonce, gas: 6_800_000, to: alice.address }),
        ),
      )
    const modest = transactionOf({ from: people[6]!, gas: 21_000 })
    expect(mined([...greedy, modest], world).transactions).toContain(modest)
  })

  it('pay the fees that REMASC will share', () => {
    const block = mined([transactionOf({ gasPrice: 5n, to: bob.address })])
    expect(block.header.paidFees).toBe(105_000n)
    expect(block.header.gasUsed).toBe(21_000)
  })

  const anyTransaction = fc.record({
    from: fc.integer({ min: 0, max: 5 }),
    to: fc.integer({ min: 0, max: 9 }),
    gas: fc.constantFrom(21_000, 60_000, 100_000, 400_000, 2_000_000),
    gasPrice: fc.bigInt({ min: 0n, max: 5n }),
  })

  it('are all mined in the end, in blocks that verify, whatever they are', () => {
    const contracts = [
      deployment('0 SLOAD 1 ADD 0 SSTORE STOP', { from: dave, nonce: 0 }),
      deployment('CALLER SLOAD 1 ADD CALLER SSTORE STOP', { from: dave, nonce: 1 }),
      deployment('CALLER SELFDESTRUCT', { from: dave, nonce: 2 }),
      deployment('0 0 REVERT', { from: dave, nonce: 3 }),
    ]
    const targets = [
      ...contracts.map(({ address }) => address),
      stranger(1),
      stranger(2),
      alice.address,
      bob.address,
      bridgeAddress,
      null,
    ]
    fc.assert(
      fc.property(fc.array(anyTransaction, { maxLength: 25 }), (parts) => {
        const world = worldWith(...contracts)
        const nonces = new Map<number, number>([[3, contracts.length]])
        const transactions = parts.map(({ from, to, gas, gasPrice }) => {
          const nonce = nonces.get(from) ?? 0
          nonces.set(from, nonce + 1)
          const target = targets[to]!
          const intrinsic = target === null ? Math.max(gas, 60_000) : gas
          return transactionOf({
            from: people[from]!,
            nonce,
            to: target,
            gas: intrinsic,
            gasPrice,
            value: 0n,
          })
        })
        world.pool.add(...transactions)
        const miner = world.miner()
        for (let blocks = 0; world.pool.pendingCount > 0 && blocks < 20; blocks++) miner.mine()
        expect(world.pool.pendingCount).toBe(0)
        for (const { hash } of transactions) expect(world.chain.transaction(hash)).toBeDefined()
      }),
      { numRuns: 25 },
    )
  })
})
