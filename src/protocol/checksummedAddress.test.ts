import { expect, it } from 'vitest'
import { asAddress } from '../primitives/bytes.ts'
import { fromHex } from '../primitives/hex.ts'
import { checksummedAddress } from './checksummedAddress.ts'

const addressOf = (text: string) => asAddress(fromHex(text.toLowerCase()))

it.each([
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', undefined],
  ['0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', undefined],
  ['0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD', 30],
  ['0xFb6916095cA1Df60bb79ce92cE3EA74c37c5d359', 30],
  ['0x5aAeb6053F3e94c9b9A09F33669435E7EF1BEaEd', 31],
])('the checksum of %s on chain %s is that of the standards’ examples', (text, chainId) => {
  expect(checksummedAddress(addressOf(text), chainId)).toBe(text)
})
