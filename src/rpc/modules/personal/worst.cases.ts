import { bytesOf, none, type WorstCalls } from '../heavyChain.cases.ts'

export const personalWorst: WorstCalls = {
  personal_dumpRawKey: ({ account }) => [account],
  personal_importRawKey: () => [bytesOf(32, '23'), 'passphrase'],
  personal_listAccounts: none,
  personal_lockAccount: () => [bytesOf(20)],
  personal_newAccount: () => ['passphrase'],
  personal_newAccountWithSeed: () => ['s'.repeat(100_000)],
  personal_sendTransaction: ({ account }) => [{ from: account, to: account }, 'passphrase'],
  personal_sign: ({ account }) => [bytesOf(128 * 1024), account],
  personal_unlockAccount: ({ account }) => [account, 'passphrase'],
  personal_ecRecover: () => [bytesOf(128 * 1024), bytesOf(65, '1b')],
}
