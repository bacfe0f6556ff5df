import { describe, expect, it } from 'vitest'
import { parseArguments } from '../commandLine/arguments.ts'
import { developmentOptions } from './developmentOptions.ts'

const given = (...words: string[]): Record<string, string> =>
  Object.fromEntries(parseArguments(words, developmentOptions, {}).options)

describe('the flags of cambium dev', () => {
  it('have the names that Anvil, Hardhat and Ganache give them', () => {
    const anvil = '-a 3 -m words -b 5 --mixed-mining -f http://a --fork-block-number 7 --hostname ::1 -p 1'
    expect(given(...anvil.split(' '))).toEqual({
      accounts: '3',
      mnemonic: 'words',
      'block-time': '5',
      mixed: 'true',
      fork: 'http://a',
      'fork-block': '7',
      host: '::1',
      port: '1',
    })
    const ganache = '--wallet.totalAccounts=3 --wallet.mnemonic words --miner.blockTime 5 --database.dbPath x'
    expect(given(...ganache.split(' '))).toEqual({
      accounts: '3',
      mnemonic: 'words',
      'block-time': '5',
      data: 'x',
    })
  })

  it('are refused when two names give one flag twice', () => {
    expect(() => given('--fork', 'testnet', '--fork-url', 'mainnet')).toThrow('--fork is given twice')
    expect(() => given('-a', '3', '--accounts', '4')).toThrow('--accounts is given twice')
  })

  it('need a value under every name', () => {
    expect(() => given('--fork-url')).toThrow('--fork needs a value: --fork URL')
    expect(() => given('--fork-uri', 'x')).toThrow('unknown option --fork-uri')
  })
})
