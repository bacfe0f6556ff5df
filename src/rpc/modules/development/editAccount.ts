import { stripLeadingZeros } from '../../../primitives/bytes.ts'
import { wordBytes } from '../../../primitives/integers.ts'
import { helperRefused } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { data } from '../../params/data.ts'
import type { Codec } from '../../params/parameter.ts'
import { quantity } from '../../params/quantity.ts'
import { argument, expectDevelopment } from './developmentChain.ts'

const maximumNonce = 2n ** 64n - 1n

/** A nonce of at most eight bytes. */
const nonce: Codec<bigint> = {
  schema: quantity.schema,
  decode(value) {
    const number = quantity.decode(value)
    if (number > maximumNonce) throw helperRefused('a nonce has at most 8 bytes')
    return number
  },
}

/** At most 32 bytes. */
const word: Codec<Uint8Array> = {
  schema: data.schema,
  decode(value) {
    const bytes = data.decode(value)
    if (bytes.length > 32) throw helperRefused('a word has at most 32 bytes')
    return bytes
  },
}

export const anvilSetBalance = defineMethod({
  name: 'anvil_setBalance',
  aliases: ['hardhat_setBalance', 'ganache_setBalance', 'evm_setAccountBalance'],
  summary: 'Sets the balance of an account in wei.',
  params: [argument('address', address), argument('balance', quantity)],
  result: schema.boolean,
  cost: 5,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  handler([account, balance], { node }) {
    expectDevelopment(node).edit((state) => {
      state.addBalance(account, balance - state.balance(account))
    })
    return true
  },
})

export const anvilAddBalance = defineMethod({
  name: 'anvil_addBalance',
  aliases: ['hardhat_addBalance', 'ganache_addBalance'],
  summary: 'Adds wei to the balance of an account.',
  params: [argument('address', address), argument('amount', quantity)],
  result: schema.boolean,
  cost: 5,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  handler([account, amount], { node }) {
    expectDevelopment(node).edit((state) => {
      state.addBalance(account, amount)
    })
    return true
  },
})

export const anvilSetCode = defineMethod({
  name: 'anvil_setCode',
  aliases: ['hardhat_setCode', 'ganache_setCode', 'evm_setAccountCode'],
  summary: 'Sets the code of an account.',
  params: [argument('address', address), argument('code', data)],
  result: schema.boolean,
  cost: 5,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  handler([account, code], { node }) {
    expectDevelopment(node).edit((state) => {
      state.saveCode(account, code)
      if (code.length > 0) state.markContract(account)
    })
    return true
  },
})

export const anvilSetNonce = defineMethod({
  name: 'anvil_setNonce',
  aliases: ['hardhat_setNonce', 'ganache_setNonce', 'evm_setAccountNonce'],
  summary: 'Sets the nonce of an account.',
  params: [argument('address', address), argument('nonce', nonce)],
  result: schema.boolean,
  cost: 5,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  handler([account, value], { node }) {
    expectDevelopment(node).edit((state) => {
      state.setNonce(account, value)
    })
    return true
  },
})

export const anvilSetStorageAt = defineMethod({
  name: 'anvil_setStorageAt',
  aliases: ['hardhat_setStorageAt', 'ganache_setStorageAt', 'evm_setAccountStorageAt'],
  summary: 'Sets a word of the storage of an account.',
  params: [argument('address', address), argument('position', quantity), argument('value', word)],
  result: schema.boolean,
  cost: 5,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  handler([account, position, value], { node }) {
    expectDevelopment(node).edit((state) => {
      state.setStorage(account, wordBytes(position), stripLeadingZeros(value))
    })
    return true
  },
})
