import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { addressOf, recoverPublicKey } from '../crypto/secp256k1.ts'
import { asAddress, emptyBytes } from '../primitives/bytes.ts'
import { DecodeError } from '../primitives/errors.ts'
import { fromHex, toHex } from '../primitives/hex.ts'
import { unsignedBytes } from '../primitives/integers.ts'
import { addresses } from '../protocol/transactions/arbitraryTransactions.cases.ts'
import { decodeTransaction } from '../protocol/transactions/decode.ts'
import { localAccountSeeds } from './localAccounts.ts'
import { openWallet } from './openWallet.ts'
import { mail } from './typedData/typedData.cases.ts'
import { typedDataHash } from './typedData/typedDataHash.ts'
import type { UnsignedFields, Wallet } from './wallet.ts'
import { WalletError } from './walletError.ts'

const key = new Uint8Array(32).fill(0x22)
const stored = asAddress(fromHex('1563915e194d8cfba1943570603f7606a3115508'))
const stranger = asAddress(fromHex('12'.repeat(20)))
const cow = asAddress(fromHex('cd2a3d9f938e13cd947ec05abc7fe734df8dd826'))
const cow7 = asAddress(fromHex('7857288e171c6159c5576d1bd9ac40c0c48a771c'))

const transfer: UnsignedFields = {
  nonce: unsignedBytes(2),
  gasPrice: 60_000_000n,
  gasLimit: unsignedBytes(21_000),
  to: asAddress(fromHex('0a3aa774752ec2042c46548456c094a76c7f3a79')),
  value: 5n,
  data: emptyBytes,
  chainId: 33,
}

const accountNotFound = new WalletError('account-not-found', 'Account not found')
const senderNotFound = (address: string) =>
  new WalletError('account-not-found', `Could not find account for address: ${address}`)

describe('a wallet that signs', () => {
  let wallet: Wallet
  beforeEach(async () => {
    wallet = openWallet({ seeds: localAccountSeeds, cost: { n: 2, r: 8, p: 1 } })
    await wallet.importKey(key, 'pass')
  })

  it('makes the same transaction as the reference node', () => {
    expect(toHex(wallet.signTransaction(cow7, transfer).hash)).toBe(
      '0xa1ee5a78a0070162eacd637b57ce7ac09552b29d13c60f7188ac01420dd2c991',
    )
  })

  it('makes transactions whose sender is the account, for the chain of their id', () => {
    const values = fc.bigInt({ min: 0n, max: 2n ** 128n })
    fc.assert(
      fc.property(fc.nat(9), addresses, values, fc.constantFrom(30, 31, 33), (index, to, value, chainId) => {
        const sender = wallet.accounts[index]!
        const signed = wallet.signTransaction(sender, { ...transfer, to, value, chainId })
        const received = decodeTransaction(signed.encoded)
        expect(received.sender).toEqual(sender)
        expect(received.hasAcceptableSignature(chainId)).toBe(true)
      }),
    )
  })

  it('signs typed data with unlocked accounts, and refuses invalid data', () => {
    const signature = wallet.signTypedData(cow, mail)
    const recovered = recoverPublicKey(typedDataHash(mail), {
      compact: signature.subarray(0, 64),
      recovery: signature[64]! - 27,
    })
    expect(addressOf(recovered!)).toEqual(cow)
    expect(() => wallet.signTypedData(stranger, mail)).toThrow(accountNotFound)
    expect(() => wallet.signTypedData(cow, {})).toThrow(DecodeError)
  })

  it('makes the same signature of a message as the reference node', () => {
    expect(toHex(wallet.signMessage(cow, emptyBytes))).toBe(
      '0x68c36703cfae77b264e66cf9587aa39dd76b66ff1317e563b4566d9ea5d8d60e5b9be8c58a324e1dbb424365aa778a2faec2d3f922bf0339cda43d76c492a5ab1c',
    )
  })

  it('refuses an unknown account with the reference node’s message', () => {
    expect(() => wallet.signMessage(stranger, emptyBytes)).toThrow(accountNotFound)
    expect(() => wallet.dumpKey(stranger)).toThrow(accountNotFound)
    expect(() => wallet.signTransaction(stranger, transfer)).toThrow(
      senderNotFound('0x1212121212121212121212121212121212121212'),
    )
  })

  it('refuses a locked account with the same message', () => {
    wallet.lock(stored)
    expect(() => wallet.signMessage(stored, emptyBytes)).toThrow(accountNotFound)
    expect(() => wallet.dumpKey(stored)).toThrow(accountNotFound)
    expect(() => wallet.signTransaction(stored, transfer)).toThrow(
      senderNotFound('0x1563915e194d8cfba1943570603f7606a3115508'),
    )
  })

  it('signs with a passphrase for a locked account, and leaves it locked', async () => {
    wallet.lock(stored)
    const signed = await wallet.signTransactionWithPassphrase(stored, transfer, 'pass')
    expect(signed.sender).toEqual(stored)
    expect(() => wallet.signTransaction(stored, transfer)).toThrow(WalletError)
  })

  it('signs with a passphrase for an unlocked account, and leaves it unlocked', async () => {
    const signed = await wallet.signTransactionWithPassphrase(stored, transfer, 'pass')
    expect(wallet.signTransaction(stored, transfer).encoded).toEqual(signed.encoded)
  })

  it('signs only with the right passphrase, and only with stored keys', async () => {
    await expect(wallet.signTransactionWithPassphrase(stored, transfer, 'zzz')).rejects.toThrow(
      'could not decrypt the key with the given passphrase',
    )
    await expect(wallet.signTransactionWithPassphrase(cow, transfer, '')).rejects.toThrow(
      senderNotFound('0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826'),
    )
  })
})
