import { stripLeadingZeros } from '../../../primitives/bytes.ts'
import { wordBytes } from '../../../primitives/integers.ts'
import { address } from '../../params/address.ts'
import { data } from '../../params/data.ts'
import { quantity } from '../../params/quantity.ts'
import { argument, defineCommand, restricted } from './developmentChain.ts'

const maximumNonce = 2n ** 64n - 1n
const nonce = restricted(quantity, (number) => number <= maximumNonce, 'a nonce has at most 8 bytes')
const word = restricted(data, ({ length }) => length <= 32, 'a word has at most 32 bytes')

export const anvilSetBalance = defineCommand({
  name: 'anvil_setBalance',
  aliases: ['hardhat_setBalance', 'ganache_setBalance', 'evm_setAccountBalance'],
  summary: 'Sets the balance of an account in wei.',
  params: [argument('address', address), argument('balance', quantity)],
  cost: 5,
  run: ([account, balance], development) =>
    development.edit((state) => state.addBalance(account, balance - state.balance(account))),
})

export const anvilAddBalance = defineCommand({
  name: 'anvil_addBalance',
  aliases: ['hardhat_addBalance', 'ganache_addBalance'],
  summary: 'Adds wei to the balance of an account.',
  params: [argument('address', address), argument('amount', quantity)],
  cost: 5,
  run: ([account, amount], development) => development.edit((state) => state.addBalance(account, amount)),
})

export const anvilSetCode = defineCommand({
  name: 'anvil_setCode',
  aliases: ['hardhat_setCode', 'ganache_setCode', 'evm_setAccountCode'],
  summary: 'Sets the code of an account.',
  params: [argument('address', address), argument('code', data)],
  cost: 5,
  run: ([account, code], development) =>
    development.edit((state) => {
      state.saveCode(account, code)
      if (code.length > 0) state.markContract(account)
    }),
})

export const anvilSetNonce = defineCommand({
  name: 'anvil_setNonce',
  aliases: ['hardhat_setNonce', 'ganache_setNonce', 'evm_setAccountNonce'],
  summary: 'Sets the nonce of an account.',
  params: [argument('address', address), argument('nonce', nonce)],
  cost: 5,
  run: ([account, value], development) => development.edit((state) => state.setNonce(account, value)),
})

export const anvilSetStorageAt = defineCommand({
  name: 'anvil_setStorageAt',
  aliases: ['hardhat_setStorageAt', 'ganache_setStorageAt', 'evm_setAccountStorageAt'],
  summary: 'Sets a word of the storage of an account.',
  params: [argument('address', address), argument('position', quantity), argument('value', word)],
  cost: 5,
  run: ([account, position, value], development) =>
    development.edit((state) => state.setStorage(account, wordBytes(position), stripLeadingZeros(value))),
})
