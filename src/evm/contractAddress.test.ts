import { describe, expect, it } from 'vitest'
import { asAddress } from '../primitives/bytes.ts'
import { fromHex, toHex } from '../primitives/hex.ts'
import { create2Address, createdAddress } from './contractAddress.ts'

describe('the address of a new contract', () => {
  it('follows from creator and nonce for CREATE', () => {
    const creator = asAddress(fromHex('0x6ac7ea33f8831ea9dcc53393aaa88b25a785dbf0'))
    const expected = [
      '0xcd234a471b72ba2f1ccf0a70fcaba648a5eecd8d',
      '0x343c43a37d37dff08ae8c4a11544c718abb4fcf8',
      '0xf778b86fa74e846c4f0a1fbd1335fe81c00a0c91',
      '0xfffd933a0bc612844eaf0c6fe3e5b8e9b6c1d19c',
    ]
    expect([0n, 1n, 2n, 3n].map((nonce) => toHex(createdAddress(creator, nonce)))).toEqual(expected)
  })

  // Examples of EIP-1014.
  it.each([
    ['0x0000000000000000000000000000000000000000', '00', '00', '0x4d1a2e2bb4f88f0250f26ffff098b0b30b26bf38'],
    ['0xdeadbeef00000000000000000000000000000000', '00', '00', '0xb928f69bb1d91cd65274e3c79d8986362984fda3'],
    [
      '0x00000000000000000000000000000000deadbeef',
      'cafebabe',
      'deadbeef',
      '0x60f3f640a8508fc6a86d45df051962668e1e8ac7',
    ],
    ['0x0000000000000000000000000000000000000000', '00', '', '0xe33c0c7f7df4809055c3eba6c09cfe4baf1bd9e0'],
  ])('follows from creator %s, salt %s and init code %s for CREATE2', (creator, salt, initCode, expected) => {
    const saltWord = fromHex(salt.padStart(64, '0'))
    expect(toHex(create2Address(asAddress(fromHex(creator)), saltWord, fromHex(initCode)))).toBe(expected)
  })
})
