import { createdAddress } from '../../src/evm/contractAddress.ts'
import { BlockExecution } from '../../src/execution/block/blockExecution.ts'
import {
  alice,
  blockOf,
  bob,
  person,
  richState,
  stranger,
  transactionOf,
} from '../../src/execution/executionWorld.cases.ts'
import { ListedBlocks } from '../../src/native/nativeWorld.cases.ts'
import { unsignedBytes } from '../../src/primitives/integers.ts'
import { bridgeAddress, standardPrecompileAddress } from '../../src/protocol/addresses.ts'
import { mainnet, regtest, testnet } from '../../src/protocol/networks/definitions.ts'
import { gasPriceRejection } from '../../src/protocol/validation/bodyRules.ts'
import { CodeCache } from '../../src/state/codeCache.ts'
import { type Executed, executeAt } from './executionAt.ts'
import { type Gate, gate, type Moment, withScheduleOf } from './gate.ts'

/* Rules of transactions in a block: their price, their gas and the lists they are in. */

const network = mainnet

const receiptOf = ({ status, gasUsed }: Executed): { status: string; gasUsed: number } => ({
  status,
  gasUsed,
})

/** The gas used so far that the receipts of two transfers in different lists show. */
function cumulativeGasOf({ network: scheduled, height, rules }: Moment): readonly number[] {
  const transfers = [alice, bob].map((from) =>
    transactionOf({ from, to: stranger, gas: 21_000, chainId: scheduled.chainId, gasPrice: 0n }),
  )
  const edges = rules.rskip144 && rules.rskip351 ? { edges: [1, 2] } : {}
  const fields = { number: height, gasLimit: unsignedBytes(40_000_000), ...edges }
  const context = { network: scheduled, chain: new ListedBlocks(), codes: new CodeCache(0) }
  // Each transaction alone: only its own list and, without lists, those before it are executed.
  return [0, 1].map((index) => {
    const block = blockOf(transfers, fields, scheduled)
    const steps = new BlockExecution(block, richState().commit(), context).run({ index, end: index + 1 })
    return [...steps].at(-1)!.receipt.cumulativeGasUsed
  })
}

export const transactionGates: readonly Gate[] = [
  gate({
    rule: 'bridgeTransactionsArePaid',
    // The keys of a federation are known only on regtest.
    network: withScheduleOf(mainnet, regtest),
    shows: 'a federation member pays for a transaction to the Bridge',
    before: { status: 'success', gasUsed: 0 },
    at: { status: 'success', gasUsed: 44_000 },
    probe: (moment) => {
      const from = person('federator1')
      const funded = executeAt(moment, { from, to: bridgeAddress }, (state) =>
        state.addBalance(from.address, 10n ** 18n),
      )
      return receiptOf(funded)
    },
  }),
  gate({
    rule: 'rskip136',
    network,
    shows: 'a transaction to a precompile cannot use more gas than its limit',
    before: { status: 'success', gasUsed: 21_015 },
    at: { status: 'halt', gasUsed: 21_000 },
    probe: (moment) => receiptOf(executeAt(moment, { to: standardPrecompileAddress(4), gas: 21_000 })),
  }),
  gate({
    rule: 'rskip144',
    network: testnet,
    shows: 'gas is counted in each list of transactions',
    before: [21_000, 42_000],
    at: [21_000, 21_000],
    probe: cumulativeGasOf,
  }),
  gate({
    rule: 'rskip174',
    network,
    shows: 'a transaction that creates a contract keeps the balance of its address',
    before: 0n,
    at: 5n,
    probe: (moment) => {
      const address = createdAddress(alice.address, 0n)
      const { state } = executeAt(moment, { to: null }, (prepared) => prepared.addBalance(address, 5n))
      return state.balance(address)
    },
  }),
  gate({
    rule: 'rskip252',
    network,
    shows: 'a gas price above 100 times the minimum is rejected',
    before: undefined,
    at: 'transaction-gas-price-cap',
    probe: ({ network: scheduled, height, rules }: Moment): string | undefined => {
      const block = blockOf(
        [transactionOf({ gasPrice: 101n })],
        { number: height, minimumGasPrice: 1n },
        scheduled,
      )
      return gasPriceRejection(block, rules)?.reason
    },
  }),
  gate({
    rule: 'rskip400',
    network,
    shows: 'a non-zero byte of data costs 16 gas instead of 68',
    before: { status: 'success', gasUsed: 21_068 },
    at: { status: 'success', gasUsed: 21_016 },
    probe: (moment) => receiptOf(executeAt(moment, { to: stranger, data: Uint8Array.of(1) })),
  }),
  gate({
    rule: 'rskip438',
    network,
    shows: 'init code costs 2 gas a word',
    before: { status: 'success', gasUsed: 53_132 },
    at: { status: 'success', gasUsed: 53_136 },
    probe: (moment) => receiptOf(executeAt(moment, { to: null, data: new Uint8Array(33) })),
  }),
  gate({
    rule: 'rskip438',
    network,
    shows: 'a transaction with more than 49,152 bytes of init code is rejected',
    before: 'success',
    at: 'init-code-too-large',
    probe: (moment) => executeAt(moment, { to: null, data: new Uint8Array(49_153) }).status,
  }),
  gate({
    rule: 'rskip552',
    network,
    shows: 'a transaction to blake2f without data has a price',
    before: { success: false, reason: 'unpriceable-input' },
    // blake2f fails without input, which the receipt of a transaction sent directly to it does not show.
    at: { success: true, reason: 'halt' },
    probe: (moment) => {
      const { success, status } = executeAt(moment, { to: standardPrecompileAddress(9) })
      return { success, reason: status }
    },
  }),
]
