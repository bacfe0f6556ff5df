import { describe, expect, it } from 'vitest'
import { assemble, deployer } from '../../evm/assembler.cases.ts'
import { createdAddress } from '../../evm/contractAddress.ts'
import { call } from '../../evm/phrases.cases.ts'
import type { FrameEntry, FrameExit } from '../../evm/tracer.ts'
import { asAddress, emptyBytes, leftPad } from '../../primitives/bytes.ts'
import { fromHex, toHex } from '../../primitives/hex.ts'
import { toBigInt, unsignedBytes } from '../../primitives/integers.ts'
import { bridgeAddress, environmentAddress, remascAddress } from '../../protocol/addresses.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { remascSender, remascTransaction } from '../../protocol/transactions/remasc.ts'
import {
  alice,
  contractAddress,
  deploy,
  fortune,
  newHost,
  person,
  regtestWithout,
  richState,
  stranger,
  type TransactionOptions,
  transactionOf,
} from '../executionWorld.cases.ts'
import type { EvmHost } from '../host/evmHost.ts'
import { executeTransaction, type TransactionContext, type TransactionResult } from './executeTransaction.ts'
import { TransactionRejection } from './transactionRejection.ts'

const standardContext: TransactionContext = {
  index: 0,
  isRemasc: false,
  gasAvailable: 6_800_000,
  feePayment: 'by-transaction',
}

const run = (
  host: EvmHost,
  options: TransactionOptions = {},
  context: Partial<TransactionContext> = {},
): TransactionResult => executeTransaction(transactionOf(options), host, { ...standardContext, ...context })

/** A host with a contract of this program. */
function hostWith(source: string, network = regtest): EvmHost {
  const host = newHost(richState(), network)
  deploy(host.state, contractAddress, source)
  return host
}

const precompile = (number: number) => asAddress(leftPad(unsignedBytes(number), 20))
const slot = (number: number) => leftPad(unsignedBytes(number), 32)

describe('a transfer', () => {
  it('moves the value and costs the intrinsic gas', () => {
    const host = newHost()
    const result = run(host, { to: stranger, value: 5n, gasPrice: 3n })
    expect(result).toMatchObject({
      success: true,
      status: 'success',
      gasUsed: 21_000,
      fee: 63_000n,
      logs: [],
    })
    expect(host.state.balance(stranger)).toBe(5n)
    expect(host.state.balance(alice.address)).toBe(fortune - 5n - 63_000n)
    expect(host.state.nonce(alice.address)).toBe(1n)
  })

  it('of zero creates the receiving account', () => {
    const host = newHost()
    run(host, { to: stranger })
    expect(host.state.exists(stranger)).toBe(true)
    expect(host.state.isContract(stranger)).toBe(false)
  })

  it('pays its fee to REMASC, or leaves the payment to the block', () => {
    for (const [feePayment, paid] of [
      ['by-transaction', 42_000n],
      ['by-block', 0n],
    ] as const) {
      const host = newHost()
      expect(run(host, { to: stranger }, { feePayment }).fee).toBe(42_000n)
      expect(host.state.balance(remascAddress), feePayment).toBe(paid)
    }
  })
})

describe('a transaction to a contract', () => {
  it('sees its sender, value, price and position', () => {
    const words = ['ORIGIN', 'CALLER', 'CALLVALUE', 'GASPRICE', 'NUMBER']
    const host = hostWith(
      `${words.map((word, index) => `${word} ${32 * index} MSTORE`).join(' ')} 160 0 RETURN`,
    )
    const { output } = run(host, { value: 4n, gasPrice: 9n })
    const sender = toBigInt(alice.address)
    expect(words.map((_, index) => toBigInt(output.subarray(32 * index, 32 * index + 32)))).toEqual([
      sender,
      sender,
      4n,
      9n,
      21n,
    ])
    expect(host.state.balance(contractAddress)).toBe(4n)
  })

  it('that reverts undoes everything but nonce and gas, and keeps the revert data', () => {
    const host = hostWith('7 0 SSTORE 1 0 MSTORE 32 0 REVERT')
    const result = run(host, { value: 4n, gasPrice: 1n })
    expect(result).toMatchObject({ success: false, status: 'revert', logs: [] })
    expect(toBigInt(result.output)).toBe(1n)
    expect(result.gasUsed).toBeLessThan(100_000)
    expect(host.state.storage(contractAddress, slot(0))).toEqual(emptyBytes)
    expect(host.state.balance(contractAddress)).toBe(0n)
    expect(host.state.balance(alice.address)).toBe(fortune - BigInt(result.gasUsed))
    expect(host.state.nonce(alice.address)).toBe(1n)
  })

  it('that halts costs all its gas', () => {
    const host = hostWith('0 0 LOG0 #fe')
    const result = run(host, { value: 4n }, { exactCause: true })
    expect(result).toMatchObject({ success: false, status: 'halt', cause: 'invalid-opcode' })
    expect(result).toMatchObject({ gasUsed: 100_000, fee: 200_000n, logs: [] })
    expect(host.state.balance(contractAddress)).toBe(0n)
  })

  it('is refunded for clearing storage, at most half of its gas', () => {
    const clearingAfter = (source: string): TransactionResult => {
      const host = hostWith(`${source} 0 0 SSTORE`)
      host.state.setStorage(contractAddress, slot(0), Uint8Array.of(1))
      return run(host)
    }
    // 21000 and 5006 for clearing the cell: the refund of 15000 exceeds half of that.
    expect(clearingAfter('').gasUsed).toBe(26_006 - 13_003)
    expect(clearingAfter('1 1 SSTORE 1 2 SSTORE').gasUsed).toBe(26_006 + 2 * 20_006 - 15_000)
  })

  it('that destroys the contract deletes it at the end and earns a refund', () => {
    const host = hostWith(`${toBigInt(alice.address)} SELFDESTRUCT`)
    host.state.setStorage(contractAddress, slot(1), Uint8Array.of(1))
    host.state.addBalance(contractAddress, 9n)
    const result = run(host, { gasPrice: 1n })
    // 21000 + 3 + 5000, less the half, as 24000 is more.
    expect(result).toMatchObject({ gasUsed: 26_003 - 13_001, destroyed: [contractAddress] })
    expect(host.state.exists(contractAddress)).toBe(false)
    expect(host.state.storage(contractAddress, slot(1))).toEqual(emptyBytes)
    expect(host.state.balance(alice.address)).toBe(fortune + 9n - BigInt(result.gasUsed))
  })

  it('clears transient storage at its end', () => {
    const host = hostWith('0 TLOAD 0 MSTORE 5 0 TSTORE 32 0 RETURN')
    expect(toBigInt(run(host).output)).toBe(0n)
    expect(toBigInt(run(host, { nonce: 1 }).output)).toBe(0n)
  })
})

describe('a creation', () => {
  const code = assemble('1 0 MSTORE 32 0 RETURN')
  const address = createdAddress(alice.address, 0n)

  it('deploys what the init code returns at nonce 0', () => {
    const host = newHost()
    const result = run(host, { to: null, data: deployer(code), value: 3n, gas: 200_000 })
    expect(result).toMatchObject({ success: true, createdAddress: address, output: code })
    expect(host.state.code(address)?.bytes).toEqual(code)
    expect(host.state.isContract(address)).toBe(true)
    expect(host.state.nonce(address)).toBe(0n)
    expect(host.state.balance(address)).toBe(3n)
  })

  it('without init code creates an account that is not a contract', () => {
    const host = newHost()
    const result = run(host, { to: null, value: 3n })
    expect(result).toMatchObject({ success: true, gasUsed: 53_000, createdAddress: address })
    expect(host.state.balance(address)).toBe(3n)
    expect(host.state.isContract(address)).toBe(false)
  })

  it('keeps the balance of its address from RSKIP174 on', () => {
    const before = newHost(richState(), regtestWithout('rskip174'))
    const after = newHost()
    for (const host of [before, after]) {
      host.state.addBalance(address, 11n)
      run(host, { to: null, data: deployer(code), gas: 200_000 })
    }
    expect(before.state.balance(address)).toBe(0n)
    expect(after.state.balance(address)).toBe(11n)
  })

  it('runs over a contract that exists at its address', () => {
    const host = newHost()
    deploy(host.state, address, 'STOP')
    host.state.setNonce(address, 5n)
    expect(run(host, { to: null, data: deployer(code), gas: 200_000 }).success).toBe(true)
    expect(host.state.code(address)?.bytes).toEqual(code)
    expect(host.state.nonce(address)).toBe(0n)
  })

  it('that fails leaves no account and costs all its gas', () => {
    const host = newHost()
    const result = run(
      host,
      { to: null, data: deployer(fromHex('ef00')), value: 3n, gas: 200_000 },
      { exactCause: true },
    )
    expect(result).toMatchObject({ success: false, cause: 'deployed-code-starts-with-ef', gasUsed: 200_000 })
    expect(result.createdAddress).toEqual(address)
    expect(host.state.exists(address)).toBe(false)
  })
})

describe('a transaction sent to a precompiled contract', () => {
  const identity = precompile(4)

  it('costs intrinsic and required gas and moves the value afterwards', () => {
    const host = newHost()
    const data = fromHex('0102')
    const result = run(host, { to: identity, data, value: 7n })
    expect(result).toMatchObject({ success: true, gasUsed: 21_032 + 18, output: data })
    expect(host.state.balance(identity)).toBe(7n)
    expect(host.state.isContract(identity)).toBe(true)
  })

  it('that throws has a successful receipt, but costs the whole gas limit and does not move the value', () => {
    const host = newHost()
    const result = run(host, { to: environmentAddress, data: fromHex('12345678'), value: 7n, gasPrice: 1n })
    expect(result).toMatchObject({
      success: true,
      status: 'halt',
      cause: 'precompiled-contract-failed',
      gasUsed: 21_064,
      fee: 100_000n,
    })
    expect(host.state.balance(environmentAddress)).toBe(0n)
    expect(host.state.exists(environmentAddress)).toBe(false)
    expect(host.state.balance(alice.address)).toBe(fortune - 100_000n)
  })

  it('fails and costs the whole gas limit when the gas is not enough', () => {
    const host = newHost()
    const result = run(host, { to: precompile(1), gas: 23_999, value: 7n })
    expect(result).toMatchObject({ success: false, status: 'halt', cause: 'out-of-gas', gasUsed: 23_999 })
    expect(host.state.exists(precompile(1))).toBe(false)
    expect(run(newHost(), { to: precompile(1), gas: 24_000 }).success).toBe(true)
  })

  it('could use more than its limit before RSKIP136', () => {
    const host = newHost(richState(), regtestWithout('rskip136'))
    const result = run(host, { to: precompile(1), gas: 23_999, gasPrice: 1n })
    expect(result).toMatchObject({ success: true, gasUsed: 24_000, fee: 24_000n })
    expect(host.state.balance(alice.address)).toBe(fortune - 24_000n)
  })

  it('is rejected when its contract has no price: blake2f without input before RSKIP552', () => {
    const host = newHost(richState(), regtestWithout('rskip552'))
    expect(() => run(host, { to: precompile(9) })).toThrow(TransactionRejection)
    expect(host.state.nonce(alice.address)).toBe(0n)
    expect(host.state.balance(alice.address)).toBe(fortune)
    expect(run(newHost(), { to: precompile(9) }).cause).toBe('precompiled-contract-failed')
  })

  it('belongs in the sequential list when that contract is REMASC', () => {
    expect(run(newHost(), { to: remascAddress }).isSequentialOnly).toBe(true)
    expect(run(newHost(), { to: identity }).isSequentialOnly).toBe(false)
  })

  it('belongs in the sequential list even if its gas does not pay for the Bridge', () => {
    // The reference node placed such transactions there: blocks 117 and 119 of the recorded chain `basic`, 41, 1394 and 1407
    // of `peg`.
    const result = run(newHost(), { to: bridgeAddress, gas: 43_999 })
    expect(result).toMatchObject({
      success: false,
      cause: 'out-of-gas',
      gasUsed: 43_999,
      isSequentialOnly: true,
    })
    expect(run(newHost(), { to: bridgeAddress, gas: 44_000 })).toMatchObject({ gasUsed: 44_000 })
  })
})

describe('a transaction that reaches REMASC', () => {
  const remasc = toBigInt(remascAddress)

  it.each(['CALL', 'STATICCALL', 'DELEGATECALL'] as const)('by %s belongs in the sequential list', (kind) => {
    expect(run(hostWith(call(kind, remasc))).isSequentialOnly).toBe(true)
  })

  it('belongs in the sequential list even if the call fails', () => {
    const withoutGas = `0 0 0 0 0 ${remasc} 0 CALL`
    const withoutFunds = `0 0 0 0 ${10n ** 40n} ${remasc} 0 CALL`
    expect(run(hostWith(withoutGas)).isSequentialOnly).toBe(true)
    expect(run(hostWith(withoutFunds)).isSequentialOnly).toBe(true)
  })

  it('belongs in the sequential list even if the call exceeds the depth limit', () => {
    const untilRefused = '0 0 0 0 0 ADDRESS GAS CALL @end JUMPI'
    const deepest = hostWith(`${untilRefused} ${call('CALL', remasc)} end:`)
    expect(run(deepest, { gas: 6_000_000 }).isSequentialOnly).toBe(true)
    const without = hostWith(`${untilRefused} end:`)
    expect(run(without, { gas: 6_000_000 }).isSequentialOnly).toBe(false)
  })

  it('only by its balance or code size does not belong there', () => {
    expect(run(hostWith(`${remasc} BALANCE ${remasc} EXTCODESIZE`)).isSequentialOnly).toBe(false)
  })

  it('in its own init code belongs there, in that of a contract it creates does not', () => {
    const initCode = assemble(call('CALL', remasc))
    expect(run(newHost(), { to: null, data: initCode }).isSequentialOnly).toBe(true)
    const word = toBigInt(initCode)
    const creator = `${word} 0 MSTORE ${initCode.length} ${32 - initCode.length} 0 CREATE`
    expect(run(hostWith(creator)).isSequentialOnly).toBe(false)
  })

  it('stays sequential when that call reverts', () => {
    const host = hostWith(call('CALL', 0xbeef))
    deploy(host.state, asAddress(leftPad(unsignedBytes(0xbeef), 20)), `${call('CALL', remasc)} 0 0 REVERT`)
    expect(run(host).isSequentialOnly).toBe(true)
  })
})

describe('a transaction that the reference node cannot execute', () => {
  const bridge = toBigInt(bridgeAddress)

  it.each(['CALL', 'CALLCODE', 'DELEGATECALL'] as const)(
    'is rejected before RSKIP88: %s of the Bridge in the outermost frame',
    (kind) => {
      const host = hostWith(call(kind, bridge), regtestWithout('rskip88'))
      expect(() => run(host)).toThrow(expect.objectContaining({ reason: 'unprocessable' }))
      expect(host.state.nonce(alice.address)).toBe(0n)
    },
  )

  it('may call the Bridge in an inner frame, which halts there before RSKIP197', () => {
    const host = hostWith(call('CALL', 0xbeef), regtestWithout('rskip88', 'rskip197'))
    deploy(host.state, asAddress(leftPad(unsignedBytes(0xbeef), 20)), call('CALL', bridge))
    expect(run(host).success).toBe(true)
  })

  it.each(['fast', 'reference'] as const)(
    'is rejected from RSKIP91 to RSKIP103: STATICCALL with six items in the outermost frame (%s)',
    (engine) => {
      const rules = regtestWithout('rskip103')
      const staticCall = (items: number) => `${'0 '.repeat(items)} STATICCALL`
      const outcome = (code: string) => () => run(hostWith(code, rules), {}, { engine })
      expect(outcome(staticCall(6))).toThrow(expect.objectContaining({ reason: 'unprocessable' }))
      expect(outcome(staticCall(5))()).toMatchObject({ status: 'halt', cause: 'stack-underflow' })
      expect(outcome(staticCall(7))()).toMatchObject({ status: 'success' })
    },
  )
})

describe('the REMASC transaction', () => {
  const pay = (host: EvmHost): TransactionResult =>
    executeTransaction(remascTransaction(1), host, { ...standardContext, isRemasc: true, gasAvailable: 0 })

  it('costs no gas and increases the nonce of its one-byte sender', () => {
    const host = newHost()
    expect(pay(host)).toMatchObject({ success: true, gasUsed: 0, fee: 0n })
    expect(host.state.nonce(remascSender)).toBe(1n)
  })

  it('does not pay the miners when another account sends it', () => {
    const result = run(newHost(), { to: remascAddress })
    expect(result).toMatchObject({ success: true, cause: 'precompiled-contract-failed', logs: [] })
  })
})

describe('a transaction', () => {
  it('to the Bridge that is free can leave its sender with a negative balance', () => {
    const federator = person('federator1')
    const host = newHost()
    // Unknown methods fail, so the debited gas is not returned.
    const parts = { from: federator, to: bridgeAddress, gas: 50_000, gasPrice: 1n, data: fromHex('ffffffff') }
    expect(run(host, parts)).toMatchObject({ success: true, gasUsed: 0, fee: 50_000n })
    expect(host.state.balance(federator.address)).toBe(-50_000n)
  })

  it('that is rejected leaves the state unchanged', () => {
    const host = newHost()
    expect(() => run(host, { nonce: 3 })).toThrow(TransactionRejection)
    expect(host.state.nonce(alice.address)).toBe(0n)
  })

  it('leaves the state unchanged when an error is thrown inside', () => {
    const host = hostWith('1 1 ADD')
    const tracer = {
      step() {
        throw new Error('enough')
      },
    }
    expect(() => run(host, { value: 5n }, { tracer })).toThrow('enough')
    expect(host.state.nonce(alice.address)).toBe(0n)
    expect(host.state.balance(alice.address)).toBe(fortune)
  })

  it.each([
    ['a transfer', { to: stranger, value: 2n }, 'call', false],
    ['a call of a precompiled contract', { to: precompile(4), value: 2n }, 'call', true],
    ['a call of a contract', { value: 2n }, 'call', false],
    ['a creation without code', { to: null, value: 2n }, 'create', false],
  ] as const)('reports %s to a tracer', (_, parts, kind, isPrecompile) => {
    const entries: FrameEntry[] = []
    const exits: FrameExit[] = []
    const tracer = {
      enter: (entry: FrameEntry) => void entries.push(entry),
      exit: (exit: FrameExit) => void exits.push(exit),
    }
    run(hostWith('STOP'), parts, { tracer })
    expect(entries).toMatchObject([{ kind, depth: 0, isPrecompile, value: 2n }])
    expect(entries.map(({ caller }) => toHex(caller))).toEqual([toHex(alice.address)])
    expect(exits).toMatchObject([{ status: 'success' }])
  })
})
