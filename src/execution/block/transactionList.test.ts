import { describe, expect, it } from 'vitest'
import { assemble } from '../../evm/assembler.cases.ts'
import { create2Address } from '../../evm/contractAddress.ts'
import { toBigInt } from '../../primitives/integers.ts'
import { alice, contractAddress, deploy, newHost, stranger, transactionOf } from '../executionWorld.cases.ts'
import type { EvmHost } from '../host/evmHost.ts'
import { TransactionRejection } from '../transaction/transactionRejection.ts'
import { TransactionList } from './transactionList.ts'

const options = { index: 0, isRemasc: false, feePayment: 'by-block' } as const
const transfer = (nonce: number, gas = 21_000) => transactionOf({ nonce, gas, to: stranger })

describe('a list of transactions', () => {
  it('counts its gas in the receipts', () => {
    const list = new TransactionList(newHost(), 100_000)
    expect(list.execute(transfer(0), options).receipt.cumulativeGasUsed).toBe(21_000)
    expect(list.execute(transfer(1), options).receipt.cumulativeGasUsed).toBe(42_000)
    expect(list.gasUsed).toBe(42_000)
  })

  it('executes transactions while their gas limits fit in the gas left', () => {
    const list = new TransactionList(newHost(), 63_000)
    list.execute(transfer(0, 63_000), options)
    expect(() => list.execute(transfer(1, 42_001), options)).toThrow('42001 exceeds the 42000 gas left')
    list.execute(transfer(1, 42_000), options)
    expect(list.gasUsed).toBe(42_000)
  })

  it('is unchanged when it rejects a transaction', () => {
    const host = newHost()
    const list = new TransactionList(host, 100_000)
    expect(() => list.execute(transfer(5), options)).toThrow(TransactionRejection)
    expect(list.gasUsed).toBe(0)
    expect(host.state.nonce(alice.address)).toBe(0n)
  })
})

describe('an account destroyed in a list', () => {
  const initCode = assemble('CALLER SELFDESTRUCT')
  const creator = `${toBigInt(initCode)} 0 MSTORE 0 ${initCode.length} ${32 - initCode.length} 0 CREATE2 0 MSTORE 32 0 RETURN`
  const address = create2Address(contractAddress, new Uint8Array(32), initCode)

  function hostWithCreator(): EvmHost {
    const host = newHost()
    deploy(host.state, contractAddress, creator)
    return host
  }
  const create = (list: TransactionList, nonce: number): bigint =>
    toBigInt(list.execute(transactionOf({ nonce }), options).output)

  it('can be created again in a parallel list, but not in one that follows', () => {
    const host = hostWithCreator()
    const first = new TransactionList(host, 1_000_000)
    expect(create(first, 0)).toBe(toBigInt(address))
    const beside = new TransactionList(host, 1_000_000)
    expect(create(beside, 1)).toBe(toBigInt(address))
    const following = new TransactionList(host, 1_000_000, [first])
    expect(create(following, 2)).toBe(0n)
  })
})
