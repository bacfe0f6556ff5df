import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keccak256 } from '../../crypto/keccak256.ts'
import { groupOrder } from '../../crypto/secp256k1/curve.ts'
import { addressOf, publicKeyOf } from '../../crypto/secp256k1.ts'
import { asAddress, asciiBytes, emptyBytes } from '../../primitives/bytes.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { words } from './arbitraryTransactions.cases.ts'
import { signTransaction } from './sign.ts'
import { Transaction, type TransactionFields, type TransactionSignature } from './transaction.ts'
import { transferFields } from './transferFields.cases.ts'

const privateKey = keccak256(asciiBytes('cow'))

const withSignature = (signature: TransactionSignature, chainId = 33): Transaction =>
  new Transaction({ ...transferFields, chainId, signature })

describe('signing and recovering', () => {
  it('makes the transaction that the reference node makes of the same fields', () => {
    const signed = signTransaction(transferFields, privateKey)
    expect(toHexDigits(signed.hash)).toBe('0db391329917dbeabdcf8e66427319064c406c5abeaf595c1b4784892de367b6')
    expect(signed.signature).toEqual({
      v: 27,
      r: 0xdfc20958f599b8509fe8ea485ca5c06cb2c25130aee41a48b83ad5016ced6032n,
      s: 0x52eb55c4b313d29f543f7219a1551676902f7fea224626eec351eb6ab5732a7fn,
    })
    expect(toHexDigits(signed.sender!)).toBe('cd2a3d9f938e13cd947ec05abc7fe734df8dd826')
  })

  it('uses the sender that a signer passes', () => {
    const sender = addressOf(publicKeyOf(privateKey))
    const signed = signTransaction(transferFields, privateKey, sender)
    expect(signed.sender).toBe(sender)
    expect(signed.encoded).toEqual(signTransaction(transferFields, privateKey).encoded)
  })

  it('recovers the signer with and without a chain id', () => {
    fc.assert(
      fc.property(
        fc.nat(109),
        fc.bigInt({ min: 1n, max: groupOrder - 1n }),
        words,
        (chainId, scalar, value) => {
          const key = fromHex(scalar.toString(16).padStart(64, '0'))
          const signed = signTransaction({ ...transferFields, chainId, value }, key)
          expect(signed.sender).toEqual(addressOf(publicKeyOf(key)))
          expect(signed.hasAcceptableSignature(chainId)).toBe(true)
        },
      ),
      { numRuns: 30 },
    )
  })

  it('signs different hashes for different chains', () => {
    const hashes = [0, 30, 31, 33].map((chainId) =>
      toHexDigits(new Transaction({ ...transferFields, chainId, signature: null }).signingHash),
    )
    expect(new Set(hashes).size).toBe(4)
  })

  it('signs the example of EIP-155', () => {
    const example = signTransaction(
      {
        nonce: fromHex('09'),
        gasPrice: 20n * 10n ** 9n,
        gasLimit: fromHex('5208'),
        to: asAddress(fromHex('35'.repeat(20))),
        value: 10n ** 18n,
        data: emptyBytes,
        chainId: 1,
      },
      fromHex('46'.repeat(32)),
    )
    expect(toHexDigits(example.signingHash)).toBe(
      'daf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53',
    )
    expect(toHexDigits(example.encoded)).toBe(
      'f86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83',
    )
  })

  it('has no sender without a signature or with an impossible one', () => {
    expect(new Transaction({ ...transferFields, signature: null }).sender).toBeUndefined()
    for (const [r, s] of [
      [0n, 1n],
      [1n, 0n],
      [groupOrder, 1n],
      [1n, groupOrder],
      [2n ** 256n + 1n, 1n],
      [5n, 2n ** 300n],
    ] as const) {
      expect(withSignature({ v: 27, r, s }).sender).toBeUndefined()
    }
  })

  it('recovers a sender from a high s, although execution rejects it', () => {
    const { signature, sender } = signTransaction(transferFields, privateKey)
    const mirrored = withSignature({ v: 55 - signature!.v, r: signature!.r, s: groupOrder - signature!.s })
    expect(mirrored.sender).toEqual(sender)
    expect(mirrored.hasAcceptableSignature(33)).toBe(false)
  })
})

describe('acceptance of signatures', () => {
  const half = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

  it.each([
    ['the smallest', { v: 27, r: 1n, s: 1n }, true],
    ['the largest', { v: 28, r: groupOrder - 1n, s: half - 1n }, true],
    ['s of half the order, which Ethereum accepts', { v: 27, r: 1n, s: half }, false],
    ['s of zero', { v: 27, r: 1n, s: 0n }, false],
    ['r of zero', { v: 27, r: 0n, s: 1n }, false],
    ['r of the order', { v: 27, r: groupOrder, s: 1n }, false],
    ['v of 26', { v: 26, r: 1n, s: 1n }, false],
    ['v of 29', { v: 29, r: 1n, s: 1n }, false],
  ])('%s: %o', (_name, signature, accepted) => {
    expect(withSignature(signature).hasAcceptableSignature(33)).toBe(accepted)
  })

  it('requires this chain or no chain', () => {
    const signature = { v: 27, r: 1n, s: 1n }
    expect(withSignature(signature, 0).hasAcceptableSignature(33)).toBe(true)
    expect(withSignature(signature, 30).hasAcceptableSignature(33)).toBe(false)
    expect(new Transaction({ ...transferFields, signature: null }).hasAcceptableSignature(33)).toBe(false)
  })
})

describe('encoding', () => {
  const encodedWith = (changes: Partial<TransactionFields>): string =>
    toHexDigits(new Transaction({ ...transferFields, chainId: 0, signature: null, ...changes }).encoded)

  it('writes an absent gas price as 80 and zero as 00, but the value zero as 80', () => {
    const to = `94${'11'.repeat(20)}`
    expect(encodedWith({ gasPrice: null, value: 0n })).toBe(`df8080825208${to}8080808080`)
    expect(encodedWith({ gasPrice: 0n, value: 0n })).toBe(`df8000825208${to}8080808080`)
  })

  it('keeps leading zeros of nonce and gas limit, except in the nonce 00', () => {
    expect(encodedWith({ nonce: fromHex('0005') })).toContain('820005')
    expect(encodedWith({ gasLimit: fromHex('005208') })).toContain('83005208')
    expect(encodedWith({ nonce: fromHex('00') })).toBe(encodedWith({ nonce: emptyBytes }))
  })

  it('writes a creation’s receiver as 80', () => {
    expect(encodedWith({ to: null })).toBe('cd808203ef825208800180808080')
  })

  it('reads amounts from the raw fields', () => {
    const transaction = new Transaction({
      ...transferFields,
      nonce: fromHex('0102'),
      gasPrice: null,
      signature: null,
    })
    expect(transaction.nonceValue).toBe(258n)
    expect(transaction.gasLimitValue).toBe(21_000n)
    expect(transaction.gasPriceValue).toBe(0n)
  })
})
