import { describe, expect, it } from 'vitest'
import { fromHex } from '../../primitives/hex.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'
import { mainnet, regtest, testnet } from '../../protocol/networks/definitions.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import { contractAddress, person, transactionOf } from '../executionWorld.cases.ts'
import { isFreeBridgeSender, isFreeBridgeTransaction } from './freeBridgeSenders.ts'

describe('the senders of free Bridge transactions', () => {
  it.each([
    ['regtest federation', regtest, '6b045752f4d650a510a353bbf7e52988331e7f5b'],
    ['regtest federation', regtest, '85845342b0d5260d516d6da5280a7df9a96d1925'],
    ['regtest federation', regtest, '138161cda86b55c0de1bc3a0adef974633c85fbe'],
    ['regtest federation change', regtest, '5252403bca6ac3c104abdd320a736fa38282045d'],
    ['regtest fee', regtest, '53f8f6dabd612b6137215ddd7758bb5cdd638922'],
    ['regtest whitelist', regtest, '87d2a0f33744929da08b65fd62b627ea52b25f8e'],
    ['testnet federation', testnet, '4495768e683423a4299d6a7f02a0689a6ff5a0a4'],
    ['testnet whitelist', testnet, '54fdb399cf235c9b0d464ab4055af9251883bbfe'],
    ['mainnet federation', mainnet, 'f74b7e0d5bdd14eaedf725bb1549ce14abeb71dd'],
    ['mainnet fee', mainnet, '8418edc8fea47183116b4c8cd6a12e51a7e169c1'],
  ])('include the %s (%s)', (_, network, address) => {
    expect(isFreeBridgeSender(fromHex(address), network)).toBe(true)
  })

  it('differ between networks', () => {
    expect(isFreeBridgeSender(fromHex('8418edc8fea47183116b4c8cd6a12e51a7e169c1'), regtest)).toBe(false)
    expect(isFreeBridgeSender(fromHex('6913bd4715eff3b25501f3212f15df38296d1f21'), regtest)).toBe(false)
  })
})

describe('a Bridge transaction of a federator', () => {
  const federator = person('federator1')
  const rules = rulesAt(regtest, 100)
  const free = transactionOf({ from: federator, to: bridgeAddress })

  it('is free before Bridge transactions must be paid for', () => {
    expect(isFreeBridgeTransaction(free, regtest, rules)).toBe(true)
    expect(isFreeBridgeTransaction(free, regtest, { ...rules, bridgeTransactionsArePaid: true })).toBe(false)
  })

  it('is not free when it has another receiver or creates a contract', () => {
    for (const to of [contractAddress, null]) {
      expect(isFreeBridgeTransaction(transactionOf({ from: federator, to }), regtest, rules)).toBe(false)
    }
  })

  it('is not free when its signature is for another chain', () => {
    const elsewhere = transactionOf({ from: federator, to: bridgeAddress, chainId: 30 })
    expect(isFreeBridgeTransaction(elsewhere, regtest, rules)).toBe(false)
  })
})
